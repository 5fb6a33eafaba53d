import { screen, waitFor, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { UserAccount } from '#contract/users'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { stubAdminAgenda, requireFreshCodeOnce } from '../../support/admin-app.ts'

const aUser = (changes: Partial<UserAccount> = {}): UserAccount => ({
  id: 'usr_bbbbbbbb',
  name: 'Noa Vidal',
  email: 'noa@correo.test',
  role: 'cliente',
  createdAt: '2026-11-07T10:00:00.000Z',
  emailConfirmed: true,
  ...changes,
})
const self = aUser({ id: 'usr_aaaaaaaa', name: 'Elena Prado', email: 'elena@correo.test', role: 'administrador' })

const listed = 'GET /users'

function open(...users: readonly UserAccount[]) {
  stubAdminAgenda()
  fakeApi.answer(listed, { items: users, next: null, matching: users.length })
  return openProductPath('/admin?tab=users')
}

const rowOf = async (email: string) => within(await screen.findByRole('row', { name: new RegExp(email) }))

test('ADM-38 DATA-11 the table says who may sign in, and as what', async () => {
  open(self, aUser({ name: null }))
  const table = within(await screen.findByRole('table', { name: 'Usuarios' }))

  expect(screen.getByRole('heading', { name: 'Gestión de Usuarios' })).toBeDefined()
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Nombre',
    'Email',
    'Rol',
    'Fecha de Creación',
    'Acciones',
  ])
  const row = await rowOf('noa@correo.test')
  expect(row.getByText('Sin nombre')).toBeDefined()
  expect(row.getByText('07/11/2026')).toBeDefined()
  expect(row.getByLabelText<HTMLSelectElement>('Rol de noa@correo.test').value).toBe('cliente')
})

test('ADM-41 while they are loaded, and when there are none', async () => {
  stubAdminAgenda()
  const answer = fakeApi.hold(listed, { items: [], next: null, matching: 0 })
  openProductPath('/admin?tab=users')
  expect(await screen.findByText('Cargando usuarios...')).toBeDefined()

  answer()

  expect(await screen.findByText('No hay usuarios registrados')).toBeDefined()
})

test('A-76 accounts are searched for by name and address, and how many were found is said', async () => {
  const person = open(self, aUser())
  await rowOf('noa@correo.test')
  fakeApi.answer(listed, { items: [aUser()], next: null, matching: 1 })

  await person.type(screen.getByLabelText('Buscar usuarios'), 'no')
  expect(screen.getByText(/^Con una o dos letras se busca al principio de cada palabra/)).toBeDefined()
  await person.type(screen.getByLabelText('Buscar usuarios'), 'a')

  expect(await screen.findByText('1 con «noa»')).toBeDefined()
  expect(fakeApi.asked(listed).at(-1)?.query).toMatchObject({ search: 'noa' })
})

test.each([
  [{ matching: 201 }, 'Más de 200 con «noa». Se muestran 200. Escribe algo más para encontrar a quien buscas.'],
  [{ matching: 3, isComplete: false }, 'Al menos 3 con «noa». Escribe algo más para encontrar a quien buscas.'],
])('A-76 a search that finds too many accounts says so (%j)', async (found, text) => {
  const person = open(self, aUser())
  await rowOf('noa@correo.test')
  fakeApi.answer(listed, { items: [aUser()], next: null, ...found })

  await person.type(screen.getByLabelText('Buscar usuarios'), 'noa')

  expect(await screen.findByText(text)).toBeDefined()
})

test('ADM-45 that they could not be loaded is said, and they can be asked for again', async () => {
  stubAdminAgenda()
  fakeApi.refuse(listed, 'changed-meanwhile')
  const person = openProductPath('/admin?tab=users')
  expect(await screen.findByText('No se pudieron cargar los usuarios')).toBeDefined()

  fakeApi.answer(listed, { items: [aUser()], next: null, matching: 1 })
  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  expect(await screen.findByText('Noa Vidal')).toBeDefined()
})

