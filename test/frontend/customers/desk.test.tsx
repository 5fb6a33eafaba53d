import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { downloaded, server, signedInAs, visit } from '../../support/browser-app.tsx'

const ada = {
  customerId: 'cus_aaaaaaaa',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '600 123 456',
  createdAt: '2026-10-02T09:00:00Z',
}
const whole = { ...ada, address: null, notes: 'Come poco', version: 1 }

const listing = (items: readonly object[], total = items.length) => ({ items, next: null, total, matching: total })

beforeEach(() => {
  signedInAs('administrador')
  server.answer('GET /customers/counts', { users: 1, clients: 1 })
  server.answer('GET /customers', listing([ada], 1200))
})

const open = async () => {
  const person = visit('/admin')
  await screen.findByRole('link', { name: 'Ada Lovelace' })
  return person
}

const dialog = () => within(screen.getByRole('dialog'))

test('ADM-25 ADM-26 ADM-30 the list says what it shows, of how many', async () => {
  await open()

  const sheet = within(screen.getByRole('region', { name: 'Lista de Clientes' }))
  expect(sheet.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Nombre',
    'Email',
    'Teléfono',
    'Fecha',
    'Acciones',
  ])
  expect(sheet.getByText('Mostrando 1 de 1200 clientes')).toBeDefined()
})

test('ADM-25 ADM-29 a text that finds nobody is said again, stands in the address, and is cleared with one press', async () => {
  const person = await open()
  server.answer('GET /customers', listing([], 1200))

  await person.type(screen.getByLabelText('Buscar clientes'), 'Zoe')

  expect(await screen.findByText('No se encontraron clientes con «Zoe»')).toBeDefined()
  expect(screen.getByText('Mostrando 0 de 1200 clientes')).toBeDefined()
  expect(window.location.search).toBe('?buscar=Zoe')
  server.answer('GET /customers', listing([ada], 1200))
  await person.click(screen.getByRole('button', { name: 'Borrar búsqueda' }))
  expect(await screen.findByRole('link', { name: 'Ada Lovelace' })).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Buscar clientes'))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('the text in the address is searched for from the start', async () => {
  visit('/admin?buscar=ada')

  const field = await screen.findByLabelText<HTMLInputElement>('Buscar clientes')

  expect(field.value).toBe('ada')
})

test('ADM-27 ADM-33 ADM-35 a new client is entered; what is missing is said at its field', async () => {
  const person = await open()
  server.answer('POST /customers', (body: object) => Response.json({ ...whole, ...body }))

  await person.click(screen.getByRole('button', { name: 'Nuevo Cliente' }))
  expect(screen.getByRole('heading', { name: 'Nuevo Cliente' })).toBeDefined()
  await person.type(dialog().getByLabelText('Email'), 'ada@')
  await person.click(dialog().getByRole('button', { name: 'Guardar' }))
  expect(await dialog().findByText('Indica el nombre')).toBeDefined()
  expect(dialog().getByText('Email no válido')).toBeDefined()
  await person.type(dialog().getByLabelText('Nombre'), 'Ada Lovelace')
  await person.type(dialog().getByLabelText('Email'), 'example.com')
  await person.click(dialog().getByRole('button', { name: 'Guardar' }))

  expect(await screen.findByText('Cliente creado correctamente')).toBeDefined()
  expect(server.asked('POST /customers')[0]?.body).toMatchObject({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: null,
    address: null,
    notes: null,
  })
})

test('ERR-07 a new client that a fault swallowed stays in the form, with the reason', async () => {
  const person = await open()
  server.fail('POST /customers', 500)

  await person.click(screen.getByRole('button', { name: 'Nuevo Cliente' }))
  await person.type(dialog().getByLabelText('Nombre'), 'Ada')
  await person.type(dialog().getByLabelText('Email'), 'ada@example.com')
  await person.click(dialog().getByRole('button', { name: 'Guardar' }))

  expect(await dialog().findByText(/^Error al crear el registro de cliente: Algo ha fallado/)).toBeDefined()
  expect(dialog().getByLabelText<HTMLInputElement>('Nombre').value).toBe('Ada')
})

test('ERR-08 a new client that the server refuses stays in the form, with what is wrong', async () => {
  const person = await open()
  const problems = { phone: ['Escribe un teléfono'] }
  server.answer('POST /customers', () => Response.json({ code: 'invalid-input', problems }, { status: 400 }))

  await person.click(screen.getByRole('button', { name: 'Nuevo Cliente' }))
  await person.type(dialog().getByLabelText('Nombre'), 'Ada')
  await person.type(dialog().getByLabelText('Email'), 'ada@example.com')
  await person.click(dialog().getByRole('button', { name: 'Guardar' }))

  expect(await dialog().findByText('No se pudo crear el registro de cliente. Escribe un teléfono')).toBeDefined()
  expect(dialog().getByLabelText<HTMLInputElement>('Nombre').value).toBe('Ada')
})

