import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { EndpointReply } from '#contract/endpoint'
import type { security } from '#contract/security'
import type { SecurityAlert, AlertSuppression } from '#contract/security-alerts'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

type Answer = EndpointReply<typeof security.alerts>

const ana = { id: 'usr_anaaaaaa', name: 'Ana García', customerId: 'cus_anaaaaaa' }
const finding = (number: number) => `fnd_${String(number).padStart(32, '0')}`

const anAlert = (changes: Partial<SecurityAlert> = {}): SecurityAlert => ({
  id: 'aud_00000001',
  finding: finding(1),
  type: 'rate_limited',
  message: 'Bloqueo por intentos',
  severity: 'high',
  timestamp: '2026-11-21T08:34:00.000Z',
  details: { action: 'LOGIN_RATE_LIMITED', person: ana, by: ana, count: 1 },
  ip_address: '83.45.12.70',
  user_agent: 'Firefox en Linux',
  ...changes,
})

const aFailure = (id: string, timestamp: string, changes: Partial<SecurityAlert> = {}): SecurityAlert =>
  anAlert({
    id,
    timestamp,
    finding: finding(2),
    type: 'failed_login',
    message: 'Inicio de sesión fallido',
    severity: 'medium',
    ...changes,
  })

const answerOf = (changes: Partial<Answer> = {}): Answer => ({
  alerts: [anAlert()],
  accounts: [],
  suppressed: { count: 0, firstUntil: null, items: [] },
  checkedAt: '2026-11-21T09:00:00.000Z',
  ...changes,
})

const withNew = () => answerOf({ alerts: [aFailure('aud_00000009', '2026-11-21T09:00:01.000Z'), anAlert()] })

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/counts', { users: 12, clients: 9 })
  fakeApi.answer('GET /mfa', { factors: [], recoveryCodesLeft: 0 })
  fakeApi.answer('GET /account/sessions', { items: [] })
  fakeApi.answer('GET /users', { items: [], next: null, matching: null })
  fakeApi.answer('GET /security/audit', { items: [], next: null })
  fakeApi.answer('GET /security/alerts', answerOf())
})

const card = async (name: string) => within(await screen.findByRole('region', { name }))
const rowsOf = async (name = 'Alertas (24 h)') => (await card(name)).findAllByRole('listitem')
const asked = () => fakeApi.asked('GET /security/alerts').length
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

function hide(state: 'hidden' | 'visible') {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
}