test('ADM-39 ADM-48 A-38 a role is changed after a yes that names its power, with a fresh code', async () => {
  const person = open(self, aUser())
  const endpoint = 'PUT /users/usr_bbbbbbbb/role'
  requireFreshCodeOnce(endpoint, aUser({ role: 'administrador' }))
  const row = await rowOf('noa@correo.test')

  await person.selectOptions(row.getByLabelText('Rol de noa@correo.test'), 'Administrador')
  const dialog = within(screen.getByRole('dialog', { name: '¿Cambiar el rol de Noa Vidal a administrador?' }))
  expect(dialog.getByText(/Podrá ver, cambiar y eliminar los datos de todos los clientes/)).toBeDefined()
  expect(fakeApi.asked(endpoint)).toEqual([])
  await person.click(dialog.getByRole('button', { name: 'Cambiar rol' }))
  await person.type(await screen.findByLabelText('Código de verificación'), '123456')
  await person.click(screen.getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('Rol actualizado')).toBeDefined()
  expect(fakeApi.asked(endpoint).map(({ body }) => body)).toEqual([
    { role: 'administrador' },
    { role: 'administrador' },
  ])
})

test('a role that was thought better of stays as it is', async () => {
  const person = open(self, aUser())
  const select = (await rowOf('noa@correo.test')).getByLabelText<HTMLSelectElement>('Rol de noa@correo.test')
  await person.selectOptions(select, 'Administrador')

  await person.click(screen.getByRole('button', { name: 'Cancelar' }))

  expect(select.value).toBe('cliente')
  expect(fakeApi.asked('PUT /users/usr_bbbbbbbb/role')).toEqual([])
})

test('a role that the server does not know says so', async () => {
  const person = open(self, aUser({ role: 'administrador' }))
  fakeApi.refuse('PUT /users/usr_bbbbbbbb/role', 'invalid-input', { role: ['Ese rol no existe'] })
  await person.selectOptions((await rowOf('noa@correo.test')).getByLabelText(/^Rol de/), 'Cliente')

  await person.click(screen.getByRole('button', { name: 'Cambiar rol' }))

  expect(await screen.findByText('Ese rol no existe')).toBeDefined()
})

test.each([
  ['last-administrator', 'Tiene que quedar al menos una cuenta de administración.'],
  ['own-account', 'No puedes hacer esto con tu propia cuenta.'],
] as const)('ADM-48 a role that may not be changed (%s) says why', async (code, reason) => {
  const person = open(self, aUser({ role: 'administrador' }))
  fakeApi.refuse('PUT /users/usr_bbbbbbbb/role', code)
  await person.selectOptions((await rowOf('noa@correo.test')).getByLabelText(/^Rol de/), 'Cliente')

  await person.click(screen.getByRole('button', { name: 'Cambiar rol' }))

  expect(await screen.findByText('Error al actualizar rol')).toBeDefined()
  expect(screen.getByText(reason)).toBeDefined()
})

test('A-38 one’s own account is for somebody else to change', async () => {
  open(self)
  const row = await rowOf('elena@correo.test')

  expect(row.getByLabelText<HTMLSelectElement>(/^Rol de/).disabled).toBe(true)
  expect(row.getByText('Tu cuenta')).toBeDefined()
  expect(row.queryByRole('button')).toBeNull()
})

const invitation = 'POST /users'

async function openInvitation(person: ReturnType<typeof openProductPath>) {
  await person.click(await screen.findByRole('button', { name: 'Crear usuario' }))
  return within(screen.getByRole('dialog', { name: 'Crear Nuevo Usuario' }))
}

