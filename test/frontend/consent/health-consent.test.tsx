import { createHash } from 'node:crypto'
import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { healthConsentText } from '../../../frontend/src/content/health-consent.ts'
import { listWithdrawalEffects } from '../../../frontend/src/content/health-consent-withdrawal.ts'
import { signInAsRole, openProductPath, passRetries } from '../../support/browser-app.tsx'
import { givenHealthConsent, fakeApi } from '../../support/fake-api.ts'
import { listUntoldErasures } from '../../support/untold-erasures.ts'

const never = { ...givenHealthConsent, state: 'none', givenAt: null, textVersion: null } as const
const mine = 'GET /consent/health'
const settings = {
  firstName: 'Lucía',
  lastName: 'Ferrer',
  email: 'lucia@example.com',
  birthDate: '1990-05-17',
  notifications: { consultations: true, reminders: true, files: true, supplements: true, marketing: false },
  language: 'es',
  version: 0,
  guardian: { state: 'not-needed', email: null },
} as const

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /questionnaire', { current: null, draft: null })
  fakeApi.answer('GET /account/settings', settings)
  fakeApi.answer(mine, never)
})

test('another text is another version, so that everybody is asked anew', () => {
  const text = createHash('sha256').update(JSON.stringify(healthConsentText)).digest('hex').slice(0, 12)

  // When this fails, raise HEALTH_CONSENT_VERSION and update both values here.
  expect([HEALTH_CONSENT_VERSION, text]).toEqual(['2026-11', 'e8319aa231ac'])
})

test('a consent that cannot be read says why in the settings, and is read again on request', async () => {
  fakeApi.fail(mine, 500)
  const person = openProductPath('/client?tab=settings')
  const card = within(await screen.findByRole('region', { name: 'Consentimiento para tus datos de salud' }))
  await passRetries(mine)
  expect(await card.findByRole('alert')).toBeDefined()
  expect(card.queryByText('Cargando...')).toBeNull()
  fakeApi.answer(mine, givenHealthConsent)

  await person.click(card.getByRole('button', { name: 'Reintentar' }))

  expect(await card.findByRole('button', { name: 'Retirar mi consentimiento' })).toBeDefined()
  expect(card.queryByRole('alert')).toBeNull()
})

test('before the questionnaire comes a step of its own, with one tick that nobody has ticked', async () => {
  openProductPath('/client?tab=questionnaire')

  const step = await screen.findByRole('region', { name: 'Antes de empezar: tus datos de salud' })
  expect(within(step).getAllByRole('checkbox')).toHaveLength(1)
  expect(within(step).getByRole('checkbox', { name: /^Doy mi consentimiento explícito/ })).toHaveProperty(
    'checked',
    false,
  )
  expect(
    within(step).getByText(/^Si prefieres no darlo, tu cuenta, tus citas y tus facturas siguen igual/),
  ).toBeDefined()
  expect(screen.queryByLabelText('Altura (cm)')).toBeNull()
})

test('without the tick nothing is sent, and it is said what is missing', async () => {
  const person = openProductPath('/client?tab=questionnaire')

  await person.click(await screen.findByRole('button', { name: 'Dar mi consentimiento' }))

  expect(screen.getByText('Marca la casilla para dar tu consentimiento')).toBeDefined()
  expect(fakeApi.asked('POST /consent/health')).toEqual([])
})

test('with the tick it is given to the text that was shown, and the questionnaire opens', async () => {
  fakeApi.answer('POST /consent/health', givenHealthConsent)
  const person = openProductPath('/client?tab=questionnaire')

  await person.click(await screen.findByRole('checkbox', { name: /^Doy mi consentimiento explícito/ }))
  await person.click(screen.getByRole('button', { name: 'Dar mi consentimiento' }))

  expect(await screen.findByLabelText('Altura (cm)')).toBeDefined()
  expect(fakeApi.asked('POST /consent/health')).toMatchObject([
    { body: { accepted: true, textVersion: HEALTH_CONSENT_VERSION } },
  ])
})

