import { describe, expect, test } from 'vitest'
import { diagnostics } from '#contract/diagnostics'
import type { MailStatus } from '#contract/mail-statuses'
import { createLambdaHandler as serveDiagnostics } from '../../../functions/diagnostics/handler.ts'
import { createLambdaHandler as serveRetries } from '../../../functions/mail/retry-unsent.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createMailSetup } from '../../support/mail-setup.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'

async function aSetup() {
  const practice = await createMailSetup()
  const admin = await createAdministrador(practice)
  const ask = createEndpointCaller(serveDiagnostics(() => practice))
  const as = createPasswordSessionClaims(admin, practice)
  let put = 0
  return {
    practice,
    admin,
    outbox: async () => (await ask(diagnostics.outbox, { as })).body,
    resend: async () => (await ask(diagnostics.resendFailedMails, { as })).body,
    sendDue: () => serveRetries(() => practice)(),
    aMail: async (status: MailStatus, nextAttemptAt: string, more: object = {}) => {
      const requestedAt = '2026-11-20T09:00:00.000Z'
      await practice.data.mails
        .put({
          mailId: `mai_${String(++put).padStart(8, '0')}`,
          to: 'nadie@correo.test',
          content: { kind: 'withdrawal-requested', withdrawalId: 'wdr_00000001', requestedAt },
          status,
          attempts: 1,
          nextAttemptAt,
          createdAt: requestedAt,
          ...more,
        })
        .go()
    },
  }
}

const now = '2026-11-21T09:00:00.000Z'

describe('A-43 the outbox', () => {
  test('is counted: what waits and since when, and what failed, expired or was refused lately', async () => {
    const { outbox, aMail } = await aSetup()
    await aMail('queued', '2026-11-21T10:00:00.000Z', { waitingSince: '2026-11-21T08:00:00.000Z' })
    await aMail('sending', now, { waitingSince: '2026-11-21T08:30:00.000Z' })
    await aMail('queued', '2026-11-22T06:00:00.000Z', { waitingSince: '2026-11-22T06:00:00.000Z', attempts: 0 })
    await aMail('failed', '2026-01-01T09:00:00.000Z')
    await aMail('expired', now)
    await aMail('expired', '2026-10-01T09:00:00.000Z')
    for (const status of ['bounced', 'complained', 'suppressed'] as const) await aMail(status, now)
    await aMail('bounced', '2026-10-01T09:00:00.000Z')
    for (const status of ['sent', 'skipped'] as const) await aMail(status, now)

    expect(await outbox()).toEqual({
      waiting: 2,
      waitingSince: '2026-11-21T08:00:00.000Z',
      failed: 1,
      expired: 1,
      refused: 3,
    })
  })

  test('of a day without mails is empty', async () => {
    const { outbox } = await aSetup()

    expect(await outbox()).toEqual({ waiting: 0, waitingSince: null, failed: 0, expired: 0, refused: 0 })
  })
})

describe('A-43 all that failed', () => {
  test('is put back 25 at a time, each time with a line in the audit log, and sent', async () => {
    const { practice, admin, aMail, resend, sendDue, outbox } = await aSetup()
    for (let count = 0; count < 30; count++) await aMail('failed', now)

    expect(await resend()).toEqual({ requeued: 25, left: 5 })
    expect(await resend()).toEqual({ requeued: 5, left: 0 })
    expect(await resend()).toEqual({ requeued: 0, left: 0 })

    expect(await listAuditChanges(practice)).toMatchObject([
      { action: 'FAILED_MAILS_QUEUED_AGAIN', userId: admin.userId, details: { mails: 25 } },
      { action: 'FAILED_MAILS_QUEUED_AGAIN', userId: admin.userId, details: { mails: 5 } },
    ])
    expect(await outbox()).toMatchObject({ waiting: 30, waitingSince: now, failed: 0 })
    expect(await sendDue()).toMatchObject({ sent: 30, left: false })
  })

  test('is put back once by two who ask at a time', async () => {
    const { practice, aMail, resend, outbox } = await aSetup()
    for (let count = 0; count < 4; count++) await aMail('failed', now)

    const answers = await Promise.all([resend(), resend(), resend()])

    expect(answers.map(({ requeued }) => requeued).toSorted((a, b) => a - b)).toEqual([0, 0, 4])
    expect(await outbox()).toMatchObject({ waiting: 4, failed: 0 })
    expect(await listAuditChanges(practice)).toHaveLength(1)
  })
})
