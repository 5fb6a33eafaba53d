import { screen, waitFor, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import type { Role } from '#contract/endpoint'
import { requireFreshCodeOnce } from '../../support/admin-app.ts'
import { amplifyAuthMocks, signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const factor = {
  id: 'mfa_aaaaaaaa',
  friendlyName: 'Hábitat Interior',
  factorType: 'totp',
  status: 'verified',
  createdAt: '2026-11-01T10:00:00Z',
} as const
const session = (sessionId: string, device: string, current: boolean) =>
  ({
    sessionId,
    device,
    address: '192.0.2.7',
    origin: 'password',
    signedInAt: '2026-11-20T09:00:00Z',
    lastSeenAt: '2026-11-21T09:30:00Z',
    current,
  }) as const
const here = session('11111111-1111-4111-8111-111111111111', 'Chrome en Windows', true)
const elsewhere = session('22222222-2222-4222-8222-222222222222', 'Safari en iPhone', false)

function atSettings({ on = false, role = 'cliente', left = 8 }: { on?: boolean; role?: Role; left?: number } = {}) {
  signInAsRole(role, { mfaEnabled: on || role === 'administrador' })
  fakeApi.answer('GET /mfa', { factors: on ? [factor] : [], recoveryCodesLeft: on ? left : 0 })
  fakeApi.answer('GET /account/sessions', { items: [here, elsewhere] })
  return openProductPath(role === 'cliente' ? '/client?tab=settings' : '/admin?tab=security')
}

test('MFA-38 the switch starts the set-up, and giving it up leaves it off', async () => {
  const person = atSettings()
  const toggle = await screen.findByRole('switch', { name: /Verificación en dos pasos/ })
  expect(toggle).toHaveProperty('checked', false)

  await person.click(toggle)
  await person.click(await screen.findByRole('button', { name: 'Cancelar' }))

  expect(await screen.findByRole('switch')).toHaveProperty('checked', false)
  expect(fakeApi.asked('POST /mfa/enrolment')).toHaveLength(0)
})

test('MFA-08 a factor that is not verified does not count', async () => {
  atSettings()
  fakeApi.answer('GET /mfa', { factors: [{ ...factor, status: 'unverified' }], recoveryCodesLeft: 0 })

  expect(await screen.findByRole('switch')).toHaveProperty('checked', false)
})

test('MFA-39 the state cannot be learned', async () => {
  const person = atSettings()
  fakeApi.refuse('GET /mfa', 'not-allowed')

  expect(await screen.findByText('No se pudo verificar el estado de 2FA')).toBeDefined()
  fakeApi.answer('GET /mfa', { factors: [factor], recoveryCodesLeft: 3 })
  const section = within(screen.getByRole('region', { name: 'Verificación en dos pasos' }))
  await person.click(section.getByRole('button', { name: 'Reintentar' }))

  expect(await screen.findByText('Te quedan 3 códigos de recuperación.')).toBeDefined()
})

test('MFA-10 MFA-38 DATA-34 A-12 after a fresh code it is switched off directly', async () => {
  const person = atSettings({ on: true })
  fakeApi.answer('DELETE /mfa', () => {
    fakeApi.answer('GET /mfa', { factors: [], recoveryCodesLeft: 0 })
    return Response.json({ disabled: true })
  })

  await person.click(await screen.findByRole('switch'))

  await waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('checked', false))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fakeApi.asked('DELETE /mfa')).toHaveLength(1)
  expect(amplifyAuthMocks.fetchAuthSession).toHaveBeenCalledWith({ forceRefresh: true })
})

