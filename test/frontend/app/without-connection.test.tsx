import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createAccountSession, openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const account = 'GET /account/session'
const noConnection = 'Esta página aparecerá sola en cuanto vuelva.'
const waits = 'Sin conexión. Aparecerá cuando vuelva.'

beforeEach(() => {
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /payments', { items: [], next: null })
  onTestFinished(() => onlineManager.setOnline(true))
})

/** Offline before the page is opened, so that no event reports it. */
async function openWithoutConnection(path: string) {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => isOnline.mockRestore())
  fakeApi.unreachable(account)
  const person = openProductPath(path)
  await waitFor(() => expect(fakeApi.asked(account)).not.toEqual([]))
  // The first retry, which waits for a connection, begins after a second.
  await vi.advanceTimersByTimeAsync(1000)
  return person
}

function restoreConnection(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
}

test.each(['/client', '/client/mensajes'])(
  'a client who opens %s without a connection is told so, and gets it once the connection is back',
  async (path) => {
    await openWithoutConnection(path)

    const status = (await screen.findByText(noConnection)).closest<HTMLElement>('[role=status]')
    expect(within(status ?? document.body).getByRole('heading', { name: 'No hay conexión' })).toBeDefined()
    expect(screen.queryByText('Cargando...')).toBeNull()
    fakeApi.answer(account, createAccountSession('cliente'))
    restoreConnection()

    await waitFor(() => expect(screen.queryByText(noConnection)).toBeNull())
    expect(await screen.findByRole('heading', { level: 1, name: /^(Hola, Lucía|Mensajes)$/ })).toBeDefined()
  },
)

test('an administrador who opens the administration without a connection is told so, and gets it once the connection is back', async () => {
  signInAsRole('administrador')
  await openWithoutConnection('/admin')

  expect(await screen.findByText(noConnection)).toBeDefined()
  fakeApi.answer(account, createAccountSession('administrador'))
  restoreConnection()

  expect(await screen.findByRole('heading', { level: 1, name: 'Panel de Administración' })).toBeDefined()
})

test('whoever loses the connection while the account is being waited for is told so', async () => {
  onlineManager.setOnline(false)
  openProductPath('/client')

  expect(await screen.findByText(noConnection)).toBeDefined()
  onlineManager.setOnline(true)

  expect(await screen.findByRole('heading', { level: 1, name: 'Hola, Lucía' })).toBeDefined()
})

test('whoever knows better than the browser that there is a connection tries again, and gets the panel', async () => {
  const person = await openWithoutConnection('/client')
  await screen.findByText(noConnection)
  fakeApi.answer(account, createAccountSession('cliente'))

  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Hola, Lucía' })).toBeDefined()
})

test('a browser that says wrongly that there is no connection keeps nobody waiting for ever', async () => {
  await openWithoutConnection('/client')
  await screen.findByText(noConnection)
  fakeApi.answer(account, createAccountSession('cliente'))

  await vi.advanceTimersByTimeAsync(30_000)

  expect(await screen.findByRole('heading', { level: 1, name: 'Hola, Lucía' })).toBeDefined()
})

test('whoever tries again without a connection is told once more that there is none', async () => {
  const person = await openWithoutConnection('/client')
  await screen.findByText(noConnection)
  const before = fakeApi.asked(account).length

  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  await waitFor(() => expect(fakeApi.asked(account).length).toBeGreaterThan(before))
  expect(await screen.findByText(noConnection)).toBeDefined()
})

test.each(['questionnaire', 'invoices', 'analytics', 'supplements', 'consultations', 'settings'])(
  'without a connection the panel and its tab %s say that they wait for it',
  async (tab) => {
    openProductPath('/client/mensajes')
    await screen.findByRole('heading', { level: 1, name: 'Mensajes' })
    onlineManager.setOnline(false)
    history.pushState(null, '', `/client?tab=${tab}`)
    window.dispatchEvent(new PopStateEvent('popstate'))
    await screen.findByRole('navigation', { name: 'Secciones de mi panel' })

    // A tab's code is loaded when the browser is idle.
    await vi.advanceTimersByTimeAsync(3000)
    await vi.dynamicImportSettled()

    for (const name of ['Tu próximo paso', 'Tu proceso']) {
      expect(within(screen.getByRole('region', { name })).getByText(waits), name).toBeDefined()
    }
    expect(screen.getAllByText(waits).length).toBeGreaterThan(2)
    expect(screen.queryByText(/^(Cargando|Mirando|Comprobando)/)).toBeNull()
  },
)

test('a card that has failed is asked for again when somebody presses, though the browser says that there is no connection', async () => {
  fakeApi.refuse('GET /payments', 'too-many-attempts')
  const person = openProductPath('/client?tab=invoices')
  const card = (await screen.findByRole('heading', { name: 'Mis pagos' })).closest('section')
  const payments = within(card ?? document.body)
  const retry = await payments.findByRole('button', { name: 'Reintentar' })
  onlineManager.setOnline(false)
  fakeApi.answer('GET /payments', { items: [], next: null })

  await person.click(retry)

  await waitFor(() => expect(payments.queryByRole('button', { name: 'Reintentar' })).toBeNull())
  expect(fakeApi.asked('GET /payments')).toHaveLength(2)
})

test('what a feature failed to show is asked for again when somebody presses, though the browser says that there is no connection', async () => {
  fakeApi.refuse('GET /customers/current/pathway', 'too-many-attempts')
  const person = openProductPath('/client')
  const retry = await screen.findByRole('button', { name: 'Reintentar tu proceso' })
  const asked = fakeApi.asked('GET /customers/current/pathway').length
  onlineManager.setOnline(false)

  await person.click(retry)

  await waitFor(() => expect(fakeApi.asked('GET /customers/current/pathway').length).toBe(asked + 1))
})
