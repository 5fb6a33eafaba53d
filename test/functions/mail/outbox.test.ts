import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, test, vi } from 'vitest'
import type { MailTemplateData } from '#data/mail'
import { createLambdaHandler as serveRetries } from '../../../functions/mail/retry-unsent.handler.ts'
import { createLambdaHandler as serveStream } from '../../../functions/mail/send-queued.handler.ts'
import { handOnRecords } from '../../support/dispatched-messages.ts'
import { createMailSetup, type MailSetup, parseSentMails } from '../../support/mail-setup.ts'
import { recordOrderToSchedule } from '../../support/order-with-proposals.ts'
import { readLogged } from '../../support/logged.ts'
import { synchronizeNextReads } from '../../support/synchronize-next-writes.ts'

const ORDER = 'ord_00000001'
const receipt: MailTemplateData = { kind: 'receipt', orderId: ORDER, name: 'Lucía', invite: false }

describe('the mail about a payment', () => {
  test('says what was paid and brings the receipt as a PDF', async () => {
    const office = await createMailSetup()
    await proven(office)
    await queued(office, receipt)

    await stream(office)

    const [mail] = await parseSentMails(office)
    expect(mail).toMatchObject({
      subject: 'Hemos recibido tu pago',
      from: { name: 'Hábitat Interior', address: 'hola@habitat.test' },
      to: [{ address: 'lucia@correo.test' }],
      messageId: '<mai_00000001@habitat.test>',
    })
    expect(mail?.text).toMatch(/Hola, Lucía:[^]*80,00\s€[^]*2026-ABC[^]*https:\/\/habitat\.test\/client/)
    expect(mail?.html).toContain('href="https://habitat.test/client"')
    expect(mail?.attachments).toMatchObject([{ filename: 'justificante-2026-ABC.pdf', mimeType: 'application/pdf' }])
    expect(new TextDecoder().decode(mail?.attachments[0]?.content as ArrayBuffer).slice(0, 5)).toBe('%PDF-')
  })

  test('invites whoever has no account to create one', async () => {
    const office = await createMailSetup()
    await queued(office, { ...receipt, invite: true })

    await stream(office)

    const [mail] = await parseSentMails(office)
    expect(mail?.subject).toBe('Hemos recibido tu pago: crea tu cuenta')
    expect(mail?.html).toContain('href="https://habitat.test/register"')
  })

  test('A-29 says that the consultation is still to be scheduled, where no hours could be proposed', async () => {
    const office = await createMailSetup()
    await queued(office, receipt)
    await recordOrderToSchedule(office, { orderId: ORDER, customerId: 'cus_00000001' })

    await stream(office)

    expect((await parseSentMails(office))[0]?.text).toContain('pendiente de agendar')
  })

  test('says nothing of scheduling where the consultation was booked with the payment', async () => {
    const office = await createMailSetup()
    await queued(office, receipt)

    await stream(office)

    expect((await parseSentMails(office))[0]?.text).not.toContain('pendiente de agendar')
  })
})

describe('the mail to somebody who has an account already', () => {
  test('leads to the sign-in', async () => {
    const office = await createMailSetup()
    await queued(office, { kind: 'existing-owner', name: 'Lucía' })

    await stream(office)

    const [mail] = await parseSentMails(office)
    expect(mail?.subject).toBe('Ya tienes una cuenta en Hábitat Interior')
    expect(mail?.html).toContain('href="https://habitat.test/auth"')
    expect(mail?.attachments).toEqual([])
  })

  test('A-23 leads to sign in and pay when they meant to buy', async () => {
    const office = await createMailSetup()
    await queued(office, { kind: 'existing-owner', name: 'Lucía', product: 'primera-consulta' })

    await stream(office)

    const [mail] = await parseSentMails(office)
    expect(mail?.text).toContain('comprar «Primera consulta»')
    expect(mail?.html).toContain('href="https://habitat.test/auth?next=%2Fcomprar"')
  })

  test('shows no link that an older version let into a name', async () => {
    const office = await createMailSetup()
    await proven(office)
    await queued(office, { kind: 'existing-owner', name: '<a href="https://evil.test">clic</a>' })

    await stream(office)

    const [mail] = await parseSentMails(office)
    expect(mail?.html).toContain('Hola, a:')
    expect(mail?.html).not.toContain('https://evil.test')
  })
})

