import { act, cleanup, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { emitAuthEvent } from '../../../frontend/src/api/auth-events.ts'
import { amplifyAuthMocks, signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const ada = {
  customerId: 'cus_aaaaaaaa',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '600 123 456',
  createdAt: '2026-10-02T09:00:00Z',
}

beforeEach(() => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/counts', { users: 1, clients: 1 })
  fakeApi.answer('GET /customers', { items: [ada], next: null, total: 1, matching: 1 })
  fakeApi.answer('GET /customers/cus_aaaaaaaa', { ...ada, address: null, notes: 'Come poco', version: 1 })
})

const question = () => screen.findByRole('dialog', { name: 'Tienes cambios sin guardar' })
const noQuestion = () => expect(screen.queryByRole('dialog', { name: 'Tienes cambios sin guardar' })).toBeNull()
const nameField = () => within(screen.getByRole('dialog', { name: 'Nuevo Cliente' })).getByLabelText('Nombre')

async function typingAName() {
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')
  await person.type(nameField(), 'Bea')
  return person
}

const drafts = () => Object.keys(window.localStorage).filter((key) => key.includes(':draft:'))

function browserAsks(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('a link asks before it takes away what was typed, and is followed after a yes', async () => {
  const person = await typingAName()

  await person.click(screen.getByRole('link', { name: 'Usuarios', hidden: true }))
  await person.click(within(await question()).getByRole('button', { name: 'Seguir editando' }))
  expect(nameField()).toHaveProperty('value', 'Bea')
  expect(window.location.search).toBe('')

  await person.click(screen.getByRole('link', { name: 'Usuarios', hidden: true }))
  await person.click(within(await question()).getByRole('button', { name: 'Descartar cambios' }))
  expect(window.location.search).toBe('?tab=users')
  noQuestion()
})

test('the way back asks before it takes away what was typed, and is gone after a yes', async () => {
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('link', { name: 'Usuarios' }))
  await screen.findByRole('link', { name: 'Usuarios', current: 'page' })
  await person.click(screen.getByRole('link', { name: 'Clientes' }))
  await person.click(await screen.findByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')
  await person.type(nameField(), 'Bea')

  void act(() => window.history.back())
  await person.click(within(await question()).getByRole('button', { name: 'Seguir editando' }))
  expect(nameField()).toHaveProperty('value', 'Bea')
  expect(window.location.search).toBe('')

  void act(() => window.history.back())
  await person.click(within(await question()).getByRole('button', { name: 'Descartar cambios' }))
  await waitFor(() => expect(window.location.search).toBe('?tab=users'))
  noQuestion()
}, 60_000)

test('a reload asks while something is typed, and not before nor after', async () => {
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')
  expect(browserAsks()).toBe(false)

  await person.type(nameField(), 'Bea')
  expect(browserAsks()).toBe(true)

  await person.clear(nameField())
  expect(browserAsks()).toBe(false)
})

test('what was typed outlives the end of the session, and is there when its owner comes back', async () => {
  const person = await typingAName()

  void act(() => emitAuthEvent('signedOut'))
  await screen.findByRole('heading', { name: 'Iniciar sesión' })
  noQuestion()
  signInAsRole('administrador')
  void act(() => emitAuthEvent('signedIn'))
  await person.click(await screen.findByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')

  expect(nameField()).toHaveProperty('value', 'Bea')
  expect(screen.getByText(/Hemos recuperado lo que escribiste/)).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Descartar lo recuperado' }))
  expect(nameField()).toHaveProperty('value', '')
  expect(browserAsks()).toBe(false)
})

test('what nobody has come back to for a week is gone from the browser', async () => {
  await typingAName()
  expect(drafts()).toHaveLength(1)

  vi.setSystemTime(Date.now() + 8 * 24 * 60 * 60_000)
  cleanup()
  openProductPath('/')

  expect(drafts()).toEqual([])
})

test('what was typed is shown to nobody else who signs in here', async () => {
  const person = await typingAName()
  void act(() => emitAuthEvent('signedOut'))
  await screen.findByRole('heading', { name: 'Iniciar sesión' })

  signInAsRole('administrador', { userId: 'usr_bbbbbbbb' })
  amplifyAuthMocks.fetchAuthSession.mockResolvedValue({
    tokens: {
      accessToken: { payload: { sub: 'sub-2', exp: Math.floor(Date.now() / 1000) + 900 }, toString: () => 'token-2' },
      idToken: { payload: { email: 'otra@example.com' } },
    },
  })
  void act(() => emitAuthEvent('signedIn'))
  await person.click(await screen.findByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')

  expect(nameField()).toHaveProperty('value', '')
})

test('signing out asks about what was typed and not saved, and leaves nothing of it in the browser', async () => {
  await typingAName()
  cleanup()
  const person = openProductPath('/admin')
  await screen.findByRole('button', { name: 'Nuevo Cliente' })
  const [signOut] = screen.getAllByRole('button', { name: 'Cerrar sesión' })
  await person.click(signOut as HTMLElement)

  const asked = within(await screen.findByRole('dialog', { name: /perder lo que no se ha guardado/ }))
  expect(asked.getByText(/Has dejado algo escrito en un formulario/)).toBeDefined()
  await person.click(asked.getByRole('button', { name: 'Cerrar sesión' }))

  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(JSON.stringify(Object.entries(window.localStorage))).not.toContain('Bea')
})

test('what has been saved comes back into no form, and asks nothing', async () => {
  const person = await typingAName()
  await person.type(screen.getByLabelText('Email'), 'bea@example.com')
  const body = { name: 'Bea', email: 'bea@example.com', phone: null, address: null, notes: null }
  fakeApi.answer('POST /customers', { ...ada, ...body, customerId: 'cus_bbbbbbbb', version: 1 })

  await person.click(screen.getByRole('button', { name: 'Guardar' }))

  await screen.findByText('Cliente creado correctamente')
  expect(browserAsks()).toBe(false)
  await person.click(screen.getByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')
  expect(nameField()).toHaveProperty('value', '')
})

test('what a visitor types is there after a reload, but for passwords and what is accepted', async () => {
  window.localStorage.clear()
  amplifyAuthMocks.fetchAuthSession.mockResolvedValue({})
  const first = openProductPath('/register')
  await first.type(await screen.findByLabelText('Nombre'), 'Lucía')
  await first.type(screen.getByLabelText('Contraseña'), 'Secreta-1234')
  expect(browserAsks()).toBe(false)
  expect(JSON.stringify(Object.entries(window.sessionStorage))).not.toContain('Secreta')

  document.body.replaceChildren()
  openProductPath('/register')

  expect(await screen.findByDisplayValue('Lucía')).toBeDefined()
  expect(screen.getByLabelText('Contraseña')).toHaveProperty('value', '')
})