test('ADM-27 ADM-35 a client is edited as they stand on the server', async () => {
  const person = await open()
  server.answer('GET /customers/cus_aaaaaaaa', whole)
  server.answer('PUT /customers/cus_aaaaaaaa', { ...whole, version: 2 })

  await person.click(screen.getByRole('button', { name: /^Editar ?a Ada Lovelace/ }))
  expect(screen.getByRole('heading', { name: 'Editar Cliente' })).toBeDefined()
  await person.clear(await dialog().findByLabelText('Notas'))
  await person.click(dialog().getByRole('button', { name: 'Guardar' }))

  expect(await screen.findByText('Cliente actualizado correctamente')).toBeDefined()
  expect(server.asked('PUT /customers/cus_aaaaaaaa')[0]?.body).toMatchObject({ notes: null, version: 1 })
})

test('ADM-36 what somebody else saved meanwhile is shown beside what was typed, which can be saved over it', async () => {
  const person = await open()
  server.answer('GET /customers/cus_aaaaaaaa', whole)
  server.refuse('PUT /customers/cus_aaaaaaaa', 'changed-meanwhile')
  await person.click(screen.getByRole('button', { name: /^Editar ?a Ada Lovelace/ }))
  const name = await dialog().findByLabelText<HTMLInputElement>('Nombre')
  await person.clear(name)
  await person.type(name, 'Ada Byron')

  server.answer('GET /customers/cus_aaaaaaaa', { ...whole, phone: '911', version: 2 })
  await person.click(dialog().getByRole('button', { name: 'Guardar' }))

  expect(await dialog().findByText(/Otra persona ha cambiado estos datos mientras tanto/)).toBeDefined()
  expect(dialog().getByText('Ahora guardado: 911')).toBeDefined()
  expect(name.value).toBe('Ada Byron')
  server.answer('PUT /customers/cus_aaaaaaaa', { ...whole, version: 3 })
  await person.click(dialog().getByRole('button', { name: 'Guardar lo mío' }))
  expect(await screen.findByText('Cliente actualizado correctamente')).toBeDefined()
  expect(server.asked('PUT /customers/cus_aaaaaaaa').at(-1)?.body).toMatchObject({ name: 'Ada Byron', version: 2 })
})

test('ADM-34 ADM-35 a client is deleted after a question, and brought back from the notice', async () => {
  const person = await open()
  server.answer('DELETE /customers/cus_aaaaaaaa', { removed: true })
  server.answer('POST /customers/cus_aaaaaaaa/restoration', whole)

  await person.click(screen.getByRole('button', { name: /^Eliminar ?a Ada Lovelace/ }))
  expect(screen.getByRole('heading', { name: '¿Estás seguro de que quieres eliminar este cliente?' })).toBeDefined()
  await person.click(dialog().getByRole('button', { name: 'Eliminar' }))

  expect(await screen.findByText('Cliente eliminado correctamente')).toBeDefined()
  // jsdom cannot capture the pointer with which a notice may be swiped away.
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }))
  expect(await screen.findByText('Cliente recuperado')).toBeDefined()
})

test('ADM-36 A-40 a client with invoices stays, and the question says why', async () => {
  const person = await open()
  server.refuse('DELETE /customers/cus_aaaaaaaa', 'invoices-kept')

  await person.click(screen.getByRole('button', { name: /^Eliminar ?a Ada Lovelace/ }))
  await person.click(dialog().getByRole('button', { name: 'Eliminar' }))

  expect(await dialog().findByText(/la ley obliga a conservar sus facturas durante seis años/)).toBeDefined()
})

test('a deleted client is brought back from the list of the deleted', async () => {
  const person = await open()
  server.answer('GET /customers/removed', {
    items: [
      {
        customerId: ada.customerId,
        name: ada.name,
        email: ada.email,
        removedAt: '2026-11-01T09:00:00Z',
        restorableUntil: '2026-12-01T09:00:00Z',
      },
    ],
    next: null,
  })
  server.answer('POST /customers/cus_aaaaaaaa/restoration', whole)

  await person.click(screen.getByRole('button', { name: 'Clientes eliminados' }))
  expect(await dialog().findByText('Se puede recuperar hasta el 1 de diciembre de 2026')).toBeDefined()
  await person.click(dialog().getByRole('button', { name: /^Recuperar ?a Ada Lovelace/ }))

  expect(await screen.findByText('Cliente recuperado')).toBeDefined()
})

