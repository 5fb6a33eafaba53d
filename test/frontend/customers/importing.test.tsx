import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { server, signedInAs, visit } from '../../support/browser-app.tsx'

const row = { name: 'Bea', email: 'bea@example.com', phone: null, address: null, notes: null }
const csv = new File(['Nombre;Email\nBea;bea@example.com'], 'clientes.csv', { type: 'text/csv' })
const one = 'POST /customers/imports/imp_aaaaaaaa'
const chunk = 'PUT /customers/imports/imp_aaaaaaaa/chunks/0'

const anImport = (state: string) => ({
  importId: 'imp_aaaaaaaa',
  fileName: 'clientes.csv',
  total: 1,
  written: 1,
  undone: 0,
  kept: 0,
  state,
  createdAt: '2026-11-01T09:00:00Z',
  undoableUntil: '2026-12-01T09:00:00Z',
})

beforeEach(() => {
  signedInAs('administrador')
  server.answer('GET /customers/counts', { users: 1, clients: 1 })
  server.answer('GET /customers', { items: [], next: null, total: 0, matching: 0 })
  server.answer('GET /customers/imports', { items: [] })
  server.answer('POST /customers/imports/check', { rows: [row], found: 1, problems: [], ignored: [] })
  server.answer('POST /customers/imports', anImport('writing'))
  server.answer(chunk, anImport('writing'))
  server.answer(`${one}/finish`, anImport('done'))
  server.answer(`${one}/undo`, anImport('discarded'))
})

const dialog = () => within(screen.getByRole('dialog'))

async function chooseFile(file: File) {
  const person = visit('/admin')
  await person.click(await screen.findByRole('button', { name: 'Importar CSV' }))
  await person.upload(dialog().getByLabelText('Archivo CSV'), file)
  return person
}

test('an import that is cancelled while it is written is thrown away, and no client of it is seen', async () => {
  const person = await chooseFile(csv)
  const arrive = server.hold(chunk, anImport('writing'))
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))
  await waitFor(() => expect(server.asked(chunk)).toHaveLength(1))

  await person.click(dialog().getByRole('button', { name: 'Cancelar' }))
  arrive()

  expect(await screen.findByText('Importación descartada')).toBeDefined()
  expect(server.asked(`${one}/undo`)).toHaveLength(1)
  expect(server.asked(`${one}/finish`)).toEqual([])
})

test('an import that broke off and is left is thrown away', async () => {
  const person = await chooseFile(csv)
  server.unreachable(chunk)
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))
  await dialog().findByText(/Todavía no se ha añadido ningún cliente/)

  await person.click(dialog().getByRole('button', { name: 'Cancelar' }))

  expect(await screen.findByText('Importación descartada')).toBeDefined()
})

test('an import of which the last answer was lost says that it may be done, and is not thrown away', async () => {
  const person = await chooseFile(csv)
  server.unreachable(`${one}/finish`)
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))

  expect(await dialog().findByText(/Puede que la importación haya terminado/)).toBeDefined()
  await person.click(dialog().getByRole('button', { name: 'Cancelar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.asked(`${one}/undo`)).toEqual([])
})

test('a finished import is not thrown away when its dialog is closed', async () => {
  const person = await chooseFile(csv)
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))
  await dialog().findByText('Importación terminada: 1 cliente más en la lista.')

  await person.click(dialog().getByRole('button', { name: 'Cerrar' }))

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.asked(`${one}/undo`)).toEqual([])
})

test('a file that no request can carry is told to be too large, and is not sent', async () => {
  await chooseFile(new File(['x'.repeat(900_001)], 'todo.csv', { type: 'text/csv' }))

  expect(await dialog().findByText(/^El archivo es demasiado grande: como mucho, 900 kB/)).toBeDefined()
  expect(server.asked('POST /customers/imports/check')).toEqual([])
})

test('the corrected file can be chosen again under the same name, beside the imports that are in its way', async () => {
  server.answer('GET /customers/imports', { items: [anImport('writing')] })
  const text = 'Este email está en una importación sin terminar: espera a que acabe o descártala'
  const problems = [{ row: 2, column: 'Email', text }]
  server.answer('POST /customers/imports/check', { rows: [], found: 1, problems, ignored: [] })
  const person = await chooseFile(csv)
  await dialog().findByText(`Fila 2, Email: ${text}`)
  expect(await dialog().findByRole('button', { name: /^Descartar/ })).toBeDefined()

  await person.upload(dialog().getByLabelText('Archivo CSV'), csv)

  await waitFor(() => expect(server.asked('POST /customers/imports/check')).toHaveLength(2))
})
