import { createServer } from 'node:http'
import {
  GetSendQuotaCommand,
  ListIdentitiesCommand,
  SendEmailCommand,
  SendRawEmailCommand,
  SESClient,
} from '@aws-sdk/client-ses'
import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, onTestFinished, test } from 'vitest'
import { createSesStandIn, type SesStandInOptions } from '../../../bin/local/ses/ses.ts'
import { verifyAwsSignature } from '../../../bin/local/sigv4.ts'
import { openDocumentStore } from '../../../bin/local/document-store.ts'

const key = { accessKeyId: 'local', secretAccessKey: 'secret', region: 'eu-west-1', service: 'ses' }
const at = new Date('2026-11-21T09:00:00.000Z')

async function sesOnAPort(more: Partial<SesStandInOptions> = {}) {
  const standIn = createSesStandIn({ store: openDocumentStore(), now: () => at, ...more })
  const server = createServer((request, response) => void standIn.answer(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  const client = (secretAccessKey = key.secretAccessKey) =>
    new SESClient({
      endpoint: `http://127.0.0.1:${address.port}`,
      region: key.region,
      credentials: { ...key, secretAccessKey },
      maxAttempts: 1,
    })
  return { standIn, client: client(), clientWithSecret: client }
}

function aMail(more: object = {}) {
  return {
    Source: 'Hábitat Interior <hola@habitatinterior.example>',
    Destination: { ToAddresses: ['ana@example.com'] },
    Message: { Subject: { Data: 'Tu cita' }, Body: { Html: { Data: '<p>Hola</p>' }, Text: { Data: 'Hola' } } },
    ...more,
  }
}

async function raw(mail: ConstructorParameters<typeof MailComposer>[0]): Promise<{ RawMessage: { Data: Buffer } }> {
  const from = 'Hábitat Interior <hola@habitatinterior.example>'
  return { RawMessage: { Data: await new MailComposer({ from, ...mail }).compile().build() } }
}

test('a raw mail arrives as its reader would see it, attachments whole', async () => {
  const { standIn, client } = await sesOnAPort()
  const pdf = Buffer.from('%PDF-1.7\n\u0000ñ binary', 'latin1')
  const ics = 'BEGIN:VCALENDAR\r\nSUMMARY:Consulta ñ\r\nEND:VCALENDAR\r\n'

  const { MessageId } = await client.send(
    new SendRawEmailCommand(
      await raw({
        to: 'Ana Muñoz <ana@example.com>',
        subject: 'Tu cita está confirmada: mañana a las 10:00 · 80 €',
        text: 'Hola, Ana: ¡te esperamos!',
        html: '<p>Hola, <b>Ana</b>: ¡te esperamos!</p>',
        attachments: [
          { filename: 'cita.ics', content: ics, contentType: 'text/calendar; charset=utf-8; method=REQUEST' },
          { filename: 'factura año.pdf', content: pdf, contentType: 'application/pdf' },
        ],
      }),
    ),
  )

  const [mail] = standIn.mailbox()
  expect(mail).toMatchObject({
    id: MessageId,
    to: ['ana@example.com'],
    from: 'Hábitat Interior <hola@habitatinterior.example>',
    subject: 'Tu cita está confirmada: mañana a las 10:00 · 80 €',
    text: 'Hola, Ana: ¡te esperamos!',
    sentAt: at.toISOString(),
    attachments: [
      { filename: 'cita.ics', contentType: 'text/calendar', content: Buffer.from(ics).toString('base64') },
      {
        filename: 'factura año.pdf',
        contentType: 'application/pdf',
        size: pdf.length,
        content: pdf.toString('base64'),
      },
    ],
  })
  expect(mail?.html).toContain('<b>Ana</b>')
})

test('the destinations of the call count for a raw mail, not its headers', async () => {
  const { standIn, client } = await sesOnAPort()
  const mail = await raw({ to: 'ana@example.com', subject: 'x', text: 'x' })

  await client.send(new SendRawEmailCommand({ ...mail, Destinations: ['eva@example.com', 'Leo <leo@example.com>'] }))

  expect(standIn.mailbox()[0]?.to).toEqual(['eva@example.com', 'leo@example.com'])
})

test('everyone in To, Cc and Bcc receives a composed mail', async () => {
  const { standIn, client } = await sesOnAPort()
  const Destination = {
    ToAddresses: ['a@example.com'],
    CcAddresses: ['b@example.com'],
    BccAddresses: ['c@example.com'],
  }

  await client.send(new SendEmailCommand(aMail({ Destination })))

  expect(standIn.mailbox()[0]).toMatchObject({
    to: ['a@example.com', 'b@example.com', 'c@example.com'],
    subject: 'Tu cita',
    html: '<p>Hola</p>',
    text: 'Hola',
  })
})

test('a mail without text is read off its HTML', async () => {
  const { standIn, client } = await sesOnAPort()
  const html = '<style>p{}</style><p>Código&nbsp;&amp; más: <b>123&#8364;</b></p><p>Adiós</p>'

  await client.send(
    new SendEmailCommand(aMail({ Message: { Subject: { Data: 'x' }, Body: { Html: { Data: html } } } })),
  )

  expect(standIn.mailbox()[0]?.text.replaceAll('\u00a0', ' ')).toMatch(/^Código & más: 123€\s+Adiós$/)
})

test('the mailbox shows the newest mail first', async () => {
  const { standIn, client } = await sesOnAPort()

  for (const subject of ['one', 'two']) {
    await client.send(new SendRawEmailCommand(await raw({ to: 'ana@example.com', subject, text: 'x' })))
  }

  expect(standIn.mailbox().map(({ subject }) => subject)).toEqual(['two', 'one'])
})

test('a mail another stand-in sends lies in the same mailbox', async () => {
  const { standIn } = await sesOnAPort()

  await standIn.deliver({ to: 'ana@example.com', subject: 'Tu código', html: '<p>Tu código es <b>123456</b></p>' })

  expect(standIn.mailbox()[0]).toMatchObject({ to: ['ana@example.com'], text: 'Tu código es 123456', attachments: [] })
})

test('a mail outlives the program', async () => {
  const store = openDocumentStore()
  const before = await sesOnAPort({ store })
  await before.client.send(new SendEmailCommand(aMail()))

  const after = await sesOnAPort({ store })

  expect(after.standIn.mailbox()).toHaveLength(1)
})

test.each([['hola@habitatinterior.example'], ['habitatinterior.example']])(
  'a sender verified as %s may send and another may not',
  async (verified) => {
    const { standIn, client } = await sesOnAPort({ verifiedSenders: [verified] })
    await client.send(new SendEmailCommand(aMail()))

    const refused = client.send(new SendEmailCommand(aMail({ Source: 'hola@other.example' })))

    await expect(refused).rejects.toMatchObject({ name: 'MessageRejected', $metadata: { httpStatusCode: 400 } })
    expect(standIn.mailbox()).toHaveLength(1)
  },
)

test.each([
  ['From header', 'a@other.example', 'hola@habitatinterior.example'],
  ['envelope', 'hola@habitatinterior.example', 'a@other.example'],
])('a raw mail with an unverified sender in its %s is refused', async (_, from, Source) => {
  const { standIn, client } = await sesOnAPort({ verifiedSenders: ['habitatinterior.example'] })
  const mail = await raw({ from, to: 'ana@example.com', subject: 'x', text: 'x' })

  const refused = client.send(new SendRawEmailCommand({ ...mail, Source }))

  await expect(refused).rejects.toMatchObject({ name: 'MessageRejected' })
  expect(standIn.mailbox()).toEqual([])
})

test.each([
  ['no recipient', { Destination: {} }],
  ['a recipient that is no address', { Destination: { ToAddresses: ['ana'] } }],
  ['two addresses in one', { Destination: { ToAddresses: ['a@example.com, b@example.com'] } }],
  ['over 50 recipients', { Destination: { ToAddresses: Array.from({ length: 51 }, (_, n) => `a${n}@example.com`) } }],
])('%s is refused', async (_, change) => {
  const { standIn, client } = await sesOnAPort()

  const refused = client.send(new SendEmailCommand(aMail(change)))

  await expect(refused).rejects.toMatchObject({ name: 'InvalidParameterValue' })
  expect(standIn.mailbox()).toEqual([])
})

test('a raw mail without a sender is refused', async () => {
  const { client } = await sesOnAPort()

  const refused = client.send(
    new SendRawEmailCommand({ RawMessage: { Data: Buffer.from('To: ana@example.com\r\nSubject: x\r\n\r\nx') } }),
  )

  await expect(refused).rejects.toMatchObject({ name: 'InvalidParameterValue' })
})

test('the quota counts what was sent in the last day', async () => {
  const { client } = await sesOnAPort()
  await client.send(new SendEmailCommand(aMail()))

  const quota = await client.send(new GetSendQuotaCommand({}))

  expect(quota).toMatchObject({ Max24HourSend: 50_000, SentLast24Hours: 1 })
})

test('an action that is not stood in for is refused as such', async () => {
  const { client } = await sesOnAPort()

  const refused = client.send(new ListIdentitiesCommand({}))

  await expect(refused).rejects.toMatchObject({ name: 'InvalidAction' })
})

test('a request whose signature does not hold sends nothing', async () => {
  const { standIn, client, clientWithSecret } = await sesOnAPort({
    verifyIam: (request, body) => verifyAwsSignature(request, body, key),
  })
  await client.send(new SendEmailCommand(aMail()))

  const refused = clientWithSecret('other').send(new SendEmailCommand(aMail()))

  await expect(refused).rejects.toMatchObject({ name: 'SignatureDoesNotMatch', $metadata: { httpStatusCode: 403 } })
  expect(standIn.mailbox()).toHaveLength(1)
})