describe('SEC-13 SEC-14 SEC-16 the alerts of 24 hours', () => {
  test('say how grave, what, who, from where and when, and lead to the person, the address and that day', async () => {
    openProductPath('/admin?tab=security')

    const [row] = await rowsOf()

    expect(row?.textContent).toContain('Alta')
    expect(row?.textContent).toContain('Bloqueo por intentos')
    expect(row?.textContent).toContain('9:34')
    const link = (name: RegExp) =>
      within(row as HTMLElement)
        .getByRole('link', { name, hidden: true })
        .getAttribute('href')
    expect(link(/^Ana García$/)).toBe('/client/cus_anaaaaaa')
    expect(link(/83\.45\.12\.70/)).toBe('/admin?tab=security&direccion=83.45.12.70')
    expect(link(/Ver qué pasó/)).toBe('/admin?tab=security&desde=2026-11-21&hasta=2026-11-21')
  })

  test('lead to what a person did that day, and to the whole day where the log knows nobody who did it', async () => {
    const details = { action: 'MFA_ENABLED', person: ana, by: ana, count: 1 } as const
    fakeApi.answer('GET /security/alerts', answerOf({ alerts: [anAlert({ type: 'mfa_setup', details })] }))
    openProductPath('/admin?tab=security')

    const [row] = await rowsOf()

    const link = within(row as HTMLElement).getByRole('link', { name: /Ver qué pasó/, hidden: true })
    expect(link.getAttribute('href')).toBe('/admin?tab=security&quien=usr_anaaaaaa&desde=2026-11-21&hasta=2026-11-21')
  })

  test('of one kind, person and place stand together, hour by hour', async () => {
    const alerts = [
      aFailure('aud_00000004', '2026-11-21T08:50:00.000Z'),
      aFailure('aud_00000003', '2026-11-21T08:10:00.000Z', { finding: finding(3), ip_address: '90.167.4.18' }),
      aFailure('aud_00000002', '2026-11-21T08:05:00.000Z'),
      aFailure('aud_00000001', '2026-11-20T17:31:00.000Z'),
    ]
    fakeApi.answer('GET /security/alerts', answerOf({ alerts }))
    openProductPath('/admin?tab=security')

    const texts = (await rowsOf()).map(({ textContent }) => textContent)

    expect(texts).toHaveLength(3)
    expect(texts[0]).toContain('Inicio de sesión fallido, 2 veces')
    expect(texts[1]).toContain('90.167.4.18')
    expect(texts[2]).toContain('ayer 18:31')
  })

  test('a press on the address filters the log below, and the log has the focus', async () => {
    const person = openProductPath('/admin?tab=security')

    await person.click(await (await card('Alertas (24 h)')).findByRole('link', { name: /83\.45/ }))

    await waitFor(() =>
      expect(fakeApi.asked('GET /security/audit').at(-1)?.query).toMatchObject({ address: '83.45.12.70' }),
    )
    expect(document.activeElement?.textContent).toBe('Registro de auditoría')
    const log = await card('Registro de auditoría')
    await person.click(log.getByRole('button', { name: /^Solo desde 83\.45\.12\.70/ }))
    expect(window.location.search).toBe('?tab=security')
  })

  test('of many the first eight rows are shown, and the others asked for', async () => {
    const alerts = Array.from({ length: 50 }, (_, index) =>
      aFailure(`aud_000000${String(50 - index).padStart(2, '0')}`, '2026-11-21T08:00:00.000Z', {
        finding: finding(index),
      }),
    )
    fakeApi.answer('GET /security/alerts', answerOf({ alerts }))
    const person = openProductPath('/admin?tab=security')

    expect(await rowsOf()).toHaveLength(8)
    await person.click(screen.getByRole('button', { name: 'Ver 42 más' }))

    expect(await rowsOf()).toHaveLength(50)
  })

  test('none is said as such, and a failure to load them with the way to try again', async () => {
    fakeApi.fail('GET /security/alerts', 500)
    openProductPath('/admin?tab=security')
    expect(await screen.findByText(/^No se pudieron cargar las alertas\./)).toBeDefined()

    fakeApi.answer('GET /security/alerts', answerOf({ alerts: [] }))
    await seconds(5)

    expect(await screen.findByText('Nada que mirar. Se actualiza solo.')).toBeDefined()
  })
})

test('SEC-15 SEC-17 the panel about accounts shows roles and second factors, and who gave the role', async () => {
  const elena = { id: 'usr_elenaaaa', name: 'Elena Prado', customerId: null }
  const accounts = [
    anAlert({
      id: 'aud_00000002',
      finding: finding(2),
      type: 'admin_action',
      message: 'Cambio a rol administrador',
      severity: 'medium',
      details: { action: 'UPDATE on user_roles', person: ana, by: elena, count: 1 },
    }),
    anAlert({
      finding: finding(3),
      type: 'mfa_setup',
      message: 'Verificación en dos pasos activada',
      severity: 'low',
    }),
  ]
  fakeApi.answer('GET /security/alerts', answerOf({ accounts }))
  openProductPath('/admin?tab=security')

  const [role, factor] = (await rowsOf('Altas y cuentas')).map(({ textContent }) => textContent)

  expect(role).toMatch(/^Media.*Cambio a rol administrador.*Ana García, por Elena Prado/)
  expect(factor).toMatch(/^Baja.*Verificación en dos pasos activada/)
})