test('ADM-40 ADM-43 ADM-46 FUN-05 an invitation is for an administrador unless it says otherwise, and says what that means', async () => {
  const person = open(self)
  fakeApi.answer(invitation, aUser({ role: 'administrador', emailConfirmed: false }))
  const dialog = await openInvitation(person)
  expect(dialog.getByLabelText<HTMLSelectElement>('Rol').value).toBe('administrador')
  expect(dialog.getByText(/Podrá ver, cambiar y eliminar los datos de todos los clientes/)).toBeDefined()

  await person.type(dialog.getByLabelText('Email'), 'noa@correo.test')
  await person.click(dialog.getByRole('button', { name: 'Enviar invitación' }))

  expect(await screen.findByText('Invitación enviada')).toBeDefined()
  expect(fakeApi.asked(invitation).map(({ body }) => body)).toEqual([
    { email: 'noa@correo.test', role: 'administrador' },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['', 'El email es requerido'],
  ['noa', 'Email no válido'],
])('ADM-43 an invitation for «%s» is not sent: %s', async (email, text) => {
  const person = open(self)
  const dialog = await openInvitation(person)
  if (email) await person.type(dialog.getByLabelText('Email'), email)

  await person.click(dialog.getByRole('button', { name: 'Enviar invitación' }))

  expect(await dialog.findByText(text)).toBeDefined()
  expect(fakeApi.asked(invitation)).toEqual([])
})

test('ADM-46 an invitation that fails says why and keeps the address', async () => {
  const person = open(self)
  fakeApi.refuse(invitation, 'email-taken')
  const dialog = await openInvitation(person)
  await person.type(dialog.getByLabelText('Email'), 'noa@correo.test')

  await person.click(dialog.getByRole('button', { name: 'Enviar invitación' }))

  expect(await dialog.findByText('Error al crear usuario')).toBeDefined()
  expect(dialog.getByText('Ya existe una cuenta con ese correo.')).toBeDefined()
  expect(dialog.getByLabelText<HTMLInputElement>('Email').value).toBe('noa@correo.test')
})

test('whoever had an account with a record before gets it only when it is ticked that it is the same person', async () => {
  const person = open(self)
  fakeApi.refuse(invitation, 'former-record')
  const dialog = await openInvitation(person)
  await person.type(dialog.getByLabelText('Email'), 'noa@correo.test')
  const send = () => person.click(dialog.getByRole('button', { name: 'Enviar invitación' }))
  await send()
  await person.click(await dialog.findByLabelText(/^He comprobado que es la misma persona/))

  fakeApi.answer(invitation, aUser({ role: 'administrador', emailConfirmed: false }))
  await send()

  await screen.findByText('Invitación enviada')
  expect(fakeApi.asked(invitation).map(({ body }) => (body as { handOver?: boolean }).handOver)).toEqual([
    undefined,
    true,
  ])
})

test('what is ticked of one address is not said of another', async () => {
  const person = open(self)
  fakeApi.refuse(invitation, 'former-record')
  const dialog = await openInvitation(person)
  await person.type(dialog.getByLabelText('Email'), 'noa@correo.test')
  const send = () => person.click(dialog.getByRole('button', { name: 'Enviar invitación' }))
  await send()
  await person.click(await dialog.findByLabelText(/^He comprobado que es la misma persona/))

  await person.type(dialog.getByLabelText('Email'), 'x')
  const hidden = dialog.queryByRole('checkbox')
  await send()

  expect(hidden).toBeNull()
  expect(await dialog.findByRole('checkbox')).toHaveProperty('checked', false)
  const given = fakeApi.asked(invitation).map(({ body }) => (body as { handOver?: boolean }).handOver)
  expect(given).toEqual([undefined, undefined])
})

const resending = 'POST /users/usr_bbbbbbbb/invitation'

test('ADM-42 ADM-49 whoever has not confirmed is marked, and is written to again', async () => {
  const person = open(self, aUser({ emailConfirmed: false }))
  fakeApi.answer(resending, { sent: true })
  const row = await rowOf('noa@correo.test')
  expect(row.getByText('Email sin confirmar')).toBeDefined()

  await person.click(row.getByRole('button', { name: /^Reenviar email/ }))

  expect(await screen.findByText('Email enviado')).toBeDefined()
})

test('ADM-42 whoever has confirmed is neither marked nor written to', async () => {
  open(self, aUser())
  const row = await rowOf('noa@correo.test')

  expect(row.queryByText('Email sin confirmar')).toBeNull()
  expect(row.queryByRole('button', { name: /^Reenviar email/ })).toBeNull()
})

test.each([
  ['not-found', 'No se pudo obtener el email del usuario'],
  ['already-confirmed', 'Error al reenviar email'],
] as const)('ADM-49 a mail that cannot be sent again (%s) is told', async (code, text) => {
  const person = open(self, aUser({ emailConfirmed: false }))
  fakeApi.refuse(resending, code)

  await person.click((await rowOf('noa@correo.test')).getByRole('button', { name: /^Reenviar email/ }))

  expect(await screen.findByText(text)).toBeDefined()
})

const question = '¿Estás seguro de que quieres eliminar este usuario? Esta acción no se puede deshacer.'
const removing = 'DELETE /users/usr_bbbbbbbb'

test('ADM-44 ADM-47 UIX-04 an account is deleted only after a yes', async () => {
  const person = open(self, aUser())
  fakeApi.answer(removing, { removed: true })
  await person.click((await rowOf('noa@correo.test')).getByRole('button', { name: /^Eliminar/ }))
  const dialog = within(screen.getByRole('dialog', { name: question }))
  expect(fakeApi.asked(removing)).toEqual([])

  await person.click(dialog.getByRole('button', { name: 'Eliminar usuario' }))

  expect(await screen.findByText('Usuario eliminado')).toBeDefined()
})

test('ADM-47 a deletion that fails says why', async () => {
  const person = open(self, aUser({ role: 'administrador' }))
  fakeApi.refuse(removing, 'last-administrator')
  await person.click((await rowOf('noa@correo.test')).getByRole('button', { name: /^Eliminar/ }))

  await person.click(screen.getByRole('button', { name: 'Eliminar usuario' }))

  expect(await screen.findByText('Error al eliminar usuario')).toBeDefined()
  expect(screen.getByText('Tiene que quedar al menos una cuenta de administración.')).toBeDefined()
})

test('a question for a code that was left is no failure of a deletion', async () => {
  const person = open(self, aUser())
  fakeApi.refuse(removing, 'proof-required')
  await person.click((await rowOf('noa@correo.test')).getByRole('button', { name: /^Eliminar/ }))
  await person.click(screen.getByRole('button', { name: 'Eliminar usuario' }))
  const proof = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))

  await person.click(proof.getByRole('button', { name: 'Cancelar' }))

  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirma que eres tú' })).toBeNull())
  expect(screen.queryByText('Error al eliminar usuario')).toBeNull()
})

