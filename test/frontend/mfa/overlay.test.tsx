import type { MfaFactor } from '#contract/mfa'
import { screen, waitFor } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import type { SignedInAccount } from '#contract/account'
import { createAccountSession, stubCognitoTokens, signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const factor = {
  id: 'mfa_aaaaaaaa',
  friendlyName: 'x',
  factorType: 'totp',
  status: 'verified',
  createdAt: '2026-11-01T10:00:00Z',
} as const
const setUpButton = { name: 'Configurar MFA Ahora (Obligatorio)' }

function anAdministrator(more: Partial<SignedInAccount> = {}, factors: readonly MfaFactor[] = []) {
  signInAsRole('administrador', { assured: false, mfaEnabled: false, ...more })
  fakeApi.answer('GET /mfa', { factors, recoveryCodesLeft: 0 })
  fakeApi.answer('GET /customers', { items: [], next: null, total: 0, matching: 0 })
  return openProductPath('/admin')
}

test('MFA-33 MFA-34 PER-05 the whole panel is blocked until the factor is set up', async () => {
  anAdministrator()

  expect(await screen.findByRole('heading', { name: 'Autenticación Multifactor Requerida' })).toBeDefined()
  expect(await screen.findByRole('button', setUpButton)).toBeDefined()
  expect(screen.getByText(/completamente bloqueado/)).toBeDefined()
  expect(document.querySelector('header')?.hasAttribute('inert')).toBe(true)
  expect(fakeApi.asked('GET /customers')).toHaveLength(0)
})

test('MFA-35 a factor that is not verified is none', async () => {
  anAdministrator({}, [{ ...factor, status: 'unverified' }])

  expect(await screen.findByRole('button', setUpButton)).toBeDefined()
})

test('MFA-36 MFA-24 ERR-02 a listing that fails leaves the block, is logged and can be tried again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  signInAsRole('administrador', { assured: false, mfaEnabled: false })
  fakeApi.refuse('GET /mfa', 'profile-missing')
  const person = openProductPath('/admin')

  expect(await screen.findByText(/^Error al obtener factores MFA: /)).toBeDefined()
  expect(logged).toHaveBeenCalled()
  fakeApi.answer('GET /mfa', { factors: [], recoveryCodesLeft: 0 })
  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  expect(await screen.findByRole('button', setUpButton)).toBeDefined()
})

async function reachCodes() {
  const person = anAdministrator()
  fakeApi.answer('POST /mfa/enrolment/key', { until: '2026-11-21T10:05:00Z', key: 'once' })
  fakeApi.answer('POST /mfa/enrolment', { id: 'x', secret: 'JBSWY3DP', uri: 'otpauth://totp/x', friendlyName: 'x' })
  fakeApi.answer('POST /mfa/enrolment/confirmation', () => {
    stubCognitoTokens('administrador')
    return Response.json({ recoveryCodes: Array.from({ length: 8 }, (_, at) => `ABCDEFG${at + 2}`) })
  })
  await person.click(await screen.findByRole('button', setUpButton))
  await person.click(await screen.findByRole('button', { name: 'Configurar TOTP' }))
  await person.type(await screen.findByLabelText('Código de 6 dígitos'), '123456')
  await person.click(screen.getByRole('button', { name: 'Confirmar TOTP' }))
  await screen.findByText('ABCDEFG2')
  return person
}

test('after the set-up nobody is asked to set it up again while the server is slow to say that it is there', async () => {
  const person = await reachCodes()
  const release = fakeApi.hold('GET /account/session', createAccountSession('administrador'))

  await person.click(screen.getByRole('button', { name: 'Continuar' }))

  expect(await screen.findByText('Abriendo tu panel...')).toBeDefined()
  expect(screen.queryByRole('button', setUpButton)).toBeNull()
  release()
  expect(await screen.findByRole('heading', { name: 'Panel de Administración' })).toBeDefined()
})

test('after the set-up the panel opens, and not before the codes have been seen', async () => {
  const person = await reachCodes()
  expect(screen.queryByRole('heading', { name: 'Panel de Administración' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Continuar' }))

  expect(await screen.findByRole('heading', { name: 'Panel de Administración' })).toBeDefined()
})

test.each([
  ['Google', { origin: 'google' }, [], /no entran con Google/],
  ['a session without the code', { mfaEnabled: true }, [factor], /no ha comprobado tu código/],
] as const)('an administrador with %s is told to sign in again', async (_, account, factors, text) => {
  anAdministrator(account, [...factors])

  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByRole('button', setUpButton)).toBeNull()
})

test('MFA-37 a cliente never sees it', async () => {
  signInAsRole('cliente', { mfaEnabled: false })
  fakeApi.answer('GET /payments', { items: [], next: null })
  openProductPath('/client')

  await screen.findByText('Panel del Cliente')

  expect(screen.queryByText('Autenticación Multifactor Requerida')).toBeNull()
  await waitFor(() => expect(fakeApi.asked('GET /mfa')).toHaveLength(0))
})
