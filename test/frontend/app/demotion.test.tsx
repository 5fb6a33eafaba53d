import { fireEvent, screen, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasStoredSession } from '../../../frontend/src/api/session-storage.ts'
import { amplifyAuthMocks, signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const carmen = {
  customerId: 'cus_bbbbbbbb',
  name: 'Carmen Ruiz',
  email: 'carmen@example.com',
  phone: '600 111 222',
  address: null,
  notes: null,
  createdAt: '2026-10-01T09:00:00Z',
  version: 1,
}
const record = `/client/${carmen.customerId}`

beforeEach(async () => {
  signInAsRole('administrador')
  // As with Amplify, a session whose tokens were deleted is not found again.
  const tokens = await amplifyAuthMocks.fetchAuthSession()
  amplifyAuthMocks.fetchAuthSession.mockImplementation(async () => (hasStoredSession() ? tokens : {}))
  fakeApi.answer('GET /customers', { items: [carmen], next: null, total: 1, matching: 1 })
  fakeApi.answer(`GET /customers/${carmen.customerId}`, carmen)
  fakeApi.answer(`GET /customers/${carmen.customerId}/payments`, { items: [], next: null })
})

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const sessionsAsked = () => fakeApi.asked('GET /account/session').length
const clientsAsked = () =>
  fakeApi.asked('GET /customers').length + fakeApi.asked(`GET /customers/${carmen.customerId}`).length

function turn(state: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
}

afterEach(() => void vi.restoreAllMocks())

async function openedAt(page: string) {
  const person = openProductPath(page)
  expect(await screen.findAllByText(carmen.name)).not.toHaveLength(0)
  expect(await screen.findAllByText(carmen.email)).not.toHaveLength(0)
  return person
}

/** One second is enough to render and too short for another request. */
async function expectDenied() {
  await screen.findByText('Acceso Denegado', { selector: 'main h1' }, { timeout: 1000 })
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Ir a mi panel' }).getAttribute('href')).toBe('/client')
  for (const text of [carmen.name, carmen.email, carmen.phone]) {
    expect(document.documentElement.innerHTML, text).not.toContain(text)
  }
}

test('a request that the firewall stops demotes nobody', async () => {
  await openedAt('/admin')
  fakeApi.fail('GET /account/session', 403)
  const before = sessionsAsked()

  await seconds(6)

  expect(sessionsAsked()).toBeGreaterThan(before)
  expect(screen.queryByText('Acceso Denegado')).toBeNull()
  expect(screen.getAllByText(carmen.name)).not.toHaveLength(0)
  expect(hasStoredSession()).toBe(true)
})

test.each(['/admin', record])(
  'ADM-04 within five seconds of being demoted, an administrador who does nothing at %s reads ‘Acceso Denegado’ alone',
  async (page) => {
    await openedAt(page)
    const before = clientsAsked()
    fakeApi.refuse('GET /account/session', 'not-allowed')

    await seconds(5)

    await expectDenied()
    expect(clientsAsked()).toBe(before)
  },
)

test.each(['/admin', record])(
  'ADM-04 whose tokens were renewed after they were demoted reads ‘Acceso Denegado’ at %s, and is not led to a client’s panel',
  async (page) => {
    await openedAt(page)
    signInAsRole('cliente')

    await seconds(5)

    await expectDenied()
    expect(window.location.pathname).toBe(page)
  },
)

test('ADM-04 a page that nobody sees asks for no role, and does at once when it is seen again', async () => {
  await openedAt(record)
  turn('hidden')
  const before = sessionsAsked()
  fakeApi.refuse('GET /account/session', 'not-allowed')

  await seconds(20)
  expect(sessionsAsked()).toBe(before)
  turn('visible')

  await expectDenied()
})

test('ADM-04 without a connection an administrador keeps the page, and is asked after again when there is one', async () => {
  await openedAt(record)
  fakeApi.unreachable('GET /account/session')

  await seconds(30)
  expect(screen.getAllByText(carmen.name)).not.toHaveLength(0)
  fakeApi.refuse('GET /account/session', 'not-allowed')
  await seconds(5)

  await expectDenied()
})

test('ADM-04 an administrador who still is one keeps the page as it is', async () => {
  await openedAt(record)
  const before = sessionsAsked()

  await seconds(20)

  expect(sessionsAsked()).toBe(before + 4)
  expect(screen.getAllByText(carmen.name)).not.toHaveLength(0)
})

test('the role of a cliente is not asked for again and again', async () => {
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  openProductPath('/client')
  await screen.findByText('Panel del Cliente')
  const before = sessionsAsked()

  await seconds(20)

  expect(sessionsAsked()).toBe(before)
})

test('whoever has signed out is asked after no more', async () => {
  const person = await openedAt('/admin')
  amplifyAuthMocks.fetchAuthSession.mockResolvedValue({})
  await person.click(screen.getByRole('button', { name: 'Cuenta' }))
  await person.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  await screen.findByText('Sesión cerrada')
  const before = sessionsAsked()

  await seconds(20)

  expect(sessionsAsked()).toBe(before)
})

test('ADM-04 an administrador whose request is refused because they were demoted reads ‘Acceso Denegado’ at once', async () => {
  const person = await openedAt('/admin')
  fakeApi.refuse('GET /users', 'not-allowed')

  await person.click(screen.getByRole('link', { name: 'Usuarios' }))

  await expectDenied()
  expect(fakeApi.asked('GET /users')).not.toHaveLength(0)
})

test('ADM-04 an administrador who was demoted and loads the page anew reads ‘Acceso Denegado’', async () => {
  signInAsRole('administrador')
  fakeApi.refuse('GET /account/session', 'not-allowed')

  openProductPath('/admin')

  expect(await screen.findByRole('heading', { name: 'Acceso Denegado' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ir a mi panel' }).getAttribute('href')).toBe('/client')
})
