import { screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const place = () => window.location.pathname + window.location.hash
const marker = () => window.sessionStorage.getItem('password_recovery')

test.each(['recovery', 'invite'])(
  'RTE-28 RTE-30 a hash of type %s leads to the reset page and is kept',
  async (type) => {
    openProductPath(`/primera-consulta#type=${type}`)

    await waitFor(() => expect(place()).toBe(`/reset-password#type=${type}`))
    expect(await screen.findByRole('button', { name: 'Enviar enlace' })).toBeDefined()
    expect(marker()).toBe('true')
  },
)

test.each(['access_token=secret', 'provider_token=secret'])(
  'RTE-29 A-02 a hash with %s is scrubbed, and the marker goes',
  async (token) => {
    window.sessionStorage.setItem('password_recovery', 'true')
    openProductPath(`/pago-exitoso#${token}&type=recovery`)

    await screen.findByRole('heading', { name: 'PAGADO' })

    expect(place()).toBe('/pago-exitoso')
    expect(marker()).toBeNull()
  },
)

test('RTE-29 a return from Google takes the marker away', async () => {
  window.sessionStorage.setItem('password_recovery', 'true')
  openProductPath('/auth?oauth=google')

  await waitFor(() => expect(marker()).toBeNull())
})

test('an anchor is left alone', async () => {
  openProductPath('/pago-exitoso#site-footer')

  await screen.findByRole('heading', { name: 'PAGADO' })

  expect(place()).toBe('/pago-exitoso#site-footer')
})

test.each(['next', 'redirect'])('a path that would name another site is no way back: %s', async (name) => {
  signInAsRole('cliente')
  fakeApi.answer('GET /payments', { items: [], next: null })
  openProductPath(`/auth?${name}=${encodeURIComponent('/.//evil.example/x')}`)

  await waitFor(() => expect(place()).toBe('/client'))
})
