import { screen, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { chooseRowAction } from '../../support/admin-app.ts'
import { fakeApi } from '../../support/fake-api.ts'

const ada = {
  customerId: 'cus_aaaaaaaa',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '600 123 456',
  createdAt: '2026-10-02T09:00:00Z',
}
const whole = { ...ada, address: null, notes: 'Come poco', version: 1 }

beforeEach(() => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/counts', { users: 1, clients: 1 })
  fakeApi.answer('GET /customers', { items: [ada], next: null, total: 1, matching: 1 })
  fakeApi.answer('GET /customers/cus_aaaaaaaa', whole)
})

const dialog = (name: string) => within(screen.getByRole('dialog', { name }))

async function newClient() {
  const person = openProductPath('/admin')
  await screen.findByRole('link', { name: 'Ada Lovelace' })
  await person.click(screen.getByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')
  await person.type(dialog('Nuevo Cliente').getByLabelText('Nombre'), 'Bea')
  return person
}

test('what was typed about a client is given up only after a yes', async () => {
  const person = await newClient()

  await person.click(dialog('Nuevo Cliente').getByRole('button', { name: 'Cancelar' }))
  const question = 'Tienes cambios sin guardar'
  await screen.findByRole('dialog', { name: question })
  await person.click(dialog(question).getByRole('button', { name: 'Seguir editando' }))

  expect(dialog('Nuevo Cliente').getByLabelText<HTMLInputElement>('Nombre').value).toBe('Bea')
  await person.click(dialog('Nuevo Cliente').getByRole('button', { name: 'Cancelar' }))
  await person.click(dialog(question).getByRole('button', { name: 'Descartar cambios' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a form in which nothing was typed is left without a question', async () => {
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')

  await person.click(dialog('Nuevo Cliente').getByRole('button', { name: 'Cancelar' }))

  expect(screen.queryByRole('dialog')).toBeNull()
})

test('of two who change one client, the second saves the first one’s changes along with their own', async () => {
  const person = openProductPath('/admin')
  await chooseRowAction(person, 'Editar')
  const form = dialog('Editar Cliente')
  await person.type(await form.findByLabelText('Notas'), ' y tarde')
  fakeApi.refuse('PUT /customers/cus_aaaaaaaa', 'changed-meanwhile')
  fakeApi.answer('GET /customers/cus_aaaaaaaa', { ...whole, phone: '911', version: 2 })
  await person.click(form.getByRole('button', { name: 'Guardar' }))
  await form.findByText(/Estos datos han cambiado mientras tanto/)

  fakeApi.answer('PUT /customers/cus_aaaaaaaa', { ...whole, version: 3 })
  await person.click(await form.findByRole('button', { name: 'Guardar lo mío' }))

  await screen.findByText('Cliente actualizado correctamente')
  expect(fakeApi.asked('PUT /customers/cus_aaaaaaaa').at(-1)?.body).toMatchObject({
    phone: '911',
    notes: 'Come poco y tarde',
    version: 2,
  })
})

test('who edits a client that somebody else deletes is told so, and keeps what was typed', async () => {
  const person = openProductPath('/admin')
  await chooseRowAction(person, 'Editar')
  const form = dialog('Editar Cliente')
  await person.type(await form.findByLabelText('Notas'), ' y tarde')
  fakeApi.refuse('PUT /customers/cus_aaaaaaaa', 'not-found')

  await person.click(form.getByRole('button', { name: 'Guardar' }))

  expect(await form.findByText('Han eliminado a este cliente mientras lo editabas.')).toBeDefined()
  expect(form.getByLabelText('Notas')).toHaveProperty('value', 'Come poco y tarde')
})

test('a new client whose answer was lost is asked for again as the same one, as they are typed now', async () => {
  const person = await newClient()
  const form = dialog('Nuevo Cliente')
  await person.type(form.getByLabelText('Email'), 'bea@example.com')
  fakeApi.unreachable('POST /customers')
  await person.click(form.getByRole('button', { name: 'Guardar' }))
  await form.findByText(/^Error al crear el registro de cliente: No hay conexión/)
  await person.type(form.getByLabelText('Teléfono'), '911')

  const made = { ...whole, name: 'Bea', email: 'bea@example.com', phone: null, notes: null }
  fakeApi.answer('POST /customers', made)
  fakeApi.answer('PUT /customers/cus_aaaaaaaa', { ...made, phone: '911', version: 2 })
  await person.click(form.getByRole('button', { name: 'Guardar' }))

  await screen.findByText('Cliente creado correctamente')
  const ids = fakeApi.asked('POST /customers').map(({ body }) => (body as { requestId: string }).requestId)
  expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), ids[0]])
  expect(fakeApi.asked('PUT /customers/cus_aaaaaaaa')[0]?.body).toMatchObject({ phone: '911', version: 1 })
})
