import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import type { AccountSettings } from '#contract/account-settings'
import { GUARDIAN_CONSENT_VERSION } from '#contract/product'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { sampleAccountSettings as settings, stubAccountWithoutFactors } from '../../support/settings-app.ts'

const token = 'A'.repeat(43)

function keeping(changes: Partial<AccountSettings> = {}) {
  let kept = { ...settings, ...changes }
  fakeApi.answer('GET /account/settings', () => Response.json(kept))
  fakeApi.answer('PUT /account/settings', (body: object) => {
    kept = { ...kept, ...body, version: kept.version + 1 }
    return Response.json(kept)
  })
}

function atSettings(changes?: Partial<AccountSettings>, mfaEnabled = false) {
  signInAsRole('cliente', { mfaEnabled })
  keeping(changes)
  return openProductPath('/client?tab=settings')
}

beforeEach(stubAccountWithoutFactors)

test('CLI-27 name and email are shown to be read, the email with why it cannot be changed', async () => {
  atSettings()

  const email = await screen.findByLabelText('Email')

  expect(email).toMatchObject({ value: 'lucia@example.com', readOnly: true })
  expect(screen.getByText(/por eso no se cambia aquí/)).toBeDefined()
  expect(screen.getByLabelText('Nombre y apellidos')).toMatchObject({ value: 'Lucía Ferrer', readOnly: true })
  expect(screen.queryByLabelText('Apellidos')).toBeNull()
})

test('the settings of a client ask for nothing of the practice’s', async () => {
  atSettings()
  await screen.findByRole('heading', { name: 'Sesiones abiertas' })

  await screen.findByText('Nadie del equipo ha abierto tus datos desde que lo anotamos.')

  expect(screen.queryByRole('heading', { name: 'Registro de auditoría' })).toBeNull()
  expect(fakeApi.asked('GET /security/audit')).toEqual([])
})

test('A-68 ERR-14 a wrong name is put right in a dialog, and the correction taken back with one press', async () => {
  const person = atSettings()
  await person.click(await screen.findByRole('button', { name: 'Corregir mi nombre' }))
  const lastName = within(screen.getByRole('dialog', { name: 'Corregir mi nombre' })).getByLabelText('Apellidos')

  await person.clear(lastName)
  await person.type(lastName, 'Ferrer Gil')
  await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))
  expect(await screen.findByText('¡Guardado!')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText('Nombre y apellidos')).toHaveProperty('value', 'Lucía Ferrer Gil')
  await person.click(screen.getByRole('button', { name: 'Deshacer' }))

  await waitFor(() => expect(screen.getByLabelText('Nombre y apellidos')).toHaveProperty('value', 'Lucía Ferrer'))
  expect(fakeApi.asked('PUT /account/settings').map(({ body }) => body)).toMatchObject([
    { lastName: 'Ferrer Gil', version: 3 },
    { lastName: 'Ferrer', version: 4 },
  ])
})

test('CLI-28 A-49 a type of mail is switched off at once', async () => {
  const person = atSettings()

  await person.click(await screen.findByRole('switch', { name: 'Suplementos' }))

  await waitFor(() => expect(screen.getByRole('switch', { name: 'Suplementos' })).toHaveProperty('checked', false))
  expect(fakeApi.asked('PUT /account/settings')[0]?.body).toMatchObject({
    notifications: { ...settings.notifications, supplements: false },
    version: 3,
  })
})

test('ERR-01 a change that the server refuses is told, and what was there stays', async () => {
  const person = atSettings()
  fakeApi.refuse('PUT /account/settings', 'changed-meanwhile')

  await person.click(await screen.findByRole('switch', { name: 'Suplementos' }))

  expect(await screen.findByText('Error')).toBeDefined()
  expect(screen.getByText(/Estos datos han cambiado mientras tanto/)).toBeDefined()
  expect(screen.getByRole('switch', { name: 'Suplementos' })).toHaveProperty('checked', true)
})

test('a switch of mails that the server refuses says why', async () => {
  const person = atSettings()
  fakeApi.refuse('PUT /account/settings', 'invalid-input', { notifications: ['De esto te avisamos siempre'] })

  await person.click(await screen.findByRole('switch', { name: 'Suplementos' }))

  expect(await screen.findByText('De esto te avisamos siempre')).toBeDefined()
})

test('after a change that was made from elsewhere the next one goes on from what is there now', async () => {
  const person = atSettings()
  fakeApi.refuse('PUT /account/settings', 'changed-meanwhile')
  await screen.findByRole('switch', { name: 'Suplementos' })
  fakeApi.answer('GET /account/settings', { ...settings, lastName: 'Ferrer Gil', version: 8 })
  await person.click(screen.getByRole('switch', { name: 'Suplementos' }))
  await screen.findByDisplayValue('Lucía Ferrer Gil')

  await person.click(screen.getByRole('switch', { name: 'Suplementos' }))

  await waitFor(() => expect(fakeApi.asked('PUT /account/settings')).toHaveLength(2))
  expect(fakeApi.asked('PUT /account/settings').at(-1)?.body).toMatchObject({ lastName: 'Ferrer Gil', version: 8 })
})