test('MFA-12 A-12 without a fresh code one is asked for, and then it goes on by itself', async () => {
  const person = atSettings({ on: true })
  requireFreshCodeOnce('POST /mfa/recovery-codes', {
    recoveryCodes: Array.from({ length: 8 }, (_, at) => `NEWCODE${at + 2}`),
  })

  await person.click(await screen.findByRole('button', { name: 'Regenerar códigos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))
  await person.click(dialog.getByRole('button', { name: 'Verificar' }))
  expect(await dialog.findByText('Introduce un código de 6 dígitos')).toBeDefined()
  await person.type(dialog.getByLabelText('Código de verificación'), '123456')
  await person.click(dialog.getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('NEWCODE2')).toBeDefined()
  expect(fakeApi.asked('POST /mfa/proof')[0]?.body).toEqual({ code: '123456' })
})

async function renewCodes() {
  const person = atSettings({ on: true })
  fakeApi.answer('POST /mfa/recovery-codes', {
    recoveryCodes: Array.from({ length: 8 }, (_, at) => `NEWCODE${at + 2}`),
  })
  await person.click(await screen.findByRole('button', { name: 'Regenerar códigos' }))
  await screen.findByText('NEWCODE2')
  return person
}

const codesQuestion = { name: 'Guarda antes tus códigos de recuperación' }

function isReloadAsked(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

const toAnotherTab = async (person: ReturnType<typeof atSettings>) =>
  person.click(await screen.findByRole('link', { name: /Consultas/ }))

test('MFA-16 codes that are shown once are not lost with one press: another tab and a reload ask before', async () => {
  const person = await renewCodes()

  await toAnotherTab(person)
  const dialog = within(await screen.findByRole('dialog', codesQuestion))
  expect(isReloadAsked()).toBe(true)
  await person.click(dialog.getByRole('button', { name: 'Volver a los códigos' }))

  expect(screen.getByText('NEWCODE2')).toBeDefined()
  expect(window.location.search).toBe('?tab=settings')
})

test('the codes are left after a yes', async () => {
  const person = await renewCodes()

  await toAnotherTab(person)
  await person.click(await screen.findByRole('button', { name: 'Salir sin guardarlos' }))

  await waitFor(() => expect(window.location.search).toBe('?tab=consultations'))
})

test('a copy that the clipboard refuses does not count as one', async () => {
  const person = await renewCodes()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
  await person.click(screen.getByRole('button', { name: 'Copiar' }))
  await screen.findByText('No se pudo copiar al portapapeles')

  await toAnotherTab(person)

  expect(await screen.findByRole('dialog', codesQuestion)).toBeDefined()
})

test.each(['Copiar', 'Descargar', 'Continuar'])('after «%s» nothing is asked any more', async (button) => {
  const person = await renewCodes()
  await person.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(isReloadAsked()).toBe(false))

  await toAnotherTab(person)

  await waitFor(() => expect(window.location.search).toBe('?tab=consultations'))
  expect(screen.queryByRole('dialog', codesQuestion)).toBeNull()
})

test('MFA-30 a wrong code in the question', async () => {
  const person = atSettings({ on: true })
  fakeApi.refuse('DELETE /mfa', 'proof-required')
  fakeApi.refuse('POST /mfa/proof', 'code-invalid')

  await person.click(await screen.findByRole('switch'))
  await person.type(await screen.findByLabelText('Código de verificación'), '000000')
  await person.click(screen.getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('Código incorrecto')).toBeDefined()
  expect(screen.getByText('Error de verificación')).toBeDefined()
})

test('MFA-30 the question cannot be answered', async () => {
  const person = atSettings({ on: true })
  fakeApi.refuse('DELETE /mfa', 'proof-required')
  fakeApi.fail('POST /mfa/proof', 500)

  await person.click(await screen.findByRole('switch'))
  await person.type(await screen.findByLabelText('Código de verificación'), '000000')
  await person.click(screen.getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('Error de verificación. Intenta de nuevo.')).toBeDefined()
})

test('the question can be left, and then nothing has happened', async () => {
  const person = atSettings({ on: true })
  fakeApi.refuse('DELETE /mfa', 'proof-required')

  await person.click(await screen.findByRole('switch'))
  await person.click(await screen.findByRole('button', { name: 'Cancelar' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('switch')).toHaveProperty('checked', true)
  expect(screen.queryByText('Error')).toBeNull()
})

test.each([
  ['mfa-not-enrolled', 'No se encontró el factor MFA para desactivar'],
  ['mfa-required', 'Error al verificar MFA. Inténtalo de nuevo.'],
] as const)('MFA-31 switching off refused as %s', async (refusal, text) => {
  const person = atSettings({ on: true })
  fakeApi.refuse('DELETE /mfa', refusal)

  await person.click(await screen.findByRole('switch'))

  expect(await screen.findByText(text)).toBeDefined()
})

test('MFA-31 switching off fails without a reason', async () => {
  const person = atSettings({ on: true })
  const toggle = await screen.findByRole('switch')
  await screen.findByText('Esta sesión')
  amplifyAuthMocks.fetchAuthSession.mockRejectedValue(new Error('unknown'))

  await person.click(toggle)

  expect(await screen.findByText('Error al desactivar MFA')).toBeDefined()
})

test('A-11 another app takes over only after the present one is proven, with tokens that may enrol', async () => {
  const person = atSettings({ on: true })
  requireFreshCodeOnce('POST /mfa/enrolment/key', { until: '2026-11-21T10:05:00Z', key: 'once' })

  await person.click(await screen.findByRole('button', { name: 'Cambiar de aplicación' }))
  await person.type(await screen.findByLabelText('Código de verificación'), '123456')
  await person.click(screen.getByRole('button', { name: 'Verificar' }))

  await person.click(await screen.findByRole('button', { name: 'Configurar TOTP' }))

  await waitFor(() => expect(fakeApi.asked('POST /mfa/enrolment')).toHaveLength(1))
  expect(amplifyAuthMocks.fetchAuthSession).toHaveBeenCalledWith({
    forceRefresh: true,
    clientMetadata: { mfa_enrolment: 'once' },
  })
})

test('LIM-16 the sessions are listed, dated as in Spain, and any but this one can be ended', async () => {
  const person = atSettings()
  fakeApi.answer(`DELETE /account/sessions/${elsewhere.sessionId}`, () => {
    fakeApi.answer('GET /account/sessions', { items: [here] })
    return { ended: true }
  })
  const row = within(await screen.findByRole('row', { name: /Chrome en Windows/ }))
  expect(row.getByText('Esta sesión')).toBeDefined()
  expect(row.getByText('21/11/26, 10:30')).toBeDefined()
  expect(row.queryByRole('button')).toBeNull()

  await person.click(screen.getByRole('button', { name: 'Cerrar sesión en Safari en iPhone' }))

  await waitFor(() => expect(screen.queryByRole('row', { name: /Safari/ })).toBeNull())
})

test('all sessions but this one end together', async () => {
  const person = atSettings({ role: 'administrador', on: true })
  fakeApi.answer('POST /account/sessions/end-others', { ended: true })

  await person.click(await screen.findByRole('button', { name: 'Cerrar sesión en los demás dispositivos' }))

  expect(await screen.findByText('Se ha cerrado la sesión en los demás dispositivos')).toBeDefined()
})

test.each([
  [8, 'Te quedan 8 códigos de recuperación.'],
  [1, 'Te queda 1 código de recuperación. Genera otros antes de que se acaben.'],
  [0, 'No te queda ningún código de recuperación. Genera otros antes de que te hagan falta.'],
])('A-09 with %d recovery codes left it says so', async (left, said) => {
  atSettings({ on: true, left })

  expect(await screen.findByText(said)).toBeDefined()
})

test('whoever does not recognise a session is led to a new password', async () => {
  atSettings()

  const link = await screen.findByRole('link', { name: 'Cambiar mi contraseña' })

  expect(link.getAttribute('href')).toBe('/reset-password')
})
