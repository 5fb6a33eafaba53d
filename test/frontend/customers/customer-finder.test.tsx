import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import { stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const nuria = { customerId: 'cus_bbbbbbbb', name: 'Nuria Castells', email: 'nuria@correo.test' }

beforeEach(() => {
  stubAdminAgenda()
  fakeApi.answer('GET /customers/names', { items: [nuria], more: false })
})

const open = async (path = '/admin/agenda') => {
  const person = openProductPath(path)
  await screen.findByRole('button', { name: 'Buscar cliente, email o teléfono' })
  return person
}

test('with / one looks for a client from any page of the practice, and Intro opens the record', async () => {
  const person = await open()

  await person.keyboard('/')
  const dialog = within(screen.getByRole('dialog', { name: 'Buscar cliente' }))
  await person.type(dialog.getByRole('combobox'), 'nu')
  expect(await dialog.findByRole('option', { name: /Nuria Castells/ })).toBeDefined()
  await person.keyboard('{Enter}')

  await waitFor(() => expect(window.location.pathname).toBe('/client/cus_bbbbbbbb'))
  expect(fakeApi.asked('GET /customers/names').at(-1)?.query).toEqual({ limit: '8', search: 'nu' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Intro that is pressed before the answer has come opens the first match of what was typed, once it is there', async () => {
  const person = await open()
  await person.keyboard('/')
  const field = screen.getByRole('combobox', { name: 'Nombre, email o teléfono' })

  await person.type(field, 'nu{Enter}')

  await waitFor(() => expect(window.location.pathname).toBe('/client/cus_bbbbbbbb'))
  expect(screen.queryByRole('dialog', { name: 'Buscar cliente' })).toBeNull()
})

test('whoever types on after an early Intro has not asked for the first match of the longer text', async () => {
  const person = await open()
  await person.keyboard('/')
  const field = screen.getByRole('combobox', { name: 'Nombre, email o teléfono' })

  await person.type(field, 'nu{Enter}ria')

  expect(await screen.findByRole('option', { name: /Nuria Castells/ })).toBeDefined()
  expect(window.location.pathname).toBe('/admin/agenda')
})

test('the field in the header does what the key does, and nobody is looked for before something is typed', async () => {
  const person = await open()

  await person.click(screen.getByRole('button', { name: 'Buscar cliente, email o teléfono' }))

  expect(screen.getByRole('dialog', { name: 'Buscar cliente' })).toBeDefined()
  expect(fakeApi.asked('GET /customers/names')).toEqual([])
})

test('whoever types / in a field has typed it, and so has whoever presses it with Ctrl', async () => {
  const person = await open('/admin')
  const field = await screen.findByLabelText<HTMLInputElement>('Buscar clientes')

  await person.type(field, '12/3')
  expect(field.value).toBe('12/3')
  field.blur()
  await person.keyboard('{Control>}/{/Control}')

  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a text that finds nobody says so', async () => {
  const person = await open()
  fakeApi.answer('GET /customers/names', { items: [], more: false })

  await person.keyboard('/')
  await person.type(screen.getByRole('combobox', { name: 'Nombre, email o teléfono' }), 'zoe')

  expect(await screen.findByText('No se encontraron clientes con «zoe»')).toBeDefined()
})

test('the header of the practice leads to panel, agenda and novedades, and to no section of the public pages', async () => {
  await open()
  const header = within(screen.getAllByRole('banner')[0] as HTMLElement)

  expect(header.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Hábitat Interior',
    'Panel',
    'Agenda',
    'Novedades',
  ])
  expect(header.getByRole('link', { name: 'Agenda' }).getAttribute('aria-current')).toBe('page')
})
