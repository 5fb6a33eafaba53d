import { act, cleanup, render, screen, waitFor, within } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { COOKIE_POLICY_VERSION } from '#contract/product'
import { CookieConsent } from '../../../frontend/src/features/consent/cookie-consent.tsx'
import { openCookieSettings } from '../../../frontend/src/ui/open-cookie-settings.ts'
import { fakeApi } from '../../support/fake-api.ts'

const key = 'habitat-interior:cookies'
const receipts = 'POST /consent/receipts'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  window.dataLayer = []
  fakeApi.answer(receipts, (body) => ({ ...body, recordedAt: '2026-11-21T09:00:00.000Z' }))
})
afterEach(() => void vi.restoreAllMocks())

const banner = () => screen.findByRole('region', { name: 'Aviso de cookies' })
const bannerNow = () => screen.queryByRole('region', { name: 'Aviso de cookies' })
const noBanner = () => waitFor(() => expect(bannerNow()).toBeNull())
const dialog = () => screen.findByRole('dialog', { name: 'Configuración de cookies' })
const stored = () => JSON.parse(window.localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null
const lastSignals = () => Array.from(window.dataLayer?.at(-1) as ArrayLike<unknown>)

function arrive() {
  render(<CookieConsent />)
  return userEvent.setup({ delay: null })
}

function leave() {
  cleanup()
  window.dataLayer = []
}

const aChoice = (changes: object = {}) => ({
  necessary: true,
  analytics: true,
  marketing: false,
  timestamp: Date.parse('2026-11-01T09:00:00.000Z'),
  textVersion: COOKIE_POLICY_VERSION,
  receiptId: 'cns_00000001',
  ...changes,
})
const keep = (value: unknown) =>
  window.localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))

async function openFromBanner() {
  const person = arrive()
  await person.click(within(await banner()).getByRole('button', { name: 'Configurar' }))
  return { person, asked: within(await dialog()) }
}

const isOn = (element: HTMLElement) => (element as HTMLInputElement).checked

describe('the banner', () => {
  test('COO-01 COO-02 asks whoever has not answered, with three answers and a way to the policy', async () => {
    arrive()

    const asked = within(await banner())
    expect(asked.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Configurar',
      'Rechazar opcionales',
      'Aceptar todas',
    ])
    expect(asked.getByRole('link', { name: 'Política de cookies' }).getAttribute('href')).toBe('/cookies')
  })

  test('refusing looks as accepting does', async () => {
    arrive()

    const asked = within(await banner())
    expect(asked.getByRole('button', { name: 'Rechazar opcionales' }).className).toBe(
      asked.getByRole('button', { name: 'Aceptar todas' }).className,
    )
  })

  test.each([
    ['no JSON', '{"necessary":'],
    ['another thing', '[1]'],
    ['text for a switch', aChoice({ analytics: 'true' })],
    ['the necessary ones off', aChoice({ necessary: false })],
    ['an instant of the future', aChoice({ timestamp: Date.parse('2026-11-22T09:00:00.000Z') })],
  ])('COO-01 asks again when what is kept cannot be read: %s', async (_, value) => {
    keep(value)
    arrive()

    expect(await banner()).toBeDefined()
    expect(lastSignals()).toMatchObject(['consent', 'update', { analytics_storage: 'denied', ad_storage: 'denied' }])
  })

  test('A-59 asks again when the text is another one', async () => {
    keep(aChoice({ textVersion: '2020-01' }))
    arrive()

    expect(await banner()).toBeDefined()
  })

  test('A-59 asks again when a choice is older than 24 months', async () => {
    keep(aChoice({ timestamp: Date.parse('2024-11-21T08:59:59.000Z') }))
    arrive()

    expect(await banner()).toBeDefined()
  })

  test('A-59 does not ask as long as a choice is younger', async () => {
    keep(aChoice({ timestamp: Date.parse('2024-11-21T09:00:10.000Z') }))
    arrive()

    await waitFor(() => expect(lastSignals()[2]).toMatchObject({ analytics_storage: 'granted' }))
    expect(bannerNow()).toBeNull()
  })

  test('is in no page that is rendered beforehand', () => {
    expect(renderToString(<CookieConsent />)).toBe('')
  })

  test('goes when the question is answered in another tab', async () => {
    arrive()
    await banner()

    keep(aChoice())
    void act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))

    expect(bannerNow()).toBeNull()
  })
})

describe('an answer', () => {
  test.each([
    ['COO-05', 'Aceptar todas', true],
    ['COO-06', 'Rechazar opcionales', false],
  ])('%s COO-08 %s is kept with its instant and the version of its text', async (_, name, allowed) => {
    const person = arrive()

    await person.click(within(await banner()).getByRole('button', { name }))

    await noBanner()
    expect(stored()).toEqual({
      necessary: true,
      analytics: allowed,
      marketing: allowed,
      timestamp: expect.closeTo(Date.parse('2026-11-21T09:00:00.000Z'), -5),
      textVersion: COOKIE_POLICY_VERSION,
      receiptId: expect.stringMatching(/^cns_[0-9a-f-]{36}$/),
    })
    expect(screen.getByRole('status').textContent).toBe('Hemos guardado tu elección sobre las cookies.')
  })

  test('COO-09 is applied again at the next visit, which asks nothing', async () => {
    keep(aChoice({ analytics: true, marketing: false }))
    arrive()

    await waitFor(() =>
      expect(lastSignals()).toEqual([
        'consent',
        'update',
        {
          analytics_storage: 'granted',
          ad_storage: 'denied',
          ad_user_data: 'denied',
          ad_personalization: 'denied',
        },
      ]),
    )
    await noBanner()
    expect(fakeApi.asked(receipts)).toEqual([])
  })

  test('COO-09 accepting everything grants everything at once', async () => {
    const person = arrive()

    await person.click(within(await banner()).getByRole('button', { name: 'Aceptar todas' }))

    await waitFor(() =>
      expect(lastSignals()[2]).toEqual({
        analytics_storage: 'granted',
        ad_storage: 'granted',
        ad_user_data: 'granted',
        ad_personalization: 'granted',
      }),
    )
  })
})

