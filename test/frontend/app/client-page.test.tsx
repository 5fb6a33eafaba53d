import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import { localStore } from '../../../frontend/src/api/local-store.ts'
import { findGreeting, signInAsRole, openProductPath, waitUntilDrawn } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const current = 'GET /customers/current'

beforeEach(() => {
  signInAsRole('cliente')
  fakeApi.answer('GET /consultations/mine/counts', { total: 0, completed: 0, upcoming: 0 })
  fakeApi.answer('GET /consultations/mine', { items: [], next: null })
})

const leave = () => within(screen.getByRole('main')).getByRole('button', { name: 'Cerrar sesión' })

const open = () => openProductPath('/client?tab=consultations')

test('ERR-06 a file that could not be made is said, and can be asked for again', async () => {
  fakeApi.refuse(current, 'profile-missing')
  signInAsRole('cliente', { firstName: '', lastName: '' })
  const person = open()
  await screen.findByText('No se pudo crear la información del cliente')

  fakeApi.answer(current, { customerId: 'cus_aaaaaaaa', name: 'Marta Gil', email: 'marta@example.com' })
  await person.click(screen.getAllByRole('button', { name: 'Reintentar' })[0] ?? document.body)

  expect(await screen.findByRole('heading', { name: 'Hola, Marta' })).toBeDefined()
  expect(screen.queryByText('No se pudo crear la información del cliente')).toBeNull()
})

test('ERR-05 a file that cannot be had at all is said', async () => {
  fakeApi.refuse(current, 'not-allowed')
  open()

  expect(await screen.findByText('No se pudo crear o encontrar la información del cliente')).toBeDefined()
})

test('ERR-13 a file that is not there yet is no error to anybody', async () => {
  fakeApi.refuse(current, 'not-found')
  open()

  expect(await screen.findByRole('heading', { name: /^Hola/ })).toBeDefined()
  await waitUntilDrawn(current)
  expect(screen.queryByText(/información del cliente/)).toBeNull()
})

test('HDR-06 a first name of two words is greeted whole, and only a phone leaves out the surnames in the header', async () => {
  const name = { displayName: 'María José Gómez Ruiz', firstName: 'María José', lastName: 'Gómez Ruiz' }
  signInAsRole('cliente', name)
  fakeApi.answer(current, { customerId: 'cus_aaaaaaaa', name: name.displayName, email: 'lucia@example.com' })
  const person = open()

  expect(await screen.findByRole('heading', { level: 1, name: 'Hola, María José' })).toBeDefined()
  await person.click(screen.getByRole('link', { name: /inicio/ }))
  const greeting = await findGreeting('María José Gómez Ruiz')
  expect(greeting.querySelector('.header-greeting-rest')?.textContent).toBe(' Gómez Ruiz')
})

test('whoever signs out is asked first when something they did has not been saved yet, and can stay', async () => {
  fakeApi.answer(current, { customerId: 'cus_aaaaaaaa', name: 'Marta Gil', email: 'marta@example.com' })
  localStore.set('ticks:usr_somebody', [{ taken: true }])
  const person = open()
  await screen.findByRole('heading', { name: 'Hola, Lucía' })

  await person.click(leave())
  const dialog = within(
    await screen.findByRole('dialog', { name: '¿Cerrar sesión y perder lo que no se ha guardado?' }),
  )
  await person.click(dialog.getByRole('button', { name: 'Cancelar' }))
  expect(fakeApi.revoked()).toEqual([])
  expect(localStore.get('ticks:usr_somebody')).toBeDefined()

  await person.click(leave())
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cerrar sesión' }))
  await waitFor(() => expect(fakeApi.revoked()).toHaveLength(1))
  expect(localStore.get('ticks:usr_somebody')).toBeUndefined()
})

test('whoever has nothing unsaved signs out at once', async () => {
  fakeApi.answer(current, { customerId: 'cus_aaaaaaaa', name: 'Marta Gil', email: 'marta@example.com' })
  const person = open()
  await screen.findByRole('heading', { name: 'Hola, Lucía' })

  await person.click(leave())

  await waitFor(() => expect(fakeApi.revoked()).toHaveLength(1))
})
