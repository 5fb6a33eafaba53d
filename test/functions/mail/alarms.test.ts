import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Template } from 'aws-cdk-lib/assertions'
import { notifications } from '#contract/notifications'
import type { MailTemplateData } from '#data/mail'
import { createLambdaHandler as serveRetries } from '../../../functions/mail/retry-unsent.handler.ts'
import { createLambdaHandler as serveFeedback } from '../../../functions/mail/record-feedback.handler.ts'
import { createLambdaHandler as serveNotifications } from '../../../functions/notifications/handler.ts'
import { demoSesAccount, type MailOutcome } from '../../../bin/local/ses/account.ts'
import { createMailFeedback, type SesEvent } from '../../../bin/local/ses/feedback.ts'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import { hasBeenInAlarm } from '../../../bin/local/cloudwatch/alarm.ts'
import type { LogMetric, LogRecord } from '../../support/embedded-metrics.ts'
import { consoleMethods, measureLogRecord, toLogRecord } from '../../lib/log-metrics.ts'
import { fullyConfiguredStage, getWholeTemplate } from '../../lib/synthesised.ts'
import { listTemplateAlarms, ONCE_SEEN, type TemplateAlarm, toDatapoints } from '../../lib/template-alarms.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { openAuditHistory, timeForPages } from '../../support/audit-history.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, type TestPractice } from '../../support/practice.ts'
import { createMailSetup, createSesError, type MailSetup } from '../../support/mail-setup.ts'

let template: Template
let alarms: readonly TemplateAlarm[]
beforeAll(() => {
  template = getWholeTemplate(fullyConfiguredStage, 'prod')
  alarms = listTemplateAlarms(template)
}, 120_000)

/**
 * Alarms raised by this measurement, by the beginning of their text; without schedules' alarms, which react to missing
 * data.
 */
