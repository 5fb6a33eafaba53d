import { describe, expect, test, vi } from 'vitest'
import type { AuditAction } from '#contract/audit'
import { security } from '#contract/security'
import { computeAuditShard } from '#data/audit-entry'
import { createLambdaHandler } from '../../../functions/security/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { openRawAuditLog } from '../../support/raw-audit-log.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  type PracticePerson,
} from '../../support/people.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { createTestPractice, listAuditChanges, type TestPractice } from '../../support/practice.ts'

interface Entry {
  readonly action: AuditAction
  readonly about: Pick<PracticePerson, 'userId'>
  readonly by?: Pick<PracticePerson, 'userId'>
  readonly address?: string
  readonly details?: object
}

async function aWatch() {
  const practice = await createTestPractice()
  const elena = await createAdministrador(practice, { firstName: 'Elena', lastName: 'Prado' })
  const carmen = await createAdministrador(practice, { firstName: 'Carmen', lastName: 'Iglesias' })
  const ana = await createCliente(practice, { firstName: 'Ana', lastName: 'García' })
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  let written = 0
  const happens = async ({ action, about, by = about, address = '83.45.12.70', details }: Entry) => {
    practice.clock.advance({ seconds: 1 })
    const createdAt = practice.now().toISOString()
    const auditId = `aud_happened-${String(++written).padStart(4, '0')}`
    await practice.data.auditEntries
      .create({
        auditId,
        month: createdAt.slice(0, 7),
        createdAt,
        action,
        userId: by.userId,
        subjectId: about.userId,
        address,
        userAgent: 'Firefox',
        ...(details && { details }),
      })
      .go()
    return { auditId, createdAt }
  }
  const as = (person: PracticePerson) => createPasswordSessionClaims(person, practice)
  const look = async (query: { suppressed?: 'listed' } = {}) =>
    (await ask(security.alerts, { as: as(elena), query })).body
  const suppress = (findings: readonly string[], who = elena, more: object = {}) =>
    ask(security.suppressAlerts, { as: as(who), body: { findings, reason: 'mistake', days: 7, ...more } })
  const restore = (findingId: string, who = elena) =>
    ask(security.restoreAlerts, { as: as(who), params: { findingId } })
  return { practice, elena, carmen, ana, ask, as, happens, look, suppress, restore }
}

const roles = (before: string, after: string) => ({ old_data: { role: before }, new_data: { role: after } })

const lineOf = async (practice: TestPractice, wanted: AuditAction) =>
  (await listAuditChanges(practice)).findLast(({ action }) => action === wanted)

const idsOf = (alerts: readonly { readonly id: string }[]) => alerts.map(({ id }) => id)

