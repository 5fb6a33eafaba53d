import { act, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import type { SecuritySettings, SecuritySettingsOverview } from '#contract/security-settings'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { requireFreshCodeOnce } from '../../support/admin-app.ts'

const stored = (
  settings: Partial<SecuritySettings> = {},
  score: SecuritySettingsOverview['score'] = { points: 100, label: 'Excelente' },
  version = 3,
): SecuritySettingsOverview => ({
  settings: {
    enforceStrongPasswords: true,
    requireMfaForAdmins: true,
    sessionTimeout: 24,
    auditLogging: true,
    rateLimiting: true,
    ...settings,
  },
  version,
  changedAt: '2026-11-20T17:20:00.000Z',
  changedBy: 'Elena Prado',
  score,
})

const SAVE = 'PATCH /security/settings'

beforeEach(() => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/counts', { users: 12, clients: 9 })
  fakeApi.answer('GET /mfa', { factors: [], recoveryCodesLeft: 0 })
  fakeApi.answer('GET /account/sessions', { items: [] })
  fakeApi.answer('GET /users', { items: [], next: null, matching: null })
  fakeApi.answer('GET /security/audit', { items: [], next: null })
  fakeApi.answer('GET /security/settings', stored())
})

async function theCard() {
  const person = openProductPath('/admin?tab=security')
  const card = within(await screen.findByRole('region', { name: 'Puntuación y ajustes' }))
  await card.findByText('de 100')
  return { person, card, flag: (name: string) => card.getByRole<HTMLInputElement>('switch', { name }) }
}

test('SEC-11 SEC-12 the score stands first, with its word and what would make it better', async () => {
  fakeApi.answer('GET /security/settings', stored({ rateLimiting: false }, { points: 77, label: 'Bueno' }))

  const { card, flag } = await theCard()

  expect(card.getByText('77').parentElement?.textContent).toBe('77 de 100 Bueno')
  expect(card.getByText('Con límite reforzado: 100, Excelente')).toBeTruthy()
  expect(flag('Límite reforzado').checked).toBe(false)
  expect(card.getByText(/Último cambio: Elena Prado, 20\/11\/26, 18:20/)).toBeTruthy()
})

test('SEC-09 A-52 the two locked switches are on, closed, and say why', async () => {
  const { flag, card } = await theCard()

  for (const name of ['Segundo factor obligatorio', 'Registro de auditoría']) {
    expect([flag(name).checked, flag(name).disabled]).toEqual([true, true])
  }
  expect(card.getByText('No se puede desactivar: protege datos de salud')).toBeTruthy()
  expect(card.getByText('No se puede desactivar: lo exige la ley')).toBeTruthy()
})

test('SEC-10 A-52 a switch saves with a fresh code, naming the version that was shown', async () => {
  requireFreshCodeOnce(SAVE, stored({ rateLimiting: false }, { points: 77, label: 'Bueno' }, 4))
  const { person, flag, card } = await theCard()

  await person.click(flag('Límite reforzado'))
  const proof = within(await screen.findByRole('dialog'))
  await person.type(proof.getByRole('textbox'), '123456')
  await person.click(proof.getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('Cambios guardados')).toBeTruthy()
  expect(fakeApi.asked(SAVE).at(-1)?.body).toEqual({ version: 3, settings: { rateLimiting: false } })
  expect(flag('Límite reforzado').checked).toBe(false)
  expect(card.getByText('77')).toBeTruthy()
})

test('LIM-09 A-52 the hours of a session are typed and saved', async () => {
  fakeApi.answer(SAVE, stored({ sessionTimeout: 8 }, undefined, 4))
  const { person, card } = await theCard()
  const hours = card.getByLabelText<HTMLInputElement>('Cierre de sesión')

  await person.clear(hours)
  await person.type(hours, '8')
  await person.click(card.getByRole('button', { name: /^Guardar/ }))

  await waitFor(() => expect(fakeApi.asked(SAVE).at(-1)?.body).toEqual({ version: 3, settings: { sessionTimeout: 8 } }))
})

test('SEC-10 a change that another administrador overtook is told, and theirs is shown', async () => {
  fakeApi.refuse(SAVE, 'changed-meanwhile')
  const { person, flag } = await theCard()
  fakeApi.answer('GET /security/settings', stored({ enforceStrongPasswords: false }, { points: 77, label: 'Bueno' }, 4))

  await person.click(flag('Límite reforzado'))

  expect(await screen.findByText('No se pudieron guardar los cambios')).toBeTruthy()
  await waitFor(() => expect(flag('Contraseñas reforzadas').checked).toBe(false))
  expect(flag('Límite reforzado').checked).toBe(true)
})

test('SEC-10 a switch that the server does not let be turned says why', async () => {
  fakeApi.refuse(SAVE, 'invalid-input', { settings: ['Hoy no se puede desactivar'] })
  const { person, flag } = await theCard()

  await person.click(flag('Límite reforzado'))

  expect(await screen.findByText('Hoy no se puede desactivar')).toBeTruthy()
})

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await act(() => new Promise<void>((done) => void setTimeout(done)))
}

test('SEC-10 a look that began before a change does not bring back what was', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  const { person, flag } = await theCard()
  const arrive = fakeApi.hold('GET /security/settings', stored())
  const before = fakeApi.asked('GET /security/settings').length
  vi.advanceTimersByTime(30_000)
  await waitFor(() => expect(fakeApi.asked('GET /security/settings').length).toBeGreaterThan(before))
  fakeApi.answer(SAVE, stored({ rateLimiting: false }, { points: 77, label: 'Bueno' }, 4))

  await person.click(flag('Límite reforzado'))
  await screen.findByText('Cambios guardados')
  arrive()
  await settled()
  await person.click(flag('Contraseñas reforzadas'))

  await waitFor(() => expect(fakeApi.asked(SAVE)).toHaveLength(2))
  expect(fakeApi.asked(SAVE).map(({ body }) => (body as { version: number }).version)).toEqual([3, 4])
})