const alarmsAt = (measured: LogMetric): readonly string[] =>
  alarms
    .filter(
      (alarm) => alarm.TreatMissingData !== 'breaching' && hasBeenInAlarm(alarm, toDatapoints([measured]), ONCE_SEEN),
    )
    .map(({ AlarmDescription, AlarmActions }) => {
      expect(AlarmActions).toEqual([expect.stringMatching(/^\$\{AlarmsTopic/)])
      return AlarmDescription.split(/[.:]/)[0] ?? ''
    })

async function alarmsDuring(name: string, run: () => Promise<unknown>): Promise<readonly string[]> {
  const records: LogRecord[] = []
  for (const method of consoleMethods) {
    vi.spyOn(console, method).mockImplementation((message) => void records.push(toLogRecord(method, message)))
  }
  await run()
  vi.restoreAllMocks()
  return records.flatMap((record) => measureLogRecord(template, name, record)).flatMap(alarmsAt)
}

const late = 'No mail, or not every mail, leaves'
const failed = 'A mail that failed once never arrives'
const mailFailed = 'Somebody does not get a mail that they wait for'

const refund: MailTemplateData = { kind: 'refund', concept: 'Primera consulta', amountCents: 8000 }

async function anOffice(attempts = 0, changes: object = {}): Promise<TestPractice & MailSetup> {
  const office = await createMailSetup()
  const createdAt = office.now().toISOString()
  const state = { status: 'queued', attempts, nextAttemptAt: createdAt, waitingSince: createdAt, createdAt } as const
  await office.data.mails
    .create({ mailId: 'mai_00000001', to: 'lucia@correo.test', content: refund, ...state, ...changes })
    .go()
  return office
}

const retry = (office: MailSetup) => serveRetries(() => office)()

async function aCopiedEntry() {
  const practice = await createTestPractice()
  await createCliente(practice)
  const createdAt = '2026-11-21T08:00:00.000Z'
  const entry = {
    auditId: 'aud_one',
    month: '2026-11',
    createdAt,
    action: 'FILE_ADDED',
    userId: 'usr_1',
    subjectId: 'cus_1',
  }
  await practice.data.auditEntries.create(entry as never).go()
  const history = await openAuditHistory(practice)
  const change = async () => {
    const [written] = await history.listEntries()
    if (written) await history.tamper(written, { action: 'FILE_REMOVED' })
  }
  return { history, change }
}

const altered = 'Entries of the audit log, or their copy, were changed, removed or invented since the check before'

test('A-72 the alarm of the audit log sounds when an entry was changed, and not before', async () => {
  const { history, change } = await aCopiedEntry()

  expect(await alarmsDuring('security/check-audit-log', () => history.checkNextDay())).toEqual([])
  await change()

  expect(await alarmsDuring('security/check-audit-log', () => history.checkNextDay())).toEqual([altered])
})

test('A-72 the alarm of the audit log does not wait for the runs that a check still needs', async () => {
  const { history, change } = await aCopiedEntry()
  await history.checkNextDay()
  await change()
  const during: (readonly string[])[] = []

  let run: { readonly checked: boolean } = { checked: false }
  while (!run.checked) {
    const again = during.length === 0
    const check = async () => (run = await history.check({ again }, timeForPages(1)))
    during.push(await alarmsDuring('security/check-audit-log', check))
  }

  const sounding = during.map((heard) => heard.length > 0)
  expect(sounding[0]).toBe(false)
  expect(sounding.filter((sounds) => sounds).length).toBeGreaterThan(3)
  expect(sounding.slice(sounding.indexOf(true)).every((sounds) => sounds)).toBe(true)
})

describe('the alarm of mails', () => {
  test('sounds when one has waited for a quarter of an hour, at once when SES has stopped us, and ends when it leaves', async () => {
    const office = await anOffice()
    office.refusal = () => createSesError('AccountSendingPausedException', 'Email sending is disabled.')
    const during: (readonly string[])[] = []
    for (let runs = 0; runs < 4; runs++) {
      during.push(await alarmsDuring('mail/retry-unsent', () => retry(office)))
      office.clock.advance({ minutes: 5 })
    }
    office.refusal = undefined
    office.clock.advance({ minutes: 60 })

    expect(during).toEqual([[], [], [], [late]])
    expect(await alarmsDuring('mail/retry-unsent', () => retry(office))).toEqual([])
  })

  test('a mail queued again does not count as late at once', async () => {
    const customerId = 'cus_00000001'
    const office = await anOffice(7, { customerId, status: 'failed' })
    const boss = await createAdministrador(office)
    const createdAt = office.now().toISOString()
    await office.data.customers.put({ customerId, name: 'Lucía Ferrer', email: 'lucia@correo.test', createdAt }).go()
    office.clock.advance({ days: 1 })
    const answer = await createEndpointCaller(serveNotifications(() => office))(notifications.resend, {
      as: createPasswordSessionClaims(boss, office),
      params: { customerId, mailId: 'mai_00000001' },
    })
    office.refusal = () => createSesError('AccountSendingPausedException', 'Email sending is disabled.')

    expect(answer.status).toBe(200)
    expect(await alarmsDuring('mail/retry-unsent', () => retry(office))).toEqual([])
  })

  test('sounds when one has failed', async () => {
    const office = await anOffice(6, { failures: 6 })
    office.refusal = () => createSesError('MessageRejected', 'Message contains a virus')

    const heard = await alarmsDuring('mail/retry-unsent', () => retry(office))

    expect(new Set(heard)).toEqual(new Set([failed, mailFailed]))
  })

  test('sounds when SES finds a virus in one that it had taken', async () => {
    const office = await anOffice()
    await retry(office)
    const events = publishedOf(['reject'], { mailId: 'mai_00000001' })

    const heard = await alarmsDuring('mail/record-feedback', () => serveFeedback(() => office)(events[0] as SesEvent))

    expect(new Set(heard)).toEqual(
      new Set(['Mails that somebody’s server or reader refuses look as if they had arrived', mailFailed]),
    )
  })

  test('does not sound for a bounce, which is its reader’s', async () => {
    const office = await anOffice()
    await retry(office)
    const [event] = publishedOf(['bounce'], { mailId: 'mai_00000001' })

    expect(await alarmsDuring('mail/record-feedback', () => serveFeedback(() => office)(event as SesEvent))).toEqual([])
  })
})

function openSes() {
  const events: SesEvent[] = []
  const { settle, reputation } = createMailFeedback({
    store: openDocumentStore(),
    now: () => new Date('2026-11-21T09:00:00.000Z'),
    publish: (event) => void (event.detail.eventType !== 'Send' && events.push(event)),
  })
  let sent = 0
  const send = (outcome: MailOutcome, tags: Readonly<Record<string, string>> = {}) => {
    const id = `010201936b0f-${++sent}`
    const mail = { id, from: 'hola@habitat.test', to: [`lucia-${sent}@correo.test`], subject: '', sentAt: '', tags }
    settle({ ...mail, configurationSet: 'mails' }, { ...demoSesAccount, outcome })
  }
  return { send, events, reputation }
}

function publishedOf(outcomes: readonly MailOutcome[], tags: Readonly<Record<string, string>>): readonly SesEvent[] {
  const { send, events } = openSes()
  for (const outcome of outcomes) send(outcome, tags)
  return events
}

const heardAfter = (sent: Readonly<Partial<Record<MailOutcome, number>>>) => {
  const { send, reputation } = openSes()
  for (const [outcome, count] of Object.entries(sent)) {
    for (let place = 0; place < count; place++) send(outcome as MailOutcome)
  }
  return Object.entries(reputation()).flatMap(([name, value]) => alarmsAt({ namespace: 'AWS/SES', name, value }))
}

describe('the alarm of the reputation at SES', () => {
  const stopped = 'AWS may soon stop all mails'

  test.each([
    ['five bounces in a hundred mails', { delivery: 95, bounce: 5 }, [stopped]],
    ['four bounces in a hundred mails', { delivery: 96, bounce: 4 }, []],
    ['one complaint in a thousand mails', { delivery: 999, complaint: 1 }, [stopped]],
    ['one complaint in eleven hundred mails', { delivery: 1099, complaint: 1 }, []],
    ['full mailboxes, which count for nothing', { delivery: 1, 'soft-bounce': 9 }, []],
  ] as const)('after %s', (_, sent, heard) => {
    expect(heardAfter(sent)).toEqual(heard)
  })
})