describe('SEC-13 SEC-14 SEC-16 the alerts of the last 24 hours', () => {
  test('are the entries of the three failures, newest first, with all their fields', async () => {
    const { ana, happens, look } = await aWatch()
    const failed = await happens({ action: 'LOGIN_FAILED', about: ana })
    const code = await happens({ action: 'MFA_VERIFY_FAILED', about: ana })
    await happens({ action: 'PASSWORD_CHANGED', about: ana })
    const limited = await happens({ action: 'LOGIN_RATE_LIMITED', about: ana })

    const { alerts } = await look()

    expect(alerts.map(({ type, severity, message }) => [type, severity, message])).toEqual([
      ['rate_limited', 'high', 'Bloqueo por intentos'],
      ['mfa_failure', 'high', 'Código de verificación incorrecto'],
      ['failed_login', 'medium', 'Inicio de sesión fallido'],
    ])
    expect(idsOf(alerts)).toEqual([limited.auditId, code.auditId, failed.auditId])
    expect(alerts[2]).toEqual({
      id: failed.auditId,
      finding: expect.stringMatching(/^fnd_[0-9a-f]{32}$/),
      type: 'failed_login',
      message: 'Inicio de sesión fallido',
      severity: 'medium',
      timestamp: failed.createdAt,
      details: {
        action: 'LOGIN_FAILED',
        person: { id: ana.userId, name: 'Ana García', customerId: ana.customerId },
        by: { id: ana.userId, name: 'Ana García', customerId: ana.customerId },
        count: 1,
      },
      ip_address: '83.45.12.70',
      user_agent: 'Firefox',
    })
  })

  test('LIM-08 DATA-25 are the fifty newest', async () => {
    const { ana, happens, look } = await aWatch()
    const made: string[] = []
    for (let count = 0; count < 53; count++) made.push((await happens({ action: 'LOGIN_FAILED', about: ana })).auditId)

    expect(idsOf((await look()).alerts)).toEqual(made.toReversed().slice(0, 50))
  })

  test('LIM-08 go after 24 hours, also where a month ends within them', async () => {
    const { practice, ana, happens, look } = await aWatch()
    practice.clock.set('2026-11-30T22:00:00.000Z')
    const november = await happens({ action: 'LOGIN_FAILED', about: ana })
    practice.clock.set('2026-12-01T20:00:00.000Z')
    const december = await happens({ action: 'LOGIN_FAILED', about: ana })

    expect(idsOf((await look()).alerts)).toEqual([december.auditId, november.auditId])
    practice.clock.set('2026-12-01T22:00:02.000Z')
    expect(idsOf((await look()).alerts)).toEqual([december.auditId])
  })

  test('say with how many refusals a lock-out ended', async () => {
    const { ana, happens, look } = await aWatch()
    await happens({
      action: 'LOGIN_RATE_LIMITED',
      about: ana,
      details: { since: '2026-11-21T08:00:00.000Z', refusals: 12 },
    })

    expect((await look()).alerts).toMatchObject([
      { message: 'Fin de un bloqueo por intentos: 12 rechazados', details: { count: 12 } },
    ])
  })

  test('are found though thousands of other entries came since', async () => {
    const { practice, ana, elena, happens, look } = await aWatch()
    const { auditId } = await happens({ action: 'LOGIN_FAILED', about: ana })
    await openRawAuditLog(practice)
      .put(
        Array.from({ length: 1200 }, (_, index) => ({
          auditId: `aud_noise-${String(index).padStart(6, '0')}`,
          month: '2026-11',
          createdAt: new Date(practice.now().getTime() + index).toISOString(),
          action: 'CUSTOMER_CHANGED' as const,
          userId: elena.userId,
          subjectId: ana.customerId,
        })),
      )
      .go()

    expect(idsOf((await look()).alerts)).toEqual([auditId])
  })
})

test('an alert costs the table one more key, and all other entries none', async () => {
  const { practice, ana, happens } = await aWatch()
  const failed = await happens({ action: 'LOGIN_FAILED', about: ana })
  await happens({ action: 'PASSWORD_CHANGED', about: ana })
  await happens({ action: 'MFA_ENABLED', about: ana })

  const entries = (await scanWholeTable(practice)).filter((item) => item['__edb_e__']?.S === 'auditEntry')

  const keys = new Map(entries.map((item) => [item['action']?.S, item['gsi2pk']?.S]))
  expect(keys.get('LOGIN_FAILED')).toBe(`$audit#alertpartition_failures-${computeAuditShard(failed.auditId)}`)
  expect(keys.get('MFA_ENABLED')).toBe('$audit#alertpartition_accounts')
  expect(keys.has('PASSWORD_CHANGED') && keys.get('PASSWORD_CHANGED')).toBeUndefined()
})

describe('SEC-15 SEC-16 wrong codes while an app is set up', () => {
  test('are suspicious from the third of one person on, and a fourth is counted in the same alert', async () => {
    const { ana, carmen, happens, look } = await aWatch()
    await happens({ action: 'MFA_CONFIRM_FAILED', about: ana })
    await happens({ action: 'MFA_CONFIRM_FAILED', about: carmen })
    await happens({ action: 'MFA_CONFIRM_FAILED', about: ana })
    expect((await look()).alerts).toEqual([])

    const third = await happens({ action: 'MFA_CONFIRM_FAILED', about: ana })
    expect((await look()).alerts).toMatchObject([
      { id: third.auditId, type: 'suspicious_activity', severity: 'high', details: { count: 3 } },
    ])

    const fourth = await happens({ action: 'MFA_CONFIRM_FAILED', about: ana })
    expect((await look()).alerts).toMatchObject([
      {
        id: third.auditId,
        message: '4 códigos incorrectos al configurar la verificación en dos pasos',
        timestamp: fourth.createdAt,
      },
    ])
  })

  test('are counted whole where so much else failed that the list is full before the first of them', async () => {
    const { ana, carmen, happens, look } = await aWatch()
    await happens({ action: 'MFA_CONFIRM_FAILED', about: ana })
    await happens({ action: 'MFA_CONFIRM_FAILED', about: ana })
    for (let count = 0; count < 60; count++) await happens({ action: 'LOGIN_FAILED', about: carmen })
    await happens({ action: 'MFA_CONFIRM_FAILED', about: ana })

    expect((await look()).alerts[0]).toMatchObject({ type: 'suspicious_activity', details: { count: 3 } })
  })
})

