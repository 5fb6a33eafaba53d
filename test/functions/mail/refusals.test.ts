import { describe, expect, test, vi } from 'vitest'
import type { MailTemplateData } from '#data/mail'
import { createLambdaHandler as serveRetries } from '../../../functions/mail/retry-unsent.handler.ts'
import { createMailSetup, createSesError, type MailSetup } from '../../support/mail-setup.ts'
import { readEmbeddedMetrics } from '../../support/embedded-metrics.ts'
import { readLogged } from '../../support/logged.ts'

const refund: MailTemplateData = { kind: 'refund', concept: 'Primera consulta', amountCents: 8000 }

const queue = async ({ data, now }: MailSetup, mailId: string, content: MailTemplateData = refund, attempts = 0) => {
  const createdAt = now().toISOString()
  const state = { status: 'queued', attempts, nextAttemptAt: createdAt, waitingSince: createdAt, createdAt } as const
  await data.mails.create({ mailId, to: 'lucia@correo.test', content, ...state }).go()
}
const idOf = (place: number) => `mai_${String(place).padStart(8, '0')}`
const queueMany = async (office: MailSetup, count: number) => {
  for (let place = 1; place <= count; place++) await queue(office, idOf(place))
}
const retry = (office: MailSetup, request?: { resend: 'failed' }) => serveRetries(() => office)(request)
const read = async ({ data }: MailSetup, mailId: string) =>
  (await data.mails.get({ mailId }).go({ consistent: true })).data

const REGION = 'The following identities failed the check in region EU-WEST-1'

/** In SES's wording (its developer guide, «Amazon SES email sending errors» and «Errors related to the quotas»). */
const ofTheService = [
  ['MessageRejected', `Email address is not verified. ${REGION}: lucia@correo.test`],
  ['MessageRejected', 'Sending suspended for this account. For more information, please check the inbox.'],
  ['MessageRejected', 'Sending paused for this account. For more information, please check the inbox.'],
  ['AccountSendingPausedException', 'Email sending is disabled for your account.'],
  ['ConfigurationSetDoesNotExistException', 'Configuration set <mails> does not exist.'],
  ['ConfigurationSetSendingPausedException', 'Email sending is disabled for the configuration set.'],
  ['MailFromDomainNotVerifiedException', 'The MX record of the domain was not found.'],
  ['Throttling', 'Maximum sending rate exceeded.'],
  ['Throttling', 'Daily message quota exceeded.'],
  ['AccessDenied', 'User is not authorized to perform ses:SendRawEmail'],
  ['ServiceUnavailable', 'Service is currently unavailable'],
  ['TimeoutError', 'Connection timed out'],
] as const

describe('what SES refuses of us', () => {
  test.for(ofTheService)('%s: %s waits, and is sent once SES takes mails again', async ([name, message]) => {
    const office = await createMailSetup()
    await queue(office, idOf(1), refund, 100)
    office.refusal = () => createSesError(name, message)
    await retry(office)
    expect(await read(office, idOf(1))).toMatchObject({ status: 'queued', attempts: 101, lastError: name })

    office.refusal = undefined
    office.clock.advance({ minutes: 60 })
    await retry(office)

    expect(await read(office, idOf(1))).toMatchObject({ status: 'sent' })
  })

  test('three times in a row leaves the others their turn, and says that they wait', async () => {
    const office = await createMailSetup()
    await queueMany(office, 5)
    office.closed = true

    const report = await retry(office)

    expect(report).toEqual({ requeued: 0, tried: 3, sent: 0, refused: 3, left: true })
    expect(await read(office, idOf(4))).toMatchObject({ status: 'queued', attempts: 0 })
  })

  test('for one recipient in the sandbox keeps nobody else from their mail', async () => {
    const office = await createMailSetup()
    await queueMany(office, 5)
    const sandbox = createSesError('MessageRejected', `Email address is not verified. ${REGION}: lucia@correo.test`)
    office.refusal = (mailId) => (mailId === idOf(5) ? undefined : sandbox)

    await retry(office)

    expect(await read(office, idOf(5))).toMatchObject({ status: 'sent' })
  })
})

describe('what the recipient refuses', () => {
  test.for(['Illegal address', 'Domain contains illegal character', "Missing final '@domain'"])(
    '«%s» ends at once and is not tried again',
    async (message) => {
      const office = await createMailSetup()
      await queueMany(office, 1)
      office.refusal = () => createSesError('InvalidParameterValue', message)

      await retry(office)

      expect(await read(office, idOf(1))).toMatchObject({ status: 'bounced', attempts: 1 })
      office.refusal = undefined
      office.clock.advance({ days: 1 })
      expect(await retry(office)).toMatchObject({ tried: 0 })
    },
  )
})

test('a mail that SES refuses for what it holds fails in the end, as an error in the log', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const office = await createMailSetup()
  await queueMany(office, 1)
  await office.data.mails
    .patch({ mailId: idOf(1) })
    .set({ attempts: 5, failures: 5 })
    .go()
  office.refusal = () => createSesError('MessageRejected', 'Message contains a virus')

  await retry(office)
  expect(await read(office, idOf(1))).toMatchObject({ status: 'queued' })
  office.clock.advance({ hours: 12 })
  await retry(office)

  expect(await read(office, idOf(1))).toMatchObject({ status: 'failed', attempts: 7 })
  expect(errors).toHaveBeenCalledOnce()
})