test('CLI-28 the language is Spanish, the only one there is', async () => {
  const person = atSettings()

  await person.click(await screen.findByRole('button', { name: 'Cambiar idioma' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Idioma' }))
  expect(dialog.getAllByRole('radio')).toEqual([dialog.getByRole('radio', { name: 'Español' })])
  await person.click(dialog.getByRole('button', { name: 'Guardar' }))

  await waitFor(() => expect(fakeApi.asked('PUT /account/settings')[0]?.body).toMatchObject({ language: 'es' }))
})

test('CLI-29 CLI-32 deactivating is asked once more, done, and ends here', async () => {
  const person = atSettings()
  fakeApi.answer('POST /account/deactivation', { deactivated: true })

  await person.click(await screen.findByRole('button', { name: 'Desactivar cuenta' }))
  expect(fakeApi.asked('POST /account/deactivation')).toHaveLength(0)
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Desactivar cuenta' }))

  expect(await screen.findByText('Cuenta desactivada')).toBeDefined()
  expect(window.location.pathname).toBe('/')
})

test('CLI-32 a deactivation that fails says so', async () => {
  const person = atSettings()
  fakeApi.fail('POST /account/deactivation', 500)

  await person.click(await screen.findByRole('button', { name: 'Desactivar cuenta' }))
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Desactivar cuenta' }))

  expect(await screen.findByText(/^Hubo un problema al desactivar tu cuenta\./)).toBeDefined()
})

test('A-20 whoever was never asked their birth date is asked before anything else', async () => {
  signInAsRole('cliente')
  keeping({ birthDate: null })
  fakeApi.answer('POST /account/birth-date', { ...settings, birthDate: '1990-05-04' })
  const person = openProductPath('/client')

  await screen.findByRole('heading', { name: 'Nos falta tu fecha de nacimiento' })
  await person.type(await screen.findByLabelText('Fecha de nacimiento'), '1990-05-04')
  await person.click(screen.getByRole('button', { name: 'Guardar fecha' }))

  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Nos falta tu fecha de nacimiento' })).toBeNull())
  expect(fakeApi.asked('POST /account/birth-date')[0]?.body).toEqual({ birthDate: '1990-05-04' })
})

test('A-14 a minor says whom to ask, and can ask somebody else', async () => {
  signInAsRole('cliente')
  keeping({ birthDate: '2009-06-01', guardian: { state: 'needed', email: null } })
  const asked = { state: 'asked', email: 'carmen@example.com' } as const
  fakeApi.answer('POST /account/guardian', { ...settings, birthDate: '2009-06-01', guardian: asked })
  const person = openProductPath('/client')

  await person.type(await screen.findByLabelText('Nombre y apellidos de tu madre, padre o tutor'), 'Carmen Gil')
  await person.type(screen.getByLabelText('Su email'), 'carmen@example.com')
  await person.click(screen.getByRole('button', { name: 'Pedir autorización' }))

  expect(await screen.findByText('¡Éxito!')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Volver a pedirla' }))
  expect(screen.getByLabelText('Su email')).toHaveProperty('value', '')
})

test('A-14 the guardian cannot agree without name and tick', async () => {
  fakeApi.answer('POST /account/guardian-consent/request', {
    minorName: 'Lucía Ferrer',
    guardianName: 'Carmen Gil',
    requestedAt: '2026-11-21T09:00:00Z',
  })
  fakeApi.answer('POST /account/guardian-consent', { consented: true })
  const person = openProductPath(`/autorizacion#token=${token}`)

  await person.click(await screen.findByRole('button', { name: 'Autorizar' }))
  expect(await screen.findByText('Marca la casilla para autorizar')).toBeDefined()
  expect(fakeApi.asked('POST /account/guardian-consent')).toHaveLength(0)
  await person.type(screen.getByLabelText('Tu nombre y apellidos'), 'Carmen Gil')
  await person.click(screen.getByRole('checkbox', { name: /^Soy su madre, padre o tutor legal/ }))
  await person.click(screen.getByRole('button', { name: 'Autorizar' }))

  expect(await screen.findByText('Autorización registrada')).toBeDefined()
  expect(fakeApi.asked('POST /account/guardian-consent')[0]?.body).toEqual({
    token,
    name: 'Carmen Gil',
    accepted: true,
    textVersion: GUARDIAN_CONSENT_VERSION,
  })
  expect(window.location.hash).toBe('')
})

test.each([
  ['/autorizacion', 'No podemos abrir la autorización'],
  ['/reactivar', 'Reactivar tu cuenta'],
])('%s without its link says what to do', async (path, heading) => {
  openProductPath(path)

  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined()
})

test('A-50 the link of the mail does nothing until the button is pressed', async () => {
  fakeApi.answer('POST /account/reactivation', { reactivated: true })
  const person = openProductPath(`/reactivar#token=${token}`)
  const button = await screen.findByRole('button', { name: 'Reactivar mi cuenta' })
  expect(fakeApi.asked('POST /account/reactivation')).toHaveLength(0)

  await person.click(button)

  expect(await screen.findByRole('heading', { name: 'Cuenta reactivada' })).toBeDefined()
})

test('A-50 a link that was used says so', async () => {
  fakeApi.refuse('POST /account/reactivation', 'link-invalid')
  const person = openProductPath(`/reactivar#token=${token}`)

  await person.click(await screen.findByRole('button', { name: 'Reactivar mi cuenta' }))

  expect(await screen.findByText('El enlace no es válido, ya se ha usado o ha caducado.')).toBeDefined()
})

test('A-50 a deactivated person is told so and offered the mail again', async () => {
  signInAsRole('cliente')
  fakeApi.refuse('GET /account/session', 'account-inactive')
  fakeApi.answer('POST /account/reactivation-mail', { accepted: true })
  const person = openProductPath('/client')

  await person.click(await screen.findByRole('button', { name: 'Enviarme otro enlace' }))

  expect(await screen.findByText(/en unos minutos tendrás en lucia@example.com/)).toBeDefined()
  expect(fakeApi.asked('POST /account/reactivation-mail')[0]?.body).toEqual({ email: 'lucia@example.com' })
})