describe('a mail is sent once', () => {
  test('though the stream repeats itself', async () => {
    const office = await createMailSetup()
    await queued(office, receipt)

    await stream(office)
    await stream(office)

    expect(office.sent).toHaveLength(1)
    expect(await statusOf(office)).toMatchObject({ status: 'sent', sentAt: '2026-11-21T09:00:00.000Z', attempts: 1 })
  })

  test('though the stream races with itself and with the retries', async () => {
    const office = await createMailSetup()
    await queued(office, receipt)

    await Promise.all([stream(office), stream(office), retry(office), stream(office), retry(office)])

    expect(office.sent).toHaveLength(1)
  })

  test('of two senders after a lease ran out one sends', async () => {
    const office = await createMailSetup()
    await queued(office, receipt, { status: 'sending', attempts: 1, nextAttemptAt: '2026-11-21T08:59:00.000Z' })
    synchronizeNextReads(office.data.mails, 2)

    await Promise.all([stream(office), stream(office)])

    expect(office.sent).toHaveLength(1)
    expect(await statusOf(office)).toMatchObject({ status: 'sent', attempts: 2 })
  })
})

describe('while the mail service takes nothing', () => {
  test('a mail is put back, the log of the table says why without a name, and it is sent a minute later', async () => {
    const office = await createMailSetup()
    office.closed = true
    await queued(office, receipt)
    expect(await stream(office)).toEqual({ batchItemFailures: [] })
    expect(await statusOf(office)).toMatchObject({
      status: 'queued',
      lastError: 'Error',
      nextAttemptAt: '2026-11-21T09:01:00.000Z',
    })
    office.closed = false

    await retry(office)
    const before = office.sent.length
    office.clock.advance({ minutes: 1 })
    await retry(office)

    expect([before, office.sent.length]).toEqual([0, 1])
  })

  test('it is tried more and more rarely, in the end once an hour, and never given up', async () => {
    const office = await createMailSetup()
    office.closed = true
    await queued(office, receipt)
    await stream(office)

    const pauses: number[] = []
    while (pauses.length < 8) {
      const { status, nextAttemptAt } = (await statusOf(office)) ?? { status: 'gone', nextAttemptAt: '' }
      expect(status).toBe('queued')
      pauses.push((Date.parse(nextAttemptAt) - office.now().getTime()) / 60_000)
      office.clock.set(nextAttemptAt)
      await retry(office)
    }
    office.closed = false
    office.clock.advance({ days: 30 })
    await retry(office)

    expect(pauses).toEqual([1, 5, 15, 60, 60, 60, 60, 60])
    expect(office.sent).toHaveLength(1)
  })

  test('a mail whose sender stopped halfway is sent after two minutes', async () => {
    const office = await createMailSetup()
    await queued(office, receipt, { status: 'sending', attempts: 1, nextAttemptAt: '2026-11-21T09:02:00.000Z' })
    await retry(office)
    const before = office.sent.length

    office.clock.advance({ minutes: 2 })
    await retry(office)

    expect([before, office.sent.length]).toEqual([0, 1])
  })
})

