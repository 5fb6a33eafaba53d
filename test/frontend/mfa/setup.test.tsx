import { screen, waitFor } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import type { SignedInAccount } from '#contract/account'
import type { RefusalCode } from '#contract/refusals'
import {
  amplifyAuthMocks,
  createGoogleSessionFields,
  downloadMock,
  openProductPath,
  signInAsRole,
  stubCognitoTokens,
} from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const enrolment = {
  id: 'mfa_aaaaaaaa',
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/H:lucia@example.com?secret=JBSWY3DPEHPK3PXP',
  friendlyName: 'Hábitat Interior 2026-11-21T10:00:00.000Z',
}
const recoveryCodes = Array.from({ length: 8 }, (_, index) => `ABCDEFG${index + 2}`)

function atSetup(account: Partial<SignedInAccount> = {}) {
  signInAsRole('cliente', account)
  fakeApi.answer('POST /mfa/enrolment/key', { until: '2026-11-21T10:05:00Z', key: 'once' })
  fakeApi.answer('POST /mfa/enrolment', enrolment)
  fakeApi.answer('POST /mfa/enrolment/confirmation', { recoveryCodes })
  return openProductPath('/register?step=mfa-setup')
}

async function reachConfirm(account?: Partial<SignedInAccount>) {
  const person = atSetup(account)
  await person.click(await screen.findByRole('button', { name: 'Configurar TOTP' }))
  return { person, code: await screen.findByLabelText('Código de 6 dígitos') }
}

async function reachCodes(account?: Partial<SignedInAccount>) {
  const { person, code } = await reachConfirm(account)
  await person.type(code, '123456')
  await person.click(screen.getByRole('button', { name: 'Confirmar TOTP' }))
  await screen.findByRole('button', { name: 'Continuar' })
  return person
}

test('RTE-05 MFA-01 MFA-02 the set-up begins with what is needed and shows its progress', async () => {
  const person = atSetup()
  const release = fakeApi.hold('POST /mfa/enrolment', enrolment)

  await person.click(await screen.findByRole('button', { name: 'Configurar TOTP' }))

  expect(await screen.findByRole('button', { name: 'Configurando...' })).toHaveProperty('disabled', true)
  expect(screen.getByText(/Necesitas una aplicación de autenticación/)).toBeDefined()
  release()
  expect(await screen.findByText('MFA configurado')).toBeDefined()
})

test('A-65 a sign-in that is not recent is made up for by the password', async () => {
  const person = atSetup()
  fakeApi.refuse('POST /mfa/enrolment/key', 'password-required')
  await person.click(await screen.findByRole('button', { name: 'Configurar TOTP' }))
  await person.type(await screen.findByLabelText('Contraseña'), 'Secreta-2026')
  fakeApi.refuse('POST /mfa/enrolment/key', 'password-wrong')
  await person.click(screen.getByRole('button', { name: 'Configurar TOTP' }))
  expect(await screen.findByText('La contraseña actual no es correcta.')).toBeDefined()

  fakeApi.answer('POST /mfa/enrolment/key', { until: '2026-11-21T10:05:00Z', key: 'once' })
  await person.click(screen.getByRole('button', { name: 'Configurar TOTP' }))

  expect(await screen.findByLabelText('Código de 6 dígitos')).toBeDefined()
  expect(fakeApi.asked('POST /mfa/enrolment/key').map(({ body }) => body)).toEqual([
    {},
    { password: 'Secreta-2026' },
    { password: 'Secreta-2026' },
  ])
})

test('MFA-03 on a phone the app opens with the secret by a link', async () => {
  await reachConfirm()

  const link = screen.getByRole('link', { name: 'Abrir en mi aplicación de autenticación' })
  expect(link.getAttribute('href')).toBe(enrolment.uri)
})

test('MFA-03 MFA-16 MFA-20 the secret comes as a picture and as a key that can be copied', async () => {
  const { person } = await reachConfirm()

  expect(screen.getByRole('img', { name: /Código QR/ })).toBeDefined()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeDefined()
  expect(screen.getByText('Escanea el código QR con tu app de autenticación')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Copiar clave secreta' }))
  expect(await screen.findByText('Clave secreta copiada')).toBeDefined()
  expect(screen.getByText('Copiado')).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe(enrolment.secret)
})

test('MFA-16 what was copied is said, under a title', async () => {
  const person = await reachCodes()

  await person.click(screen.getByRole('button', { name: 'Copiar' }))

  const notice = (await screen.findByText('Códigos de recuperación copiados')).closest('[data-sonner-toast]')
  expect(notice?.querySelector('[data-title]')?.textContent).toBe('Copiado')
})

test('MFA-03 MFA-13 while the code is being checked the button says so', async () => {
  const { person, code } = await reachConfirm()
  fakeApi.hold('POST /mfa/enrolment/confirmation', { recoveryCodes })

  await person.type(code, '123456')
  await person.click(screen.getByRole('button', { name: 'Confirmar TOTP' }))

  expect(await screen.findByRole('button', { name: 'Verificando...' })).toHaveProperty('disabled', true)
})

test('MFA-18 a clipboard that refuses', async () => {
  const { person } = await reachConfirm()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))

  await person.click(screen.getByRole('button', { name: 'Copiar clave secreta' }))

  expect(await screen.findByText('No se pudo copiar al portapapeles')).toBeDefined()
})