describe('SEC-15 SEC-17 the panel about accounts', () => {
  test('adds who became an administrador and who set up a second factor, and the failures list does not', async () => {
    const { ana, elena, carmen, happens, look } = await aWatch()
    await happens({
      action: 'UPDATE on user_roles',
      about: carmen,
      by: elena,
      details: roles('administrador', 'cliente'),
    })
    await happens({ action: 'UPDATE on user_roles', about: ana, by: elena, details: roles('cliente', 'administrador') })
    await happens({ action: 'MFA_ENABLED', about: ana })
    await happens({ action: 'LOGIN_FAILED', about: carmen })

    const { alerts, accounts } = await look()

    expect(accounts.map(({ type, severity, message }) => [type, severity, message])).toEqual([
      ['failed_login', 'medium', 'Inicio de sesión fallido'],
      ['mfa_setup', 'low', 'Verificación en dos pasos activada'],
      ['admin_action', 'medium', 'Cambio a rol administrador'],
    ])
    expect(accounts[2]?.details).toMatchObject({ person: { name: 'Ana García' }, by: { name: 'Elena Prado' } })
    expect(alerts.map(({ type }) => type)).toEqual(['failed_login'])
  })

  test('SEC-15 adds who was invited as an administrador, and no client', async () => {
    const { ana, elena, carmen, happens, look } = await aWatch()
    await happens({ action: 'USER_INVITED', about: ana, by: elena, details: { role: 'cliente' } })
    await happens({ action: 'USER_INVITED', about: carmen, by: elena, details: { role: 'administrador' } })

    const { accounts } = await look()

    expect(accounts).toMatchObject([
      { type: 'admin_action', severity: 'medium', details: { person: { name: 'Carmen Iglesias' } } },
    ])
  })

  test('LIM-08 holds the ten newest', async () => {
    const { ana, happens, look } = await aWatch()
    const made: string[] = []
    for (let count = 0; count < 12; count++) made.push((await happens({ action: 'MFA_ENABLED', about: ana })).auditId)

    expect(idsOf((await look()).accounts)).toEqual(made.toReversed().slice(0, 10))
  })

  test('a promotion is found though very many wrong passwords were typed after it', async () => {
    const { practice, ana, carmen, elena, happens, look } = await aWatch()
    await happens({
      action: 'UPDATE on user_roles',
      about: carmen,
      by: elena,
      details: roles('cliente', 'administrador'),
    })
    await openRawAuditLog(practice)
      .put(
        Array.from({ length: 1200 }, (_, index) => ({
          auditId: `aud_guess-${String(index).padStart(6, '0')}`,
          month: '2026-11',
          createdAt: new Date(practice.now().getTime() + index).toISOString(),
          action: 'LOGIN_FAILED' as const,
          userId: ana.userId,
          subjectId: ana.userId,
        })),
      )
      .go()

    const { alerts, accounts } = await look()

    expect(idsOf(alerts)).toEqual(
      Array.from({ length: 50 }, (_, n) => `aud_guess-${String(1199 - n).padStart(6, '0')}`),
    )
    expect(accounts.at(-1)?.details.person).toMatchObject({ name: 'Carmen Iglesias' })
  })

  test('a promotion is not pushed out by wrong passwords, however many are typed after it', async () => {
    const { ana, elena, happens, look } = await aWatch()
    await happens({
      action: 'UPDATE on user_roles',
      about: ana,
      by: elena,
      details: { old_data: { role: 'cliente' }, new_data: { role: 'administrador' } },
    })
    for (let n = 0; n < 60; n++) await happens({ action: 'LOGIN_FAILED', about: ana })

    const { accounts } = await look()

    expect(accounts).toHaveLength(10)
    expect(accounts.at(-1)?.type).toBe('admin_action')
  })
})

