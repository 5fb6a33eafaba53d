import { render, screen, waitFor, within } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../support/fake-api.ts'

const receipts = 'POST /consent/receipts'

beforeEach(() => {
  // Fresh modules, as for a new page.
  vi.resetModules()
  window.dataLayer = []
  fakeApi.answer(receipts, (body) => ({ ...body, recordedAt: '2026-11-21T09:00:00.000Z' }))
})
afterEach(() => void vi.restoreAllMocks())

const lastSignals = () => Array.from(window.dataLayer?.at(-1) as ArrayLike<unknown>)

const blocked = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test('an answer holds until the page is left where the browser keeps nothing', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(blocked)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(blocked)
  const { CookieConsent } = await import('../../../frontend/src/features/consent/cookie-consent.tsx')
  render(<CookieConsent />)
  const person = userEvent.setup({ delay: null })

  await person.click(
    within(await screen.findByRole('region', { name: 'Aviso de cookies' })).getByRole('button', {
      name: 'Aceptar todas',
    }),
  )

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Aviso de cookies' })).toBeNull())
  expect(lastSignals()[2]).toMatchObject({ analytics_storage: 'granted' })
  await waitFor(() => expect(fakeApi.asked(receipts)).toHaveLength(1))
})

test('before anything is chosen everything optional is denied, and that is the first thing said', async () => {
  await import('../../../frontend/src/features/consent/cookie-consent-signals.ts')

  expect(lastSignals()).toEqual([
    'consent',
    'default',
    { analytics_storage: 'denied', ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' },
  ])
})
