import { createServer } from 'node:http'
import { GetSendQuotaCommand, SendRawEmailCommand, SESClient } from '@aws-sdk/client-ses'
import { SESv2Client } from '@aws-sdk/client-sesv2'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SesAccountSettings } from '../../../bin/local/ses/account.ts'
import type { SesEvent } from '../../../bin/local/ses/feedback.ts'
import { createSesStandIn } from '../../../bin/local/ses/ses.ts'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import { createMailSuppressions } from '../../../functions/privacy/mail-suppressions.ts'

const SENDER = 'hola@habitatinterior.example'
const SET = 'mails-of-the-product'

async function startSes(changes: Partial<SesAccountSettings> = {}) {
  const [taken, published]: [SesEvent[], SesEvent[]] = [[], []]
  const standIn = createSesStandIn({
    store: openDocumentStore(),
    now: () => new Date('2026-11-21T09:00:00.000Z'),
    verifiedSenders: ['habitatinterior.example'],
    configurationSet: SET,
    publish: (event) => void (event.detail.eventType === 'Send' ? taken : published).push(event),
  })
  standIn.account.set(changes)
  const server = createServer((request, response) => void standIn.answer(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  const config = {
    endpoint: `http://127.0.0.1:${address.port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'secret' },
    maxAttempts: 1,
  }
  const client = new SESClient(config)
  const suppressions = createMailSuppressions(new SESv2Client(config))
  const send = (to: string, more: { readonly ConfigurationSetName?: string } = { ConfigurationSetName: SET }) =>
    client.send(
      new SendRawEmailCommand({
        RawMessage: { Data: Buffer.from(`From: ${SENDER}\r\nTo: ${to}\r\nSubject: Hola\r\n\r\nHola`) },
        Tags: [{ Name: 'mailId', Value: 'mai_00000001' }],
        ...more,
      }),
    )
  return {
    standIn,
    client,
    suppressions,
    send,
    taken,
    published,
    subjects: () => standIn.mailbox().map(({ to }) => to.join()),
  }
}

describe('SES that takes nothing', () => {
  test.each([
    ['paused by its owner', { sending: 'paused' }, 'AccountSendingPausedException', /Email sending is disabled/],
    ['suspended by AWS', { sending: 'suspended' }, 'MessageRejected', /^Sending suspended for this account\./],
    ['at the end of its quota', { quotaReached: true }, 'Throttling', /^Daily message quota exceeded\.$/],
  ] as const)('%s says so as it does', async (_, changes, name, message) => {
    const { send, subjects, published } = await startSes(changes)

    await expect(send('ana@example.com')).rejects.toMatchObject({ name, message: expect.stringMatching(message) })
    expect([subjects(), published]).toEqual([[], []])
  })

  test('in the sandbox to nobody who is not verified, and says which address is not', async () => {
    const { send, client, subjects } = await startSes({ sandbox: true })

    await expect(send('ana@example.com')).rejects.toMatchObject({
      name: 'MessageRejected',
      message:
        'Email address is not verified. The following identities failed the check in region EU-WEST-1: ana@example.com',
    })
    await send('hola@habitatinterior.example')

    expect(subjects()).toEqual(['hola@habitatinterior.example'])
    expect(await client.send(new GetSendQuotaCommand({}))).toMatchObject({ Max24HourSend: 200, MaxSendRate: 1 })
  })

  test.each([{ throttling: true, sandbox: true }, { sandbox: true }])(
    'faster than its rate is throttled, with %j',
    async (changes) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      onTestFinished(() => void vi.useRealTimers())
      const { send, subjects } = await startSes(changes)
      await send('hola@habitatinterior.example')

      const second = send('hola@habitatinterior.example')

      await expect(second).rejects.toMatchObject({ name: 'Throttling', message: 'Maximum sending rate exceeded.' })
      vi.setSystemTime(Date.now() + 1000)
      await send('hola@habitatinterior.example')
      expect(subjects()).toHaveLength(2)
    },
  )

  test('for a configuration set that is not there', async () => {
    const { send } = await startSes()

    await expect(send('ana@example.com', { ConfigurationSetName: 'another' })).rejects.toMatchObject({
      name: 'ConfigurationSetDoesNotExistException',
    })
  })
})

const delivered = ({ published }: Awaited<ReturnType<typeof startSes>>) =>
  published.map(({ source, 'detail-type': type, detail }) => ({ source, type, detail }))

describe('what becomes of a mail', () => {
  test.each([
    ['bounce', 'Email Bounced', { eventType: 'Bounce', bounce: { bounceType: 'Permanent', bounceSubType: 'General' } }],
    ['soft-bounce', 'Email Bounced', { bounce: { bounceType: 'Transient', bounceSubType: 'MailboxFull' } }],
    [
      'complaint',
      'Email Complaint Received',
      { eventType: 'Complaint', complaint: { complaintFeedbackType: 'abuse' } },
    ],
    ['reject', 'Email Rejected', { eventType: 'Reject', reject: { reason: 'Bad content' } }],
  ] as const)('«%s» is published with the tags of the mail', async (outcome, type, detail) => {
    const ses = await startSes({ outcome })

    await ses.send('ana@example.com')

    expect(delivered(ses)).toMatchObject([
      { source: 'aws.ses', type, detail: { ...detail, mail: { tags: { mailId: ['mai_00000001'] } } } },
    ])
    expect(ses.subjects()).toEqual(outcome === 'complaint' ? ['ana@example.com'] : [])
  })

  test.each(['delivery', 'bounce', 'complaint', 'reject'] as const)(
    'is published only after «Email Sent», which says that it was taken: %s',
    async (outcome) => {
      const { send, taken } = await startSes({ outcome })

      await send('ana@example.com')

      expect(taken).toMatchObject([
        {
          'detail-type': 'Email Sent',
          detail: { send: {}, mail: { destination: ['ana@example.com'], tags: { mailId: ['mai_00000001'] } } },
        },
      ])
    },
  )

  test('is published by no other mail than one with a configuration set', async () => {
    const ses = await startSes({ outcome: 'bounce' })

    await ses.send('ana@example.com', {})

    expect([ses.taken, ses.published]).toEqual([[], []])
  })

  test('is published twice where EventBridge delivers twice', async () => {
    const ses = await startSes({ outcome: 'bounce', twice: true })

    await ses.send('ana@example.com')

    expect(new Set(ses.published.map(({ id }) => id)).size).toBe(1)
    expect(ses.published).toHaveLength(2)
  })

  test.each(['bounce', 'complaint'] as const)(
    'after a %s the address is suppressed until it is let off',
    async (outcome) => {
      const ses = await startSes({ outcome })
      await ses.send('Ana@example.com')
      ses.standIn.account.set({ outcome: 'delivery' })

      await ses.send('ana@example.com')
      const during = ses.subjects().length
      ses.standIn.feedback.unsuppress('ana@example.com')
      await ses.send('ana@example.com')

      expect(delivered(ses)[1]).toMatchObject({
        type: 'Email Bounced',
        detail: { bounce: { bounceType: 'Permanent', bounceSubType: 'OnAccountSuppressionList' } },
      })
      expect(ses.subjects()).toHaveLength(during + 1)
      expect(ses.published).toHaveLength(2)
    },
  )

  test.each([
    ['bounce', 'General'],
    ['bounce+label', 'General'],
    ['suppressionlist', 'OnAccountSuppressionList'],
  ])('to %s@simulator.amazonses.com is what AWS’ simulator does, in the sandbox too', async (name, bounceSubType) => {
    const ses = await startSes({ sandbox: true })

    await ses.send(`${name}@simulator.amazonses.com`)

    expect(delivered(ses)).toMatchObject([{ detail: { bounce: { bounceSubType } } }])
  })

  test.each(['bounce', 'complaint'])(
    'to %s@simulator.amazonses.com neither suppresses the address nor counts for reputation and quota',
    async (name) => {
      const ses = await startSes({ quotaReached: true })

      await ses.send(`${name}@simulator.amazonses.com`)
      await ses.send(`${name}@simulator.amazonses.com`)

      expect(ses.standIn.feedback.suppressed()).toEqual([])
      expect(ses.standIn.feedback.reputation()).toEqual({
        'Reputation.BounceRate': 0,
        'Reputation.ComplaintRate': 0,
      })
      expect(await ses.client.send(new GetSendQuotaCommand({}))).toMatchObject({ SentLast24Hours: 0 })
      expect(ses.published.map(({ detail }) => detail.eventType.toLowerCase())).toEqual([name, name])
    },
  )

  test('counts for the reputation, apart from what the suppression list keeps back', async () => {
    const ses = await startSes()
    for (let place = 0; place < 18; place++) await ses.send(`ana-${place}@example.com`)
    ses.standIn.account.set({ outcome: 'bounce' })
    await ses.send('nadie@example.com')
    await ses.send('nadie@example.com')
    ses.standIn.account.set({ outcome: 'complaint' })
    await ses.send('eva@example.com')

    expect(ses.standIn.feedback.reputation()).toEqual({
      'Reputation.BounceRate': 1 / 20,
      'Reputation.ComplaintRate': 1 / 20,
    })
  })

  test('of Cognito, which names no mail, is published all the same', async () => {
    const ses = await startSes({ outcome: 'bounce' })

    await ses.standIn.deliver({ to: 'ana@example.com', subject: 'Tu código', html: '<p>123456</p>', from: SENDER })

    expect(delivered(ses)).toMatchObject([{ detail: { mail: { destination: ['ana@example.com'] } } }])
    expect(ses.published[0]?.detail.mail.tags).not.toHaveProperty('mailId')
  })
})

test('an address that is taken off the suppression list gets mails again; one that is not on it is no fault', async () => {
  const { standIn, send, subjects, suppressions } = await startSes({ outcome: 'bounce' })
  await send('ana+casa@example.com')
  expect(standIn.feedback.suppressed()).toHaveLength(1)
  standIn.account.set({ outcome: 'delivery' })

  await suppressions.remove('ana+casa@example.com')
  await suppressions.remove('ana+casa@example.com')
  await send('ana+casa@example.com')

  expect(standIn.feedback.suppressed()).toEqual([])
  expect(subjects()).toEqual(['ana+casa@example.com'])
})