test('MFA-19 the tick of a copy goes after two seconds', async () => {
  const { person } = await reachConfirm()
  const copy = screen.getByRole('button', { name: 'Copiar clave secreta' })

  await person.click(copy)
  await waitFor(() => expect(copy.dataset['copied']).toBe('true'))
  await vi.advanceTimersByTimeAsync(2000)

  await waitFor(() => expect(copy.dataset['copied']).toBe('false'))
})

test('MFA-11 MFA-13 only six digits confirm, whatever is typed between them', async () => {
  const { person, code } = await reachConfirm()
  const confirm = screen.getByRole('button', { name: 'Confirmar TOTP' })

  await person.type(code, ' 12a 3')
  await person.tab()
  expect(screen.getByText('El código debe tener exactamente 6 dígitos')).toBeDefined()
  expect(confirm).toHaveProperty('disabled', true)
  await person.type(code, '4567')

  expect(code).toHaveProperty('value', '123456')
  expect(confirm).toHaveProperty('disabled', false)
})

test('MFA-05 back leads to the beginning', async () => {
  const { person } = await reachConfirm()

  await person.click(screen.getByRole('button', { name: 'Volver' }))

  expect(await screen.findByRole('button', { name: 'Configurar TOTP' })).toBeDefined()
})

test('MFA-04 MFA-21 the recovery codes are shown, copied and saved', async () => {
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  const person = await reachCodes()

  expect(screen.getByText('¡MFA activado!')).toBeDefined()
  expect(screen.getByText('La autenticación de dos factores ha sido configurada correctamente.')).toBeDefined()
  expect(screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.startsWith('ABCDEFG'))).toHaveLength(
    8,
  )
  await person.click(screen.getByRole('button', { name: 'Copiar' }))
  expect(await screen.findByText('Códigos de recuperación copiados')).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join('\n'))
})

test('MFA-15 MFA-17 UIX-05 the file has a name, a numbered list and a warning', async () => {
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  const person = await reachCodes()

  await person.click(screen.getByRole('button', { name: 'Descargar' }))

  expect(await screen.findByText('Códigos de recuperación descargados')).toBeDefined()
  expect(screen.getByText('Descargado')).toBeDefined()
  const [name, text] = downloadMock.mock.calls[0] ?? []
  expect(name).toBe('habitat-interior-codigos-recuperacion-2026-11-21.txt')
  expect(text).toContain('Hábitat Interior – Códigos de recuperación')
  expect(text).toContain('8. ABCDEFG9')
  expect(text).toContain('lugar seguro')
})

test('A-11 the tokens that enrol are fetched with a key, another one for each beginning', async () => {
  const { person } = await reachConfirm()

  await person.click(screen.getByRole('button', { name: 'Volver' }))
  await person.click(await screen.findByRole('button', { name: 'Configurar TOTP' }))

  await waitFor(() => expect(fakeApi.asked('POST /mfa/enrolment')).toHaveLength(2))
  expect(fakeApi.asked('POST /mfa/enrolment/key')).toHaveLength(2)
  expect(amplifyAuthMocks.fetchAuthSession).toHaveBeenCalledWith({
    forceRefresh: true,
    clientMetadata: { mfa_enrolment: 'once' },
  })
})

test('DATA-34 MFA-06 one call enrols, another proves the code, and there is no third', async () => {
  await reachCodes()

  expect(fakeApi.asked('POST /mfa/enrolment')).toHaveLength(1)
  expect(fakeApi.asked('POST /mfa/enrolment/confirmation').map(({ body }) => body)).toEqual([{ code: '123456' }])
})

test('after the confirmation the tokens are fetched anew, with the rights that go with the factor', async () => {
  await reachCodes()

  await waitFor(() => expect(amplifyAuthMocks.fetchAuthSession).toHaveBeenCalledWith({ forceRefresh: true }))
})