describe('SEC-19 A-55 the panel is live', () => {
  test('a new entry is there within five seconds, told to who cannot see it, and the focus stays where it was', async () => {
    const person = openProductPath('/admin?tab=security')
    await rowsOf()
    const field = await (await card('Registro de auditoría')).findByLabelText('Desde')
    await person.click(field)
    const old = (await rowsOf())[0]
    fakeApi.answer('GET /security/alerts', withNew())

    await seconds(5)

    const rows = await rowsOf()
    expect(rows.map(({ textContent }) => /Nueva/.test(textContent ?? ''))).toEqual([true, false])
    expect(rows[1], 'the row that was there is the same element').toBe(old)
    expect(
      screen.getByText(/^Alerta nueva, gravedad media: Inicio de sesión fallido, Ana García/).closest('[role=status]'),
    ).not.toBeNull()
    expect(document.activeElement).toBe(field)
  })

  test('it asks for nothing while nobody sees the tab, and at once when somebody does again', async () => {
    openProductPath('/admin?tab=security')
    await rowsOf()
    hide('hidden')
    const before = asked()
    await seconds(60)
    expect(asked()).toBe(before)

    fakeApi.answer('GET /security/alerts', withNew())
    hide('visible')

    // Sooner than by the next poll.
    await waitFor(() => expect(asked()).toBe(before + 1), { timeout: 1000 })
    await waitFor(async () => expect(await rowsOf()).toHaveLength(2))
  })

  test('without a connection the list stays, and says how old it is', async () => {
    openProductPath('/admin?tab=security')
    await rowsOf()
    fakeApi.unreachable('GET /security/alerts')

    await seconds(5)

    expect(await screen.findByText(/Sin conexión: así estaba a las 10:00\./)).toBeDefined()
    expect(screen.queryByText(/^No se pudieron cargar las alertas/)).toBeNull()
    expect(await rowsOf()).toHaveLength(1)
  })
})

