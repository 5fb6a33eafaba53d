import { describe, expect, test, vi } from 'vitest'
import type { MailTemplateData } from '#data/mail'
import { createLambdaHandler as serveRetries } from '../../../functions/mail/retry-unsent.handler.ts'
import { createMailSetup, type MailSetup } from '../../support/mail-setup.ts'
import { readLogged } from '../../support/logged.ts'

const at = '2026-11-21T09:00:00.000Z'
const userId = 'usr_00000001'
const name = ''
const consultation = {
  consultationId: 'con_00000001',
  startsAt: '2026-11-23T10:00:00.000Z',
  durationMinutes: 30,
  type: 'general',
  sequence: 0,
}
const notice = (type: 'consultation_scheduled' | 'consultation_changed' | 'consultation_cancelled') =>
  ({ kind: 'client-notice', name, notice: { type, consultation } }) as const
const reminder = (before: 'day' | 'hour') => ({ kind: 'reminder', name, before, consultation }) as const
const invoice = { kind: 'client-notice', name, notice: { type: 'invoice', fileName: 'a.pdf' } } as const

const lastMoments: readonly (readonly [title: string, content: MailTemplateData, last: string])[] = [
  ['a link for signing in', { kind: 'sign-in-link', userId, askedAt: at }, '2026-11-22T08:59:59.999Z'],
  ['an appointment', notice('consultation_scheduled'), '2026-11-23T09:59:59.999Z'],
  ['a changed appointment', notice('consultation_changed'), '2026-11-23T09:59:59.999Z'],
  ['a cancelled appointment', notice('consultation_cancelled'), '2026-11-28T08:59:59.999Z'],
  ['a reminder of the hour before', reminder('hour'), '2026-11-23T09:59:59.999Z'],
  ['a reminder of the day before', reminder('day'), '2026-11-23T06:59:59.999Z'],
  ['an invoice', invoice, '2026-11-28T08:59:59.999Z'],
  ['a new device', { kind: 'new-device', name, device: 'Firefox', at }, '2026-11-28T08:59:59.999Z'],
  ['a grave alert', { kind: 'security-alert', type: 'rate_limited', at }, '2026-11-28T08:59:59.999Z'],
  ['a test mail', { kind: 'test', name, userId }, '2026-11-28T08:59:59.999Z'],
  ['the way back', { kind: 'account-deactivated', name, userId, deactivatedAt: at }, '2026-12-21T08:59:59.999Z'],
  ['a guardian’s link', { kind: 'guardian-request', userId, requestId: 'gua_00000001' }, '2026-12-21T08:59:59.999Z'],
]

/** About money, or required by law. */
const forever: readonly (readonly [title: string, content: MailTemplateData])[] = [
  ['a refund', { kind: 'refund', concept: 'Primera consulta', amountCents: 8000 }],
  ['a withdrawal', { kind: 'withdrawal-requested', withdrawalId: 'wdr_00000001', requestedAt: at }],
  ['the practice’s list of withdrawals', { kind: 'withdrawals-digest', since: at, until: at }],
  ['a withdrawn consent', { kind: 'health-consent-withdrawn', customerId: 'cus_00000001', requestedAt: at }],
  ['a deletion', { kind: 'deletion-requested', name, userId, leavingSince: at }],
]

async function statusAt(office: MailSetup, content: MailTemplateData, instant: string) {
  const state = { status: 'queued', attempts: 0, nextAttemptAt: at, createdAt: at } as const
  await office.data.mails.put({ mailId: 'mai_00000001', to: 'lucia@correo.test', content, ...state }).go()
  office.clock.set(instant)
  await serveRetries(() => office)()
  return (await office.data.mails.get({ mailId: 'mai_00000001' }).go({ consistent: true })).data?.status
}

const aMomentLater = (instant: string) => new Date(Date.parse(instant) + 1).toISOString()

describe('a mail that could not be sent for long', () => {
  test.for(lastMoments)('%s is sent while it is useful, and then expires', async ([, content, last]) => {
    const lines = vi.spyOn(console, 'info').mockImplementation(() => {})
    const office = await createMailSetup()

    expect(await statusAt(office, content, last)).toBe('sent')
    expect(await statusAt(office, content, aMomentLater(last))).toBe('expired')

    expect(office.sent).toHaveLength(1)
    expect(readLogged(lines)).toContainEqual(
      expect.objectContaining({ mailId: 'mai_00000001', mail: 'expired', kind: content.kind }),
    )
  })

  test.for(forever)('%s is sent a year later', async ([, content]) => {
    const office = await createMailSetup()

    expect(await statusAt(office, content, '2027-11-21T09:00:00.000Z')).toBe('sent')
  })
})
