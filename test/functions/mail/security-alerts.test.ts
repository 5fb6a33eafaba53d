import type { DynamoDBRecord } from 'aws-lambda'
import { expect, test } from 'vitest'
import type { AuditAction } from '#contract/audit'
import { immediateAlertTypes } from '#contract/alert-actions'
import { severityByAlertType, securityAlertTypes } from '#contract/security-alerts'
import { security } from '#contract/security'
import { createLambdaHandler as serveSecurity } from '../../../functions/security/handler.ts'
import { createLambdaHandler as serveStream } from '../../../functions/mail/send-queued.handler.ts'
import { handOnRecords } from '../../support/dispatched-messages.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { openTestMailService, parseSentMails } from '../../support/mail-setup.ts'
import { createTestPractice } from '../../support/practice.ts'

async function aWatchedLog() {
  const practice = await createTestPractice()
  const office = openTestMailService(practice)
  const ana = await createCliente(practice, { firstName: 'Ana', lastName: 'García' })
  const elena = await createAdministrador(practice)
  let written = 0
  const happens = async (action: AuditAction, details?: object): Promise<DynamoDBRecord> => {
    const createdAt = practice.now().toISOString()
    const auditId = `aud_happened-${String(++written).padStart(4, '0')}`
    await practice.data.auditEntries
      .create({
        auditId,
        month: createdAt.slice(0, 7),
        createdAt,
        action,
        userId: ana.userId,
        subjectId: ana.userId,
        address: '83.45.12.70',
        userAgent: 'Firefox',
        ...(details && { details }),
      })
      .go()
    return {
      eventName: 'INSERT',
      dynamodb: {
        SequenceNumber: auditId,
        NewImage: {
          __edb_e__: { S: 'auditEntry' },
          auditId: { S: auditId },
          createdAt: { S: createdAt },
          action: { S: action },
        },
      },
    }
  }
  const stream = (...records: DynamoDBRecord[]) =>
    handOnRecords(
      records,
      'mail',
      serveStream(() => office),
    )
  const waiting = async () => {
    const { data } = await practice.data.mails.query
      .due({ status: 'queued' })
      .between({ nextAttemptAt: '' }, { nextAttemptAt: '~' })
      .go()
    return data
  }
  const deliver = async () =>
    stream(
      ...(await waiting()).map(({ mailId }): DynamoDBRecord => ({
        eventName: 'INSERT',
        dynamodb: { NewImage: { __edb_e__: { S: 'mail' }, mailId: { S: mailId } } },
      })),
    )
  const kinds = async () => (await waiting()).map(({ content }) => content.type as string)
  return { practice, office, ana, elena, happens, stream, waiting, deliver, kinds }
}

test('the practice is mailed of what is high or critical, and of nothing else', () => {
  const grave = securityAlertTypes.filter((type) => ['critical', 'high'].includes(severityByAlertType[type]))

  expect([...immediateAlertTypes]).toEqual(grave)
})

test('SEC-14 a lock-out is a mail to the practice that names nobody and leads to the alerts', async () => {
  const { office, happens, stream, deliver } = await aWatchedLog()

  expect(await stream(await happens('LOGIN_RATE_LIMITED'))).toEqual({ batchItemFailures: [] })
  await deliver()

  const [mail] = await parseSentMails(office)
  expect(mail?.to).toMatchObject([{ address: 'consulta@habitat.test' }])
  expect(mail?.subject).toBe('Alerta de seguridad: bloqueo por intentos de acceso | Hábitat Interior')
  expect(mail?.text).toContain('sábado, 21 de noviembre de 2026, 10:00')
  expect(mail?.text).toContain('https://habitat.test/admin?tab=security')
  for (const secret of ['Ana', 'García', 'correo.test', '83.45', 'usr_', 'cus_']) {
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain(secret)
  }
})

test('SEC-14 SEC-15 each kind has its own mail; a failed sign-in, a role and a set-up have none', async () => {
  const { happens, stream, kinds } = await aWatchedLog()

  for (const action of ['LOGIN_FAILED', 'UPDATE on user_roles', 'MFA_ENABLED'] as const) {
    await stream(await happens(action, { new_data: { role: 'administrador' } }))
  }
  expect(await kinds()).toEqual([])
  await stream(await happens('MFA_VERIFY_FAILED'), await happens('LOGIN_RATE_LIMITED'))
  await stream(await happens('MFA_CONFIRM_FAILED'), await happens('MFA_CONFIRM_FAILED'))
  expect((await kinds()).toSorted()).toEqual(['mfa_failure', 'rate_limited'])
  await stream(await happens('MFA_CONFIRM_FAILED'))

  expect((await kinds()).toSorted()).toEqual(['mfa_failure', 'rate_limited', 'suspicious_activity'])
})

test('of one kind there is one mail within any sixty minutes, and the next alert after them has its own', async () => {
  const { practice, happens, stream, waiting } = await aWatchedLog()
  practice.clock.set('2026-11-21T09:50:00.000Z')

  await stream(await happens('MFA_VERIFY_FAILED'))
  practice.clock.advance({ minutes: 59 })
  await stream(await happens('MFA_VERIFY_FAILED'))
  expect(await waiting()).toHaveLength(1)
  practice.clock.advance({ minutes: 1 })
  await stream(await happens('MFA_VERIFY_FAILED'))

  expect(await waiting()).toHaveLength(2)
})

test('of many at one moment, and of one that the stream repeats, one is mailed, in the first hour as in the next', async () => {
  const { practice, happens, stream, waiting } = await aWatchedLog()
  const manyAtOnce = async () => {
    const records = await Promise.all(Array.from({ length: 8 }, () => happens('LOGIN_RATE_LIMITED')))
    const answers = await Promise.all([...records, ...records].map((record) => stream(record)))
    return answers.flatMap(({ batchItemFailures }) => batchItemFailures)
  }

  expect(await manyAtOnce()).toEqual([])
  expect(await waiting()).toHaveLength(1)
  practice.clock.advance({ minutes: 60 })
  expect(await manyAtOnce()).toEqual([])

  expect(await waiting()).toHaveLength(2)
})

test('the end of a lock-out, what is suppressed and what is older than a day are not mailed', async () => {
  const { practice, elena, happens, stream, waiting } = await aWatchedLog()
  await stream(await happens('LOGIN_RATE_LIMITED', { since: '2026-11-21T08:45:00.000Z', refusals: 3 }))
  const old = await happens('MFA_VERIFY_FAILED')
  const ask = createEndpointCaller(serveSecurity(() => practice))
  const as = createPasswordSessionClaims(elena, practice)
  const { alerts } = (await ask(security.alerts, { as })).body
  const findings = alerts.map(({ finding }) => finding)
  await ask(security.suppressAlerts, { as, body: { findings, reason: 'mistake', days: 1 } })

  await stream(await happens('LOGIN_RATE_LIMITED'), await happens('MFA_VERIFY_FAILED'))
  practice.clock.advance({ days: 1 })
  await stream(old)

  expect(await waiting()).toEqual([])
})