describe('SEC-05 A-53 suppressing', () => {
  const several = answerOf({ alerts: [anAlert(), aFailure('aud_00000002', '2026-11-21T08:00:00.000Z')] })

  test('SEC-06 of one asks why and for how long, and tells the server', async () => {
    fakeApi.answer('POST /security/suppressions', { suppressed: 1, until: '2026-11-28T09:00:00.000Z' })
    const person = openProductPath('/admin?tab=security')

    await person.click(await (await card('Alertas (24 h)')).findByRole('button', { name: /^Suprimir ?: Bloqueo/ }))
    const dialog = within(screen.getByRole('dialog', { name: 'Suprimir la alerta' }))
    await person.click(dialog.getByRole('button', { name: 'Suprimir' }))
    expect(dialog.getByLabelText('Motivo').getAttribute('aria-invalid')).toBe('true')
    expect(fakeApi.asked('POST /security/suppressions')).toEqual([])
    await person.selectOptions(dialog.getByLabelText('Motivo'), 'Se equivocó al escribir')
    await person.selectOptions(dialog.getByLabelText('Durante'), '7 días')
    fakeApi.answer('GET /security/alerts', answerOf({ alerts: [] }))
    await person.click(dialog.getByRole('button', { name: 'Suprimir' }))

    expect(await screen.findByText('Alerta suprimida')).toBeDefined()
    expect(fakeApi.asked('POST /security/suppressions').at(-1)?.body).toEqual({
      findings: [finding(1)],
      reason: 'mistake',
      days: 7,
    })
    expect(await screen.findByText('Nada que mirar. Se actualiza solo.')).toBeDefined()
    expect(document.activeElement?.id).toBe('alerts-title')
  })

  test('SEC-07 of all names every finding once', async () => {
    const twice = [...several.alerts, aFailure('aud_00000001', '2026-11-21T07:00:00.000Z')]
    fakeApi.answer('GET /security/alerts', answerOf({ alerts: twice }))
    fakeApi.answer('POST /security/suppressions', { suppressed: 2, until: '2026-11-22T09:00:00.000Z' })
    const person = openProductPath('/admin?tab=security')

    await person.click(await screen.findByRole('button', { name: 'Suprimir todas' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Suprimir todas las alertas' }))
    await person.selectOptions(dialog.getByLabelText('Motivo'), 'Ya está resuelto')
    await person.click(dialog.getByRole('button', { name: 'Suprimir todas' }))

    expect(await screen.findByText('2 alertas distintas suprimidas')).toBeDefined()
    expect(fakeApi.asked('POST /security/suppressions').at(-1)?.body).toEqual({
      findings: [finding(1), finding(2)],
      reason: 'settled',
      days: 1,
    })
  })

  test.each([
    ['Suprimir', /^Suprimir ?: Bloqueo/, 'No se pudo suprimir la alerta'],
    ['Suprimir todas', /^Suprimir todas$/, 'No se pudieron suprimir todas las alertas'],
  ])('SEC-08 %s: what failed is said, the choice stays and the list is the present one', async (send, open, text) => {
    fakeApi.answer('GET /security/alerts', several)
    fakeApi.refuse('POST /security/suppressions', 'changed-meanwhile')
    const person = openProductPath('/admin?tab=security')

    await person.click(await (await card('Alertas (24 h)')).findByRole('button', { name: open }))
    const dialog = within(screen.getByRole('dialog'))
    await person.selectOptions(dialog.getByLabelText('Motivo'), 'Se equivocó al escribir')
    // No polling while the tab is hidden.
    hide('hidden')
    const before = asked()
    await person.click(dialog.getByRole('button', { name: send }))

    expect(await screen.findByText(text)).toBeDefined()
    expect(dialog.getByLabelText<HTMLSelectElement>('Motivo').value).toBe('mistake')
    await waitFor(() => expect(asked()).toBeGreaterThan(before))
    hide('visible')
  })

  test('is found with who, why and until when, and brought back', async () => {
    const suppression: AlertSuppression = {
      finding: finding(1),
      alert: anAlert(),
      reason: 'checked',
      by: { id: 'usr_elenaaaa', name: 'Elena Prado', customerId: null },
      at: '2026-11-20T09:00:00.000Z',
      until: '2026-12-02T09:00:00.000Z',
    }
    const suppressed = { count: 1, firstUntil: suppression.until, items: [suppression] }
    fakeApi.answer('GET /security/alerts', answerOf({ alerts: [], suppressed }))
    fakeApi.answer(`DELETE /security/suppressions/${finding(1)}`, { restored: true })
    const person = openProductPath('/admin?tab=security')

    await person.click(await screen.findByText('1 alerta suprimida; vuelve el 02/12/2026'))
    expect(await screen.findByText('La suprimió Elena Prado el 20/11/26, 10:00')).toBeDefined()
    expect(screen.getByText('Lo he comprobado con la persona')).toBeDefined()
    expect(fakeApi.asked('GET /security/alerts').at(-1)?.query).toEqual({ suppressed: 'listed' })
    fakeApi.answer('GET /security/alerts', answerOf())
    await person.click(screen.getByRole('button', { name: /^Volver a mostrar/ }))

    expect(await screen.findByText('La alerta se mostrará de nuevo')).toBeDefined()
    expect(await rowsOf()).toHaveLength(1)
    expect(document.activeElement?.id).toBe('suppressed-title')
  })

  test('that cannot be read says so, and is read when asked again', async () => {
    const suppressed = { count: 2, firstUntil: '2026-12-02T09:00:00.000Z', items: [] }
    fakeApi.answer('GET /security/alerts', answerOf({ suppressed }))
    const person = openProductPath('/admin?tab=security')
    const summary = await screen.findByText('2 alertas suprimidas; la primera vuelve el 02/12/2026')
    fakeApi.refuse('GET /security/alerts', 'too-many-attempts')
    await person.click(summary)
    const region = within(await screen.findByRole('region', { name: 'Gestión de falsos positivos' }))
    const retry = await region.findByRole('button', { name: 'Reintentar' })
    expect(region.getByText(/^No se pudieron cargar las alertas suprimidas\. Demasiados intentos/)).toBeDefined()

    fakeApi.answer('GET /security/alerts', answerOf({ suppressed }))
    await person.click(retry)

    expect(await region.findByText('No hay nada suprimido.')).toBeDefined()
  })

  test('whose author was erased names nobody, and one that cannot be brought back says so and stays', async () => {
    const suppression: AlertSuppression = {
      finding: finding(1),
      alert: anAlert({ ip_address: null }),
      reason: 'mistake',
      by: { id: 'usr_elenaaaa', name: null, customerId: null },
      at: '2026-11-20T09:00:00.000Z',
      until: '2026-12-02T09:00:00.000Z',
    }
    const suppressed = { count: 1, firstUntil: suppression.until, items: [suppression] }
    fakeApi.answer('GET /security/alerts', answerOf({ alerts: [], suppressed }))
    fakeApi.unreachable(`DELETE /security/suppressions/${finding(1)}`)
    const person = openProductPath('/admin?tab=security')
    await person.click(await screen.findByText('1 alerta suprimida; vuelve el 02/12/2026'))
    expect(await screen.findByText(/^La suprimió una persona borrada el/)).toBeDefined()

    await person.click(screen.getByRole('button', { name: /^Volver a mostrar/ }))

    expect(await screen.findByText('No se pudo mostrar de nuevo la alerta')).toBeDefined()
    expect(screen.getByRole('button', { name: /^Volver a mostrar/ })).toHaveProperty('disabled', false)
  })
})