test('given while the birth date is still being saved, it is sent after it, as the server refuses it before', async () => {
  fakeApi.answer('GET /account/settings', { ...settings, birthDate: null })
  const save = fakeApi.hold('POST /account/birth-date', settings)
  fakeApi.answer('POST /consent/health', givenHealthConsent)
  const person = openProductPath('/client?tab=questionnaire')
  fireEvent.change(await screen.findByLabelText('Fecha de nacimiento'), { target: { value: '1990-05-17' } })
  await person.click(screen.getByRole('button', { name: 'Guardar fecha' }))
  await waitFor(() => expect(fakeApi.asked('POST /account/birth-date')).toHaveLength(1))

  await person.click(screen.getByRole('checkbox', { name: /^Doy mi consentimiento explícito/ }))
  await person.click(screen.getByRole('button', { name: 'Dar mi consentimiento' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Guardando...' })).toHaveLength(2))
  expect(fakeApi.asked('POST /consent/health')).toEqual([])
  save()

  expect(await screen.findByLabelText('Altura (cm)')).toBeDefined()
})

test('under Ajustes it is withdrawn, after reading what follows from that', async () => {
  fakeApi.answer(mine, givenHealthConsent)
  fakeApi.answer('POST /consent/health/withdrawal', {
    ...givenHealthConsent,
    state: 'withdrawn',
    withdrawnAt: '2026-11-21T09:00:00.000Z',
    erasing: true,
  })
  const person = openProductPath('/client?tab=settings')

  await person.click(await screen.findByRole('button', { name: 'Retirar mi consentimiento' }))
  const dialog = screen.getByRole('dialog', { name: '¿Retirar tu consentimiento?' })
  expect(within(dialog).getByText(/No se puede deshacer/)).toBeDefined()
  expect(within(dialog).getByText(/Queda bloqueada: nadie de la consulta puede verla/)).toBeDefined()
  fakeApi.answer(mine, {
    ...givenHealthConsent,
    state: 'withdrawn',
    withdrawnAt: '2026-11-21T09:00:00.000Z',
    erasing: true,
  })
  await person.click(within(dialog).getByRole('button', { name: 'Retirar mi consentimiento' }))

  expect(await screen.findByText(/Estamos borrando los que había/)).toBeDefined()
})

test('the question before a withdrawal names all that it erases', async () => {
  fakeApi.answer(mine, givenHealthConsent)
  const person = openProductPath('/client?tab=settings')

  await person.click(await screen.findByRole('button', { name: 'Retirar mi consentimiento' }))

  const { textContent } = screen.getByRole('dialog', { name: '¿Retirar tu consentimiento?' })
  expect(listUntoldErasures(textContent, 'client')).toEqual([])
})

test('the practice reads of all that it erases too, before it registers one', () => {
  expect(listUntoldErasures(listWithdrawalEffects('practice').join('\n'), 'practice')).toEqual([])
})

test('who is not yet of age reads who gives it', async () => {
  fakeApi.answer('GET /account/settings', { ...settings, guardian: { state: 'given', email: null } })
  openProductPath('/client?tab=questionnaire')

  expect(await screen.findByText(/este consentimiento lo da tu madre, padre o tutor/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Dar mi consentimiento' })).toBeNull()
})

test('somebody who asks for an hour without it is not asked what for', async () => {
  fakeApi.answer('GET /consultations/mine', { items: [], next: null })
  fakeApi.answer('GET /consultations/mine/counts', { total: 0, completed: 0, upcoming: 0 })
  fakeApi.answer('GET /consultations/mine/next', { consultation: null, toSchedule: null, freeRequests: true })
  const person = openProductPath('/client?tab=consultations')

  await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))

  const dialog = await screen.findByRole('dialog', { name: 'Pedir consulta' })
  expect(within(dialog).queryByLabelText(/¿Qué te gustaría tratar/)).toBeNull()
  expect(await within(dialog).findByText(/^Puedes pedir una hora cada vez, de 60 minutos como máximo/)).toBeDefined()
})