test('what SES refuses of us takes no attempt from a mail that then cannot be sent for what it holds', async () => {
  const office = await createMailSetup()
  await queueMany(office, 1)
  office.refusal = () => createSesError('Throttling', 'Maximum sending rate exceeded.')
  for (let refusals = 0; refusals < 6; refusals++) {
    await retry(office)
    office.clock.advance({ hours: 1 })
  }
  office.refusal = () => createSesError('MessageRejected', 'Message contains a virus')

  const pauses: number[] = []
  await retry(office)
  for (let mail = await read(office, idOf(1)); mail?.status === 'queued'; mail = await read(office, idOf(1))) {
    pauses.push((Date.parse(mail.nextAttemptAt) - office.now().getTime()) / 60_000)
    office.clock.set(mail.nextAttemptAt)
    await retry(office)
  }

  expect(pauses).toEqual([1, 5, 15, 60, 240, 720])
  expect(await read(office, idOf(1))).toMatchObject({ status: 'failed', attempts: 13 })
  await retry(office, { resend: 'failed' })
  expect(await read(office, idOf(1))).toMatchObject({ status: 'queued', attempts: 1 })
})

async function spacing(rate: number) {
  const office = await createMailSetup()
  const begun: number[] = []
  const ses = {
    ...office,
    sendRate: async () => rate,
    pause: async (milliseconds: number) => office.clock.advance({ seconds: milliseconds / 1000 }),
    send: async () => void begun.push(office.now().getTime()),
  }
  await queueMany(office, 3)
  await retry(ses)
  return begun.map((at, place) => at - (begun[place - 1] ?? at)).slice(1)
}

describe('the rate of SES', () => {
  test.for([
    [1, 1000],
    [10, 100],
  ] as const)('of %i a second lets a mail begin every %i ms', async ([rate, milliseconds]) => {
    expect(await spacing(rate)).toEqual([milliseconds, milliseconds])
  })

  test('ends a run before its time is over, and the next goes on', async () => {
    const office = await createMailSetup()
    const pause = async (milliseconds: number) => office.clock.advance({ seconds: milliseconds / 1000 })
    const slow = { ...office, sendRate: async () => 1 / 30, pause }
    await queueMany(office, 6)

    const first = await retry(slow)
    const second = await retry(slow)

    expect(first).toMatchObject({ tried: 4, left: true })
    expect(second).toMatchObject({ tried: 2, left: false })
    expect(office.sent).toHaveLength(6)
  })
})

describe('how long the oldest mail waits', () => {
  test('is measured at every run, since it was due or queued again, and nothing when none waits', async () => {
    const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
    const office = await createMailSetup()
    await retry(office)
    await queueMany(office, 2)
    office.closed = true
    office.clock.advance({ minutes: 17 })
    await retry(office)
    office.closed = false
    office.clock.advance({ minutes: 60 })
    await retry(office)

    const measured = readLogged(lines).flatMap(readEmbeddedMetrics)
    const ages = measured.filter(({ name }) => name === 'OldestQueuedMail').map(({ value }) => value / 60)
    expect(ages).toEqual([0, 17, 0])
  })
})

const fail = async (office: MailSetup, count: number) => {
  await queueMany(office, count)
  for (let place = 1; place <= count; place++) {
    await office.data.mails
      .patch({ mailId: idOf(place) })
      .set({ status: 'failed', attempts: 7 })
      .go()
  }
}

describe('all that failed', () => {
  test('is put back and sent by one request, withdrawals too, and what is no longer useful expires', async () => {
    const office = await createMailSetup()
    await fail(office, 27)
    const requestedAt = office.now().toISOString()
    await queue(office, 'mai_withdrawal', { kind: 'withdrawal-requested', withdrawalId: 'wdr_00000001', requestedAt })
    await queue(office, 'mai_of-a-device', { kind: 'new-device', name: '', device: 'Firefox', at: requestedAt })
    for (const mailId of ['mai_withdrawal', 'mai_of-a-device']) {
      await office.data.mails.patch({ mailId }).set({ status: 'failed', attempts: 7 }).go()
    }
    office.clock.advance({ days: 8 })
    expect(await retry(office)).toMatchObject({ requeued: 0, tried: 0 })

    const report = await retry(office, { resend: 'failed' })

    expect(report).toEqual({ requeued: 29, tried: 29, sent: 28, refused: 0, left: false })
    expect(await read(office, 'mai_withdrawal')).toMatchObject({ status: 'sent', attempts: 1 })
    expect(await read(office, 'mai_of-a-device')).toMatchObject({ status: 'expired' })
    expect(await retry(office, { resend: 'failed' })).toMatchObject({ requeued: 0, tried: 0, sent: 0 })
  })

  test('is said to be refused where too few are to tell that SES takes nothing, and waits', async () => {
    const office = await createMailSetup()
    await fail(office, 2)
    office.closed = true

    expect(await retry(office, { resend: 'failed' })).toMatchObject({ tried: 2, sent: 0, refused: 2, left: false })
  })

  test('stays in the queue while SES takes nothing', async () => {
    const office = await createMailSetup()
    await fail(office, 5)
    office.closed = true

    expect(await retry(office, { resend: 'failed' })).toEqual({
      requeued: 5,
      tried: 3,
      sent: 0,
      refused: 3,
      left: true,
    })
  })
})