describe('SEC-05 A-53 what is suppressed', () => {
  test('SEC-06 one finding is hidden for everybody until its end, with its line in the same transaction', async () => {
    const { practice, elena, carmen, ana, ask, as, happens, look, suppress } = await aWatch()
    await happens({ action: 'LOGIN_FAILED', about: ana })
    const elsewhere = await happens({ action: 'LOGIN_FAILED', about: ana, address: '90.167.4.18' })
    const [, alert] = (await look()).alerts

    const { status, body } = await suppress([alert?.finding ?? ''])

    expect({ status, body }).toEqual({ status: 201, body: { suppressed: 1, until: '2026-11-28T09:00:02.000Z' } })
    expect(idsOf((await ask(security.alerts, { as: as(carmen) })).body.alerts)).toEqual([elsewhere.auditId])
    expect(await lineOf(practice, 'SECURITY_FINDING_SUPPRESSED')).toMatchObject({
      userId: elena.userId,
      details: { finding_id: alert?.finding, reason: 'mistake', timestamp: '2026-11-21T09:00:02.000Z' },
    })
  })

  test('hides the next of its kind too, but nothing of another kind, person or place', async () => {
    const { ana, carmen, happens, look, suppress } = await aWatch()
    await happens({ action: 'LOGIN_FAILED', about: ana })
    await suppress([(await look()).alerts[0]?.finding ?? ''])

    await happens({ action: 'LOGIN_FAILED', about: ana })
    expect((await look()).alerts).toEqual([])
    const worse = await happens({ action: 'LOGIN_RATE_LIMITED', about: ana })
    const other = await happens({ action: 'LOGIN_FAILED', about: carmen })
    const place = await happens({ action: 'LOGIN_FAILED', about: ana, address: '83.45.12.71' })

    expect(idsOf((await look()).alerts)).toEqual([place, other, worse].map(({ auditId }) => auditId))
  })

  test('SEC-07 all at once are one transaction with one line that counts and names them', async () => {
    const { practice, elena, ana, carmen, happens, look, suppress } = await aWatch()
    await happens({ action: 'LOGIN_FAILED', about: ana })
    await happens({ action: 'MFA_VERIFY_FAILED', about: carmen })
    const findings = (await look()).alerts.map(({ finding }) => finding)

    await suppress(findings, elena, { reason: 'own-test', days: 1 })

    expect((await look()).alerts).toEqual([])
    expect(await lineOf(practice, 'BULK_SECURITY_FINDINGS_SUPPRESSED')).toMatchObject({
      userId: elena.userId,
      subjectId: 'security-alerts',
      details: { suppressed_count: 2, findings, reason: 'own-test', timestamp: '2026-11-21T09:00:02.000Z' },
    })
  })

  test('is found again with who did it, why and until when, is brought back by a line in the log, and ends by itself', async () => {
    const { practice, ana, carmen, happens, look, suppress, restore } = await aWatch()
    const { auditId } = await happens({ action: 'LOGIN_FAILED', about: ana })
    const finding = (await look()).alerts[0]?.finding ?? ''
    await suppress([finding], carmen, { reason: 'checked', days: 30 })
    practice.clock.advance({ days: 2 })

    const { suppressed } = await look({ suppressed: 'listed' })
    expect(suppressed).toMatchObject({
      count: 1,
      firstUntil: '2026-12-21T09:00:01.000Z',
      items: [
        {
          finding,
          alert: { id: auditId, message: 'Inicio de sesión fallido', details: { person: { name: 'Ana García' } } },
          reason: 'checked',
          by: { name: 'Carmen Iglesias' },
          at: '2026-11-21T09:00:01.000Z',
          until: '2026-12-21T09:00:01.000Z',
        },
      ],
    })

    expect((await restore(finding)).body).toEqual({ restored: true })
    expect(await lineOf(practice, 'SECURITY_FINDING_RESTORED')).toMatchObject({
      subjectId: ana.userId,
      details: { finding_id: finding, alert: 'failed_login' },
    })
    const again = await happens({ action: 'LOGIN_FAILED', about: ana })
    expect(idsOf((await look()).alerts)).toEqual([again.auditId])

    await suppress([finding], carmen, { days: 1 })
    practice.clock.advance({ hours: 23, minutes: 59 })
    expect((await look()).suppressed).toMatchObject({ count: 1, items: [] })
    practice.clock.advance({ minutes: 1 })
    expect((await look()).suppressed).toEqual({ count: 0, firstUntil: null, items: [] })
    expect((await restore(finding)).body).toMatchObject({ code: 'not-found' })
    await happens({ action: 'LOGIN_FAILED', about: ana })
    expect((await suppress([finding])).status).toBe(201)
  })

  test('of two who suppress the same at one moment one does, and of several none is left half done', async () => {
    const { practice, ana, elena, carmen, happens, look, suppress } = await aWatch()
    await happens({ action: 'LOGIN_FAILED', about: ana })
    await happens({ action: 'MFA_VERIFY_FAILED', about: ana })
    const findings = (await look()).alerts.map(({ finding }) => finding)

    const answers = await Promise.all([suppress(findings, elena), suppress(findings.slice(0, 1), carmen)])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const lines = (await listAuditChanges(practice)).filter(({ action }) => action.includes('SUPPRESSED'))
    expect(lines).toHaveLength(1)
    expect((await look()).suppressed.count).toBe(answers[0]?.status === 201 ? 2 : 1)
  })

  test('keeps the reason of whoever was first, though another decided on the list from before', async () => {
    const { practice, ana, elena, carmen, happens, look, suppress } = await aWatch()
    await happens({ action: 'LOGIN_FAILED', about: ana })
    const findings = (await look()).alerts.map(({ finding }) => finding)
    const { transact } = practice.data
    vi.spyOn(practice.data, 'transact').mockImplementationOnce(async (writes) => {
      await suppress(findings, carmen, { reason: 'checked' })
      return transact(writes)
    })

    const { body } = await suppress(findings, elena, { reason: 'mistake' })

    expect(body).toMatchObject({ code: 'changed-meanwhile' })
    const { suppressed } = await look({ suppressed: 'listed' })
    expect(suppressed.items).toMatchObject([{ reason: 'checked', by: { name: 'Carmen Iglesias' } }])
  })

  test('is never what is no alert', async () => {
    const { practice, suppress, restore } = await aWatch()

    expect((await suppress([`fnd_${'0'.repeat(32)}`])).body).toMatchObject({ code: 'changed-meanwhile' })
    expect((await restore(`fnd_${'0'.repeat(32)}`)).body).toMatchObject({ code: 'not-found' })
    expect((await listAuditChanges(practice)).filter(({ action }) => action.includes('FINDING'))).toEqual([])
  })
})