const anImport = (state: string, more = {}) => ({
  importId: 'imp_aaaaaaaa',
  fileName: 'clientes.csv',
  total: 1,
  written: 1,
  undone: 0,
  kept: 0,
  state,
  createdAt: '2026-11-01T09:00:00Z',
  undoableUntil: '2026-12-01T09:00:00Z',
  ...more,
})

const row = { name: 'Bea', email: 'bea@example.com', phone: null, address: null, notes: null }
const csv = new File(['Nombre;Email\nBea;bea@example.com'], 'clientes.csv', { type: 'text/csv' })

test('a file is looked at first, then written, and can be taken back', async () => {
  const person = await open()
  server.answer('GET /customers/imports', { items: [] })
  server.answer('POST /customers/imports/check', { rows: [row], found: 1, problems: [], ignored: [] })
  server.answer('POST /customers/imports', anImport('writing', { written: 0 }))
  server.answer('PUT /customers/imports/imp_aaaaaaaa/chunks/0', anImport('writing'))
  server.answer('POST /customers/imports/imp_aaaaaaaa/finish', anImport('done'))
  server.answer('POST /customers/imports/imp_aaaaaaaa/undo', anImport('undone', { undone: 1 }))

  await person.click(screen.getByRole('button', { name: 'Importar CSV' }))
  await person.upload(dialog().getByLabelText('Archivo CSV'), csv)
  expect(await dialog().findByText(/Todavía no se ha guardado nada/)).toBeDefined()
  expect(server.asked('POST /customers/imports')).toEqual([])
  server.answer('GET /customers/imports', { items: [anImport('done')] })
  await person.click(dialog().getByRole('button', { name: 'Importar 1 cliente' }))
  expect(await dialog().findByText('Importación terminada: 1 cliente más en la lista.')).toBeDefined()
  await person.click(await dialog().findByRole('button', { name: /Deshacer importación/ }))

  expect(await screen.findByText('Importación deshecha')).toBeDefined()
  expect(server.asked('PUT /customers/imports/imp_aaaaaaaa/chunks/0')[0]?.body).toEqual({ rows: [row] })
})

test('a file with mistakes is not written, and each is said by row and column', async () => {
  const person = await open()
  server.answer('GET /customers/imports', { items: [] })
  server.answer('POST /customers/imports/check', {
    rows: [],
    found: 1,
    problems: [{ row: 3, column: 'Email', text: 'Email no válido' }],
    ignored: ['Ciudad'],
  })

  await person.click(screen.getByRole('button', { name: 'Importar CSV' }))
  await person.upload(dialog().getByLabelText('Archivo CSV'), csv)

  expect(await dialog().findByText('Fila 3, Email: Email no válido')).toBeDefined()
  expect(dialog().getByText('No se importan las columnas: Ciudad.')).toBeDefined()
  expect(dialog().queryByRole('button', { name: /^Importar/ })).toBeNull()
})

test('an import that breaks off goes on where it was', async () => {
  const person = await open()
  server.answer('GET /customers/imports', { items: [] })
  server.answer('POST /customers/imports/check', { rows: [row], found: 1, problems: [], ignored: [] })
  server.answer('POST /customers/imports', anImport('writing', { written: 0 }))
  server.unreachable('PUT /customers/imports/imp_aaaaaaaa/chunks/0')

  await person.click(screen.getByRole('button', { name: 'Importar CSV' }))
  await person.upload(dialog().getByLabelText('Archivo CSV'), csv)
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))
  expect(await dialog().findByText(/Todavía no se ha añadido ningún cliente/)).toBeDefined()
  server.answer('PUT /customers/imports/imp_aaaaaaaa/chunks/0', anImport('writing'))
  server.answer('POST /customers/imports/imp_aaaaaaaa/finish', anImport('done'))
  await person.click(dialog().getByRole('button', { name: 'Reintentar' }))

  expect(await dialog().findByText(/Importación terminada/)).toBeDefined()
  expect(server.asked('POST /customers/imports')).toHaveLength(1)
})

test('the clients are given as one file, however many parts it comes in', async () => {
  const person = await open()
  let parts = 0
  server.answer('GET /customers/export', () => {
    parts += 1
    const next = parts === 1 ? '2026-10-02T09:00:00Z~cus_aaaaaaaa' : null
    return Response.json({ csv: `parte ${parts}\r\n`, next })
  })

  await person.click(screen.getByRole('button', { name: 'Exportar CSV' }))

  expect(await screen.findByText('Clientes exportados')).toBeDefined()
  expect(downloaded).toHaveBeenCalledWith('clientes-habitat-interior.csv', 'parte 1\r\nparte 2\r\n')
})