test('REG-18 LIM-06 after the codes the registration is complete and leads on by itself', async () => {
  const person = await reachCodes()
  fakeApi.answer('GET /payments', { items: [], next: null })

  await person.click(screen.getByRole('button', { name: 'Continuar' }))

  expect(await screen.findByRole('heading', { name: '¡Registro completado!' })).toBeDefined()
  expect(window.location.pathname).toBe('/register')
  await vi.advanceTimersByTimeAsync(2000)
  await waitFor(() => expect(window.location.pathname).toBe('/client'))
})

test('whoever came by Google waits there until the server has said that the factor is there', async () => {
  const person = await reachCodes(createGoogleSessionFields({ mfaEnabled: false }))
  fakeApi.unreachable('GET /account/session')

  await person.click(screen.getByRole('button', { name: 'Continuar' }))
  await screen.findByRole('heading', { name: '¡Registro completado!' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(screen.getByRole('heading', { name: '¡Registro completado!' })).toBeDefined()

  stubCognitoTokens('cliente', createGoogleSessionFields({ mfaEnabled: true, assured: true }))
  await vi.advanceTimersByTimeAsync(5000)
  await waitFor(() => expect(window.location.pathname).toBe('/client'))
})

test.each<[string, RefusalCode, RegExp | string]>([
  ['MFA-27', 'enrolment-expired', /^El desafío ha expirado/],
  ['MFA-28', 'too-many-attempts', 'Demasiados intentos. Espera un momento antes de intentar de nuevo.'],
  ['MFA-23', 'mfa-not-enrolled', 'No se encontró el factor MFA. Configura 2FA primero.'],
])('%s a confirmation refused as %s', async (_, refusal, text) => {
  const { person, code } = await reachConfirm()
  fakeApi.refuse('POST /mfa/enrolment/confirmation', refusal)

  await person.type(code, '123456')
  await person.click(screen.getByRole('button', { name: 'Confirmar TOTP' }))

  expect((await screen.findByRole('alert')).textContent).toMatch(text)
})

test('MFA-26 a confirmation with a wrong code gives advice at the code', async () => {
  const { person, code } = await reachConfirm()
  fakeApi.refuse('POST /mfa/enrolment/confirmation', 'code-invalid')

  await person.type(code, '123456')
  await person.click(screen.getByRole('button', { name: 'Confirmar TOTP' }))

  const description = /Sincroniza el reloj[^]*código más reciente[^]*No reutilices[^]*Actualiza tu aplicación/
  expect(await screen.findByRole('textbox', { name: 'Código de 6 dígitos', description })).toBe(code)
})

test('MFA-29 a confirmation that fails otherwise', async () => {
  const { person, code } = await reachConfirm()
  fakeApi.fail('POST /mfa/enrolment/confirmation', 500)

  await person.type(code, '123456')
  await person.click(screen.getByRole('button', { name: 'Confirmar TOTP' }))

  const said = (await screen.findByRole('alert')).textContent
  expect(said).toMatch(/^Error de verificación: .* Si el problema persiste, desactiva y reactiva 2FA\.$/)
})

test('MFA-25 a confirmation that reaches nobody', async () => {
  const { person, code } = await reachConfirm()
  fakeApi.unreachable('POST /mfa/enrolment/confirmation')

  await person.type(code, '123456')
  await person.click(screen.getByRole('button', { name: 'Confirmar TOTP' }))

  const said = (await screen.findByRole('alert')).textContent
  expect(said).toMatch(/^Error al crear el desafío de verificación: No hay conexión con el servidor\./)
})

test('MFA-22 an enrolment that fails without a reason', async () => {
  const person = atSetup()
  const start = await screen.findByRole('button', { name: 'Configurar TOTP' })
  amplifyAuthMocks.fetchAuthSession.mockRejectedValue(new Error('unknown'))

  await person.click(start)

  expect((await screen.findByRole('alert')).textContent).toBe('Error al configurar MFA')
})

test('MFA-32 a confirmation that fails without a reason', async () => {
  const { person, code } = await reachConfirm()
  amplifyAuthMocks.fetchAuthSession.mockRejectedValue(new Error('unknown'))

  await person.type(code, '123456')
  await person.click(screen.getByRole('button', { name: 'Confirmar TOTP' }))

  expect((await screen.findByRole('alert')).textContent).toBe('Código de verificación incorrecto')
})

test('MFA-22 nobody is signed in', async () => {
  const person = openProductPath('/register?step=mfa-setup')

  await person.click(await screen.findByRole('button', { name: 'Configurar TOTP' }))

  expect(await screen.findByText('Usuario no autenticado')).toBeDefined()
})

test('REG-19 a cliente who signed in with a password may do without', async () => {
  const person = atSetup()
  fakeApi.answer('GET /payments', { items: [], next: null })

  await person.click(await screen.findByRole('button', { name: 'Cancelar' }))

  await waitFor(() => expect(window.location.pathname).toBe('/client'))
})