test('what happened around an alert is found in the log by the address it came from', async () => {
  const { ana, carmen, ask, as, happens } = await aWatch()
  const here = await happens({ action: 'LOGIN_FAILED', about: ana })
  await happens({ action: 'LOGIN_FAILED', about: ana, address: '90.167.4.18' })
  const too = await happens({ action: 'PASSWORD_CHANGED', about: carmen })

  const { body } = await ask(security.audit, { as: as(carmen), query: { address: '83.45.12.70' } })

  expect(body.items.map(({ auditId }) => auditId)).toEqual([too.auditId, here.auditId])
})

test('the log says in words what was suppressed, why and for how long', async () => {
  const { ana, carmen, ask, as, happens, look, suppress, restore } = await aWatch()
  await happens({ action: 'LOGIN_FAILED', about: ana })
  await happens({ action: 'LOGIN_RATE_LIMITED', about: ana })
  const findings = (await look()).alerts.map(({ finding }) => finding)
  await suppress(findings, carmen, { reason: 'settled', days: 1 })
  await restore(findings[0] ?? '')
  await suppress(findings.slice(0, 1))

  const { body } = await ask(security.audit, { as: as(carmen) })

  const saidOf = (wanted: AuditAction) =>
    body.items.find(({ action }) => action === wanted)?.values.map(({ name, after }) => `${name}: ${after}`)
  expect(saidOf('BULK_SECURITY_FINDINGS_SUPPRESSED')).toEqual([
    'Alertas distintas: 2',
    'Motivo: Ya está resuelto',
    'Durante: 1 día',
  ])
  expect(saidOf('SECURITY_FINDING_SUPPRESSED')).toEqual([
    'Alerta: Bloqueo por intentos',
    'Motivo: Se equivocó al escribir',
    'Durante: 7 días',
  ])
})
