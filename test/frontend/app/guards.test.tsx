import { act, screen, waitFor, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import {
  createAccountSession,
  amplifyAuthMocks,
  stubCognitoTokens,
  findGreeting,
  signInAsRole,
  openProductPath,
  REFRESH_TOKEN,
} from '../../support/browser-app.tsx'
import { clearAuthSession } from '../../../frontend/src/api/auth-session.ts'
import { fakeApi } from '../../support/fake-api.ts'

const path = () => window.location.pathname
const endedText = 'Tu sesión ha terminado. Entra de nuevo y volverás adonde estabas.'
const noPayments = { items: [], next: null }

function clientPanel() {
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /payments', noPayments)
}

const adminPanel = () => fakeApi.answer('GET /customers', { items: [], next: null, total: 0, matching: 0 })

test('RTE-23 AUTH-30 while the role is being asked for, the page says that it is loading', async () => {
  signInAsRole('cliente')
  fakeApi.hold('GET /account/session', createAccountSession('cliente'))
  openProductPath('/client')

  expect(await screen.findByText('Cargando...')).toBeDefined()
  expect(path()).toBe('/client')
})

test.each(['/client', '/admin', '/dashboard', '/client/cus_aaaaaaaa'])(
  'RTE-24 %s without a session leads to sign-in',
  async (page) => {
    openProductPath(page)

    expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeDefined()
    expect(path()).toBe('/auth')
  },
)

test('a session that ends while the page of another address is being loaded leads nowhere else', async () => {
  signInAsRole('cliente')
  clientPanel()
  openProductPath('/client')
  await screen.findByText('Panel del Cliente')

  window.history.pushState(null, '', '/deshacer-eliminacion')
  void act(clearAuthSession)

  expect(await screen.findByText('Cargando...')).toBeDefined()
  expect(path()).toBe('/deshacer-eliminacion')
})

const tabs = ['questionnaire', 'invoices', 'analytics', 'supplements', 'consultations', 'settings']

test.each(tabs)('RTE-24 a link to the tab %s leads there by way of sign-in, as the links of mails do', async (tab) => {
  amplifyAuthMocks.signIn.mockResolvedValue({ isSignedIn: true, nextStep: { signInStep: 'DONE' } })
  clientPanel()
  const person = openProductPath(`/client?tab=${tab}`)
  await person.type(await screen.findByLabelText('Email'), 'lucia@example.com')
  await person.type(screen.getByLabelText('Contraseña'), 'Secreta-2026')
  stubCognitoTokens('cliente')

  await person.click(screen.getByRole('button', { name: 'Iniciar sesión' }))

  await waitFor(() => expect(path() + window.location.search).toBe(`/client?tab=${tab}`))
})

test('SEC-02 to a cliente the security cards show nothing, and nothing of them is asked for', async () => {
  signInAsRole('cliente')
  clientPanel()
  openProductPath('/admin?tab=security')

  expect(await screen.findByText('Panel del Cliente')).toBeDefined()
  for (const name of ['Progreso de mejoras', 'Alertas (24 h)', 'Registro de auditoría', 'Puntuación y ajustes']) {
    expect(screen.queryByRole('heading', { name }), name).toBeNull()
  }
  for (const part of ['alerts', 'audit', 'improvements', 'settings', 'sign-ins'] as const) {
    expect(fakeApi.asked(`GET /security/${part}`)).toEqual([])
  }
})

test.each(['/admin', '/client/cus_aaaaaaaa'])('RTE-25 a cliente at %s is led to their panel', async (page) => {
  signInAsRole('cliente')
  clientPanel()
  openProductPath(page)

  expect(await screen.findByText('Panel del Cliente')).toBeDefined()
  expect(path()).toBe('/client')
})

test('RTE-25 an administrador at the client panel is led to theirs', async () => {
  signInAsRole('administrador')
  adminPanel()
  openProductPath('/client')

  expect(await screen.findByRole('heading', { name: 'Panel de Administración' })).toBeDefined()
  expect(path()).toBe('/admin')
})

test.each([
  ['cliente', '/client'],
  ['administrador', '/admin'],
] as const)('RTE-18 RTE-26 the dashboard leads a %s to %s', async (role, panel) => {
  signInAsRole(role)
  clientPanel()
  adminPanel()
  openProductPath('/dashboard')

  await waitFor(() => expect(path()).toBe(panel))
})

test('RTE-27 A-03 whoever has no role reaches no panel and can sign out', async () => {
  signInAsRole('cliente')
  fakeApi.refuse('GET /account/session', 'not-allowed')
  const person = openProductPath('/client')

  expect(await screen.findByText('No tienes permisos para acceder a esta página')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Cerrar sesión' }))

  await waitFor(() => expect(path()).toBe('/'))
  expect(fakeApi.revoked()).toEqual([REFRESH_TOKEN])
})

test('MFA-33 an administrador without a second factor sees nothing but why', async () => {
  signInAsRole('administrador', { assured: false })
  adminPanel()
  openProductPath('/admin')

  expect(await screen.findByRole('heading', { name: 'Autenticación Multifactor Requerida' })).toBeDefined()
  expect(fakeApi.asked('GET /customers')).toHaveLength(0)
})

test('A-01 whoever is signed in is not asked to sign in', async () => {
  signInAsRole('cliente')
  clientPanel()
  openProductPath('/auth')

  await waitFor(() => expect(path()).toBe('/client'))
})

test('a session that the server has ended leads to sign-in, which says so', async () => {
  signInAsRole('cliente')
  clientPanel()
  fakeApi.refuse('GET /payments', 'session-ended')
  openProductPath('/client?tab=invoices')

  await waitFor(() => expect(path()).toBe('/auth'))
  // Identifies the owner of remembered form values at the next sign-in.
  await waitFor(() => expect(Object.keys(window.localStorage)).toEqual(['habitat-interior:unsent:memory:user']))
  expect(window.history.state).toMatchObject({ usr: { next: '/client?tab=invoices' } })
  expect(await screen.findByText(endedText)).toBeDefined()
})

test('HDR-06 HDR-08 HDR-09 the menu greets, leads to the panel and signs out', async () => {
  signInAsRole('cliente')
  const person = openProductPath('/pago-exitoso')
  await findGreeting('Lucía Ferrer')

  await person.click(screen.getByRole('button', { name: 'Cuenta' }))
  expect(screen.getByRole('link', { name: 'Mi Panel' }).getAttribute('href')).toBe('/client')
  expect(screen.queryByRole('link', { name: 'Panel de Admin' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Cerrar sesión' }))

  expect(await screen.findByText('Sesión cerrada')).toBeDefined()
  expect(path()).toBe('/')
})

const header = () => within(screen.getAllByRole('banner')[0] as HTMLElement)

test('HDR-02 HDR-06 HDR-09 a client’s panel has one greeting to be seen and to be heard, one way out and none to the landing page’s sections', async () => {
  signInAsRole('cliente')
  clientPanel()
  const person = openProductPath('/client')
  await screen.findByRole('heading', { level: 1, name: /^Hola, / })

  expect(header().getByText('Panel del Cliente')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Nuestro experto', hidden: true })).toBeNull()
  expect(header().getByText(/^Hola, /).className).toBe('visually-hidden')
  expect(
    header()
      .getByText(/^Hola, /)
      .closest('[aria-hidden=true]'),
  ).not.toBeNull()
  await person.click(screen.getByRole('button', { name: 'Cuenta' }))
  expect(screen.getByRole('link', { name: 'Mi Panel' })).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Cerrar sesión' })).toHaveLength(1)
})

test('HDR-02 HDR-06 HDR-07 HDR-09 the administration has one greeting, one way out and none to the landing page’s sections', async () => {
  signInAsRole('administrador')
  adminPanel()
  const person = openProductPath('/admin')
  await screen.findByRole('heading', { level: 1, name: 'Panel de Administración' })

  expect(await screen.findByRole('navigation', { name: 'Administración' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Nuestro experto', hidden: true })).toBeNull()
  expect(screen.getAllByText(/^Hola, /)).toHaveLength(1)
  expect(screen.getByText(/^Hola, /).closest('[aria-hidden=true]')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Cuenta' }))
  expect(screen.getByRole('link', { name: 'Panel de Admin' })).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Cerrar sesión' })).toHaveLength(1)
})

test('HDR-02 HDR-06 HDR-09 whoever goes from a panel to a page finds the sections, the greeting and the way out in its header', async () => {
  signInAsRole('cliente')
  clientPanel()
  const person = openProductPath('/client')
  await screen.findByRole('heading', { level: 1, name: /^Hola, / })

  await person.click(screen.getByRole('link', { name: /inicio/ }))

  expect(await screen.findByRole('link', { name: 'Nuestro experto', hidden: true })).toBeDefined()
  expect(header().getByText(/^Hola, /).className).toBe('header-greeting')
  expect(
    header()
      .getByText(/^Hola, /)
      .closest('[aria-hidden=true]'),
  ).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Cuenta' }))
  expect(header().getByRole('button', { name: 'Cerrar sesión' })).toBeDefined()
})

test('HDR-07 only an administrador is offered the administration panel', async () => {
  signInAsRole('administrador')
  const person = openProductPath('/pago-exitoso')

  await person.click(await screen.findByRole('button', { name: 'Cuenta' }))

  expect(await screen.findByRole('link', { name: 'Panel de Admin' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Mi Panel' })).toBeNull()
})

test('A-04 a sign-out in another tab signs out this one', async () => {
  signInAsRole('cliente')
  clientPanel()
  openProductPath('/client')
  await screen.findByText('Panel del Cliente')

  const otherTab = new BroadcastChannel('habitat-interior:auth')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  otherTab.postMessage('signedOut')
  otherTab.close()

  await waitFor(() => expect(path()).toBe('/auth'))
})

test('a visitor of the public pages never downloads the sign-in library', async () => {
  stubCognitoTokens('cliente')
  openProductPath('/pago-exitoso')

  await screen.findByRole('heading', { name: 'PAGADO' })

  expect(amplifyAuthMocks.fetchAuthSession).not.toHaveBeenCalled()
})

test('RTE-22 an unknown address is said, logged and leads home', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  openProductPath('/no-existe')

  const title = await screen.findByRole('heading', { level: 1, name: 'Oops! Page not found' })

  expect(title.getAttribute('lang')).toBe('en')
  expect(screen.getByText(/La página que buscas no existe/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Volver al inicio' }).getAttribute('href')).toBe('/')
  await waitFor(() => expect(logged).toHaveBeenCalledWith('404: unknown route', '/no-existe'))
})

test('tokens that are of no use any more are told of too, when the panel is opened anew', async () => {
  signInAsRole('cliente')
  amplifyAuthMocks.fetchAuthSession.mockResolvedValue({})
  openProductPath('/client')

  expect(await screen.findByText(endedText)).toBeDefined()
})

test('whoever was not signed in is told of no session that has ended', async () => {
  openProductPath('/client')

  expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeDefined()
  expect(screen.queryByText(endedText)).toBeNull()
})
