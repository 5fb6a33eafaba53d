import type { ServiceHealth } from '#contract/diagnostics'
import type { SecuritySettings, SecuritySettingsOverview } from '#contract/security-settings'
import { screen, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AuditLogEntry } from '#contract/security'
import type { SecurityAlert } from '#contract/security-alerts'
import type { SecurityImprovement } from '#contract/security-improvements'
import { SIGN_IN_STATISTICS_DAYS, type HourlySignInCounts } from '#contract/security-sign-ins'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const NOW = '2026-11-21T09:20:00.000Z'
const ana = { id: 'usr_anaaaaaa', name: 'Ana García', customerId: 'cus_anaaaaaa' }

const aBlock: SecurityAlert = {
  id: 'aud_00000001',
  finding: `fnd_${'1'.repeat(32)}`,
  type: 'rate_limited',
  message: 'Bloqueo por intentos',
  severity: 'high',
  timestamp: '2026-11-21T08:34:00.000Z',
  details: { action: 'LOGIN_RATE_LIMITED', person: ana, by: ana, count: 1 },
  ip_address: '83.45.12.70',
  user_agent: 'Firefox',
}

const alerts = (...found: readonly SecurityAlert[]) => ({
  alerts: found,
  accounts: [],
  suppressed: { count: 0, firstUntil: null, items: [] },
  checkedAt: NOW,
})

const source = { resource: 'Tabla habitat', property: 'SSEDescription', value: 'KMS' }

const anItem = (changes: Partial<SecurityImprovement> = {}): SecurityImprovement => ({
  id: 'encryption',
  title: 'Cifrado de datos y archivos',
  description: 'Con claves propias.',
  status: 'completed',
  priority: 'critical',
  category: 'data-protection',
  reading: 'Tabla y archivos cifrados',
  facts: [{ name: 'Tabla cifrada', value: 'Sí', holds: true, source }],
  readAt: NOW,
  evidence: null,
  ...changes,
})

const notYet = anItem({
  id: 'passkeys',
  title: 'Llaves de acceso',
  status: 'pending',
  facts: [{ name: 'Llaves de acceso', value: 'No', holds: false, source }],
})

const improvements = (...items: readonly SecurityImprovement[]) => ({
  items,
  completed: items.length,
  total: items.length,
  percent: 100,
})

const settings = (changes: Partial<SecuritySettings> = {}): SecuritySettingsOverview => ({
  settings: {
    enforceStrongPasswords: true,
    requireMfaForAdmins: true,
    sessionTimeout: 24,
    auditLogging: true,
    rateLimiting: true,
    ...changes,
  },
  version: 1,
  changedAt: null,
  changedBy: null,
  score: { points: 100, label: 'Excelente' },
})

const services = (state: ServiceHealth['state'] = 'ok') => ({
  checkedAt: NOW,
  items: [
    { service: 'table', state: 'ok', latencyMs: 12 } as const,
    { service: 'payments', state, latencyMs: 12 } as const,
  ],
})

const week = (changes: Readonly<Record<number, Partial<HourlySignInCounts>>> = {}) => ({
  hours: Array.from({ length: SIGN_IN_STATISTICS_DAYS * 24 }, (_, index): HourlySignInCounts => {
    const ago = SIGN_IN_STATISTICS_DAYS * 24 - 1 - index
    const at = new Date(Date.parse('2026-11-21T09:00:00.000Z') - ago * 3_600_000).toISOString()
    return { at, succeeded: 0, failed: 0, ...changes[ago] }
  }),
})

beforeEach(() => {
  vi.setSystemTime(NOW)
  signInAsRole('administrador')
  fakeApi.answer('GET /security/alerts', alerts())
  fakeApi.answer('GET /security/improvements', improvements(anItem(), notYet))
  fakeApi.answer('GET /security/settings', settings())
  fakeApi.answer('GET /security/sign-ins', week())
  fakeApi.answer('GET /security/audit', { items: [], next: null })
  fakeApi.answer('GET /security/audit/check', { check: null })
  fakeApi.answer('GET /diagnostics/services', services())
})

const card = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))