test('a question for a code that was left is no failure of an invitation, whose form stays as it was', async () => {
  const person = open(self)
  fakeApi.refuse(invitation, 'proof-required')
  const form = await openInvitation(person)
  await person.type(form.getByLabelText('Email'), 'nueva@correo.test')
  await person.click(form.getByRole('button', { name: 'Enviar invitación' }))
  const proof = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))

  await person.click(proof.getByRole('button', { name: 'Cancelar' }))

  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirma que eres tú' })).toBeNull())
  expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('nueva@correo.test')
  expect(form.queryByRole('alert')).toBeNull()
})

test('what reached only half of where it had to is said, and can be finished', async () => {
  const person = open(
    self,
    aUser({ role: 'administrador', unfinished: 'role' }),
    aUser({ id: 'usr_cccccccc', email: 'iria@correo.test', unfinished: 'removal' }),
  )
  fakeApi.answer('PUT /users/usr_bbbbbbbb/role', aUser({ role: 'administrador' }))
  const row = await rowOf('noa@correo.test')
  expect(row.getByText('El cambio de rol quedó a medias')).toBeDefined()
  const removed = await rowOf('iria@correo.test')
  expect(removed.getByText('La eliminación quedó a medias')).toBeDefined()
  expect(removed.getByRole('button', { name: /^Terminar de eliminar/ })).toBeDefined()
  expect(removed.getByRole('combobox', { name: 'Rol de iria@correo.test' })).toHaveProperty('disabled', true)

  await person.click(row.getByRole('button', { name: /^Terminar el cambio/ }))

  expect(await screen.findByText('Rol actualizado')).toBeDefined()
  expect(fakeApi.asked('PUT /users/usr_bbbbbbbb/role').map(({ body }) => body)).toEqual([{ role: 'administrador' }])
})