describe('the settings', () => {
  test('COO-03 COO-04 COO-10 have a switch for each purpose, the necessary one locked on and no other on', async () => {
    const { person, asked } = await openFromBanner()
    const necessary = asked.getByRole('switch', { name: 'Necesarias' })

    await person.click(necessary)

    expect(asked.getAllByRole('switch').map(isOn)).toEqual([true, false, false])
    expect(necessary).toHaveProperty('disabled', true)
    expect(asked.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Cancelar',
      'Rechazar opcionales',
      'Guardar configuración',
    ])
  })

  test('COO-07 keep what was switched', async () => {
    const { person, asked } = await openFromBanner()

    await person.click(asked.getByRole('switch', { name: 'Publicidad' }))
    await person.click(asked.getByRole('button', { name: 'Guardar configuración' }))

    await noBanner()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(stored()).toMatchObject({ necessary: true, analytics: false, marketing: true })
  })

  test('COO-07 keep nothing when they are cancelled, and the question stays', async () => {
    const { person, asked } = await openFromBanner()

    await person.click(asked.getByRole('switch', { name: 'Analíticas' }))
    await person.click(asked.getByRole('button', { name: 'Cancelar' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(stored()).toBeNull()
    expect(await banner()).toBeDefined()
    expect(fakeApi.asked(receipts)).toEqual([])
  })

  test('COO-06 refuse everything optional in one press, whatever is switched', async () => {
    const { person, asked } = await openFromBanner()

    await person.click(asked.getByRole('switch', { name: 'Analíticas' }))
    await person.click(asked.getByRole('button', { name: 'Rechazar opcionales' }))

    await noBanner()
    expect(stored()).toMatchObject({ analytics: false, marketing: false })
  })

  test('open again with what was chosen, and a permission is taken back there', async () => {
    keep(aChoice({ analytics: true, marketing: true }))
    const person = arrive()

    void act(openCookieSettings)
    const asked = within(await dialog())
    expect(asked.getAllByRole('switch').map(isOn)).toEqual([true, true, true])
    await person.click(asked.getByRole('button', { name: 'Rechazar opcionales' }))

    await waitFor(() => expect(lastSignals()[2]).toMatchObject({ analytics_storage: 'denied', ad_storage: 'denied' }))
    expect(stored()).toMatchObject({ analytics: false, marketing: false })
  })
})

describe('the receipt', () => {
  test('A-59 tells the server the choice and the version of the text, under a random id', async () => {
    const person = arrive()

    await person.click(within(await banner()).getByRole('button', { name: 'Aceptar todas' }))

    await waitFor(() => expect(fakeApi.asked(receipts)).toHaveLength(1))
    expect(fakeApi.asked(receipts)[0]).toMatchObject({
      authorization: null,
      body: {
        receiptId: stored()?.['receiptId'],
        textVersion: COOKIE_POLICY_VERSION,
        analytics: true,
        marketing: true,
      },
    })
  })

  test.each(['unreachable', 'refused'])('A-59 that is %s is sent at the next visit, once', async (how) => {
    if (how === 'refused') fakeApi.refuse(receipts, 'too-many-attempts')
    else fakeApi.unreachable(receipts)
    const person = arrive()
    await person.click(within(await banner()).getByRole('button', { name: 'Rechazar opcionales' }))
    await noBanner()
    await waitFor(() => expect(fakeApi.asked(receipts)).toHaveLength(1))
    leave()

    fakeApi.answer(receipts, (body) => ({ ...body, recordedAt: '2026-11-21T09:00:00.000Z' }))
    arrive()
    await waitFor(() => expect(fakeApi.asked(receipts)).toHaveLength(2))
    await waitFor(() => expect(window.localStorage.getItem('habitat-interior:cookie-receipts')).toBe('[]'))
    leave()
    arrive()
    await noBanner()

    const [first, second, ...more] = fakeApi.asked(receipts)
    expect(second?.body).toEqual(first?.body)
    expect(more).toEqual([])
  })

  test('that the server can never take is not tried for ever', async () => {
    fakeApi.refuse(receipts, 'invalid-input')
    const person = arrive()

    await person.click(within(await banner()).getByRole('button', { name: 'Aceptar todas' }))

    await waitFor(() => expect(window.localStorage.getItem('habitat-interior:cookie-receipts')).toBe('[]'))
    expect(fakeApi.asked(receipts)).toHaveLength(1)
  })
})