describe('what needs attention', () => {
  test('is one line when nothing does: what is still to come is no cause for alarm', async () => {
    fakeApi.answer('GET /security/improvements', { ...improvements(anItem(), notYet), completed: 1 })
    openProductPath('/admin?tab=security')

    const well = 'Sin alertas graves, y las protecciones y los ajustes en orden. Queda 1 mejora por hacer.'
    expect(await (await card('Estado')).findByText(well)).toBeDefined()
  })

  test('names a service that does not answer, and leads to the services', async () => {
    fakeApi.answer('GET /diagnostics/services', services('failed'))
    openProductPath('/admin?tab=security')

    const shown = await card('Una cosa necesita tu atención')
    expect(shown.getByText('«Pagos» no responde')).toBeDefined()
    expect(shown.getByRole('link', { name: /^Ver los servicios/ }).getAttribute('href')).toBe('/admin?tab=test')
  })

  test('A-72 names a history that was altered first, and leads to what the check found', async () => {
    const broken = [{ kind: 'changed', name: 'aud_00000009', at: NOW }] as const
    const check = { checkedAt: NOW, entries: 100, months: 8, broken: [...broken], brokenCount: 1 }
    fakeApi.answer('GET /security/audit/check', { check })
    fakeApi.answer('GET /diagnostics/services', services('failed'))
    openProductPath('/admin?tab=security')

    const [first] = within((await card('2 cosas necesitan tu atención')).getByRole('list')).getAllByRole('listitem')
    expect(first?.textContent).toContain('El registro de auditoría está alteradoUna entrada no coincide con su copia.')
    expect(within(first as HTMLElement).getByRole('button', { name: /^Ver la comprobación/ })).toBeDefined()
  })

  test('names what a client has asked about who opened their data, and leads to their record', async () => {
    const question: AuditLogEntry = {
      auditId: 'aud_00000002',
      at: '2026-11-20T16:05:00.000Z',
      action: 'DATA_OPENING_QUESTIONED',
      by: ana,
      about: ana,
      values: [{ name: 'Motivo', before: null, after: '¿Quién es esta persona?' }],
      address: null,
      userAgent: null,
    }
    fakeApi.answer('GET /security/audit', { items: [question], next: null })
    openProductPath('/admin?tab=security')

    const shown = await card('Una cosa necesita tu atención')
    expect(shown.getByText('Ana García pregunta por quién ha visto sus datos')).toBeDefined()
    expect(shown.getByText('¿Quién es esta persona? · 20/11/26, 17:05')).toBeDefined()
    expect(shown.getByRole('link', { name: /^Ver la ficha/ }).getAttribute('href')).toBe('/client/cus_anaaaaaa')
    expect(fakeApi.asked('GET /security/audit').map(({ query }) => query)).toContainEqual({
      action: 'DATA_OPENING_QUESTIONED',
      from: '2026-11-14',
      limit: '3',
    })
  })

  test('names grave alerts, what no longer holds and what is switched off, and leads to each', async () => {
    const broken = anItem({ status: 'pending', facts: [{ name: 'Tabla cifrada', value: 'No', holds: false, source }] })
    fakeApi.answer('GET /security/alerts', alerts(aBlock, { ...aBlock, id: 'aud_2', severity: 'medium' }))
    fakeApi.answer('GET /security/improvements', improvements(broken, notYet))
    fakeApi.answer('GET /security/settings', settings({ rateLimiting: false }))
    const person = openProductPath('/admin?tab=security')

    const shown = await card('3 cosas necesitan tu atención')
    expect(shown.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)).toEqual([
      'Bloqueo por intentos: Ana García',
      'Cifrado de datos y archivos: no se cumple',
      expect.stringMatching(/está desactivado$/),
    ])
    expect(shown.getByText('Desde 83.45.12.70, 9:34')).toBeDefined()
    await person.click(shown.getByRole('button', { name: /^Ver qué pasó/ }))
    expect(document.activeElement?.textContent).toBe('Alertas (24 h)')
  })

  test('names somebody who has become an administrador', async () => {
    const promotion = {
      ...aBlock,
      type: 'admin_action',
      severity: 'medium',
      message: 'Cambio a rol administrador',
    } as const
    fakeApi.answer('GET /security/alerts', { ...alerts(), accounts: [promotion, { ...aBlock, id: 'aud_3' }] })
    openProductPath('/admin?tab=security')

    const shown = await card('Una cosa necesita tu atención')
    expect(shown.getByText('Cambio a rol administrador: Ana García')).toBeDefined()
  })

  test('does not say that all is well when part of it could not be asked', async () => {
    fakeApi.answer('GET /security/improvements', () => Response.json({ code: 'not-found' }, { status: 404 }))
    openProductPath('/admin?tab=security')

    expect(await (await card('Estado')).findByText(/^No se ha podido comprobar todo/)).toBeDefined()
    expect(screen.queryByText(/en orden/)).toBeNull()
  })

  test.each([
    [
      'an item that could not be read',
      anItem({ status: 'pending', facts: [], reading: 'No se ha podido leer' }),
      /No se ha podido leer/,
    ],
    [
      'a penetration test that is too old',
      anItem({
        id: 'penetration-test',
        title: 'Prueba de intrusión externa',
        status: 'pending',
        facts: [{ name: 'Fecha, de los últimos 12 meses', value: '1/2/2024', holds: false, source }],
        evidence: { label: 'Ver el informe', href: 'https://informes.example/a.pdf' },
      }),
      /1\/2\/2024/,
    ],
  ])('names %s', async (_, item, more) => {
    fakeApi.answer('GET /security/improvements', improvements(item))
    openProductPath('/admin?tab=security')

    expect((await card('Una cosa necesita tu atención')).getByText(more)).toBeDefined()
  })
})

describe('the sign-ins', () => {
  test('of the last day stand by the hour, and of the week by the day', async () => {
    fakeApi.answer(
      'GET /security/sign-ins',
      week({ 0: { succeeded: 2 }, 1: { failed: 6 }, 30: { succeeded: 1, failed: 1 } }),
    )
    const person = openProductPath('/admin?tab=security')

    const shown = await card('Inicios de sesión')
    expect(await shown.findByText('2 correctos y 6 fallidos en las últimas 24 horas.')).toBeDefined()
    const hours = within(shown.getByRole('table', { name: 'Inicios de sesión por hora', hidden: true }))
    expect(hours.getAllByRole('row', { hidden: true })).toHaveLength(25)

    await person.click(shown.getByRole('button', { name: '7 días' }))
    expect(shown.getByText('3 correctos y 7 fallidos en los últimos 7 días.')).toBeDefined()
    const days = within(shown.getByRole('table', { name: 'Inicios de sesión por día', hidden: true }))
    expect(days.getAllByRole('row', { hidden: true })).toHaveLength(8)
  })

  test('that nobody tried are said in words', async () => {
    openProductPath('/admin?tab=security')

    const shown = await card('Inicios de sesión')
    expect(await shown.findByText('Nadie ha intentado entrar en las últimas 24 horas.')).toBeDefined()
  })
})