describe('the queue', () => {
  test('reports back alone the mail that it could not take, and sends its neighbours', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const office = await createMailSetup()
    await queued(office, receipt)
    const get = office.data.mails.get.bind(office.data.mails)
    vi.spyOn(office.data.mails, 'get').mockImplementation((key) => {
      if ('mailId' in key && key.mailId === 'mai_broken00') throw new Error('throttled')
      return get(key)
    })

    const answer = await handOn(office, record('mai_broken00', '1'), record('mai_00000001', '2'))

    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] })
    expect(office.sent).toHaveLength(1)
  })

  test('leaves alone what is no new mail', async () => {
    const office = await createMailSetup()
    await queued(office, receipt)
    const changed: DynamoDBRecord = { ...record('mai_00000001', '1'), eventName: 'MODIFY' }
    const other = record('mai_00000001', '2', 'order')

    await handOn(office, changed, other, { eventName: 'REMOVE', dynamodb: {} })

    expect(office.sent).toEqual([])
  })
})

describe('a mail that cannot be written', () => {
  test('about a receipt that is not there is tried for most of a day, fails, and stops nobody', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const office = await createMailSetup()
    await queued(office, { ...receipt, orderId: 'ord_of-nobody' })
    expect(await stream(office)).toEqual({ batchItemFailures: [] })

    const pauses: number[] = []
    for (let mail = await statusOf(office); mail?.status === 'queued'; mail = await statusOf(office)) {
      pauses.push((Date.parse(mail.nextAttemptAt) - office.now().getTime()) / 60_000)
      expect(errors).not.toHaveBeenCalled()
      office.clock.set(mail.nextAttemptAt)
      await retry(office)
    }

    expect(pauses).toEqual([1, 5, 15, 60, 240, 720])
    expect(await statusOf(office)).toMatchObject({ status: 'failed', attempts: 7, lastError: 'Error' })
    expect(readLogged(errors)).toMatchObject([{ mailId: 'mai_00000001', mail: 'failed', refusedBy: 'message' }])
    office.clock.advance({ days: 30 })
    expect(await retry(office)).toMatchObject({ tried: 0 })
  })

  test('because the table does not answer is not given up', async () => {
    const office = await createMailSetup()
    await queued(office, receipt, { attempts: 100 })
    const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException', $metadata: {} })
    vi.spyOn(office.data.receipts, 'get').mockImplementation(() => {
      throw throttled
    })

    await retry(office)

    expect(await statusOf(office)).toMatchObject({ status: 'queued', attempts: 101 })
  })
})

async function proven({ data, now }: MailSetup): Promise<void> {
  const at = now().toISOString()
  await data.users
    .create({
      userId: 'usr_00000001',
      email: 'lucia@correo.test',
      firstName: 'Lucía',
      lastName: 'Ferrer',
      role: 'cliente',
      status: 'active',
      emailVerifiedAt: at,
      createdAt: at,
    })
    .go()
}

async function queued({ data, now }: MailSetup, content: MailTemplateData, changes: object = {}): Promise<void> {
  const createdAt = now().toISOString()
  await data.receipts
    .put({
      orderId: ORDER,
      receiptNumber: '2026-ABC',
      customerId: 'cus_00000001',
      paymentId: 'pay_00000001',
      buyerName: 'Lucía Ferrer',
      concept: 'Primera consulta',
      listCents: 10_000,
      amountCents: 8000,
      issuedAt: createdAt,
      fileKey: 'cus_00000001/receipt/1.pdf',
    })
    .go()
  await data.mails
    .create({
      mailId: 'mai_00000001',
      to: 'lucia@correo.test',
      content,
      status: 'queued',
      attempts: 0,
      nextAttemptAt: createdAt,
      createdAt,
      ...changes,
    })
    .go()
}

const record = (mailId: string, SequenceNumber: string, entity = 'mail'): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber, NewImage: { mailId: { S: mailId }, __edb_e__: { S: entity } } },
})

const handOn = (office: MailSetup, ...records: DynamoDBRecord[]) =>
  handOnRecords(
    records,
    'mail',
    serveStream(() => office),
  )
const stream = (office: MailSetup) => handOn(office, record('mai_00000001', '1'))
const retry = (office: MailSetup) => serveRetries(() => office)()
const statusOf = async ({ data }: MailSetup) => (await data.mails.get({ mailId: 'mai_00000001' }).go()).data
