import { describe, expect, test } from 'vitest'
import { notifications } from '#contract/notifications'
import { mailTypeLabels } from '#contract/mail-labels'
import { mailSamples } from '../../../bin/local/mail-samples/contents.ts'
import { claimUnclaimedCustomer } from '../../../functions/customers/public/unclaimed-customer.ts'
import { createLambdaHandler as serveNotifications } from '../../../functions/notifications/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

async function aSetup() {
  const practice = await createTestPractice()
  const admin = await createAdministrador(practice)
  const client = await createCliente(practice)
  const stranger = await createCliente(practice)
  const ask = createEndpointCaller(serveNotifications(() => practice))
  const as = createPasswordSessionClaims(admin, practice)
  const params = { customerId: client.customerId }
  const send = (body: object) => ask(notifications.send, { as, params, body })
  return { practice, admin, client, stranger, ask, as, params, send, ...createOutboxReader(practice) }
}

const invoice = { type: 'invoice', details: { fileName: 'factura-7.pdf' } }

async function aConsultation({ practice, client }: Awaited<ReturnType<typeof aSetup>>, status = 'scheduled' as const) {
  const consultationId = 'con_00000001'
  await practice.data.consultations
    .put({
      customerId: client.customerId,
      consultationId,
      startsAt: '2026-12-01T16:30:00.000Z',
      durationMinutes: 60,
      type: 'general',
      status,
      toConfirm: false,
      version: 3,
      sequence: 2,
      createdAt: practice.now().toISOString(),
    })
    .go()
  return consultationId
}

describe('FUN-07 telling a client of something by hand', () => {
  test.each([
    [invoice, 'factura-7.pdf', 'Tienes una factura nueva en tu panel'],
    [{ type: 'analytics', details: { fileName: 'a.pdf' } }, 'a.pdf', 'Tienes un documento nuevo en tu panel'],
    [
      { type: 'supplement', details: { supplementName: 'Omega 3' } },
      'Omega 3',
      'Tu especialista ha actualizado tu pauta',
    ],
  ])('%j is put in the outbox and sent', async (body, detail, subject) => {
    const { client, admin, practice, send, post } = await aSetup()

    const answer = await send(body)

    expect(answer).toMatchObject({
      status: 200,
      body: { type: body.type, detail, to: client.email, status: 'queued', attempts: 0 },
    })
    expect((await post()).map((mail) => mail.subject)).toEqual([subject])
    expect(await listAuditChanges(practice)).toMatchObject([
      { action: 'CLIENT_NOTIFIED', userId: admin.userId, subjectId: client.customerId, details: { type: body.type } },
    ])
  })

  test.each(['consultation', 'consultation_scheduled'])(
    'A-43 %s tells of the consultation as the agenda has it, whatever the caller believes',
    async (type) => {
      const setup = await aSetup()
      const consultationId = await aConsultation(setup)
      const believed = '1999-01-01T00:00:00.000Z'

      const answer = await setup.send({
        type,
        consultationId,
        consultationDate: believed,
        details: { consultationDate: believed, consultationType: 'urgente' },
      })

      expect(answer).toMatchObject({ status: 200, body: { type: 'consultation_scheduled', detail: null } })
      expect((await setup.post())[0]?.text).toContain('martes, 1 de diciembre de 2026 a las 17:30')
    },
  )

  test('of a consultation of somebody else, or of none, is refused', async () => {
    const setup = await aSetup()
    const consultationId = await aConsultation(setup)

    const { status, body } = await setup.ask(notifications.send, {
      as: setup.as,
      params: { customerId: setup.stranger.customerId },
      body: { type: 'consultation', consultationId },
    })
    const none = await setup.send({ type: 'consultation', consultationId: 'con_of-nobody' })

    expect([status, body.code, none.status]).toEqual([404, 'not-found', 404])
    expect(await setup.post()).toEqual([])
  })

  test.each([
    { type: 'consultation' },
    { type: 'invoice' },
    { type: 'marketing', details: { fileName: 'a.pdf' } },
    { type: 'supplement', details: { fileName: 'a.pdf' } },
    { ...invoice, to: 'otra@correo.test' },
  ])('%j is refused', async (body) => {
    const { send } = await aSetup()

    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  })
})

describe('A-43 what was sent to a client', () => {
  test('is listed newest first, page by page, and nobody else’s with it', async () => {
    const { practice, ask, as, params, send, stranger } = await aSetup()
    for (let n = 1; n <= 5; n++) {
      practice.clock.advance({ minutes: 1 })
      await send({ ...invoice, details: { fileName: `${n}.pdf` } })
    }
    await ask(notifications.send, { as, params: { customerId: stranger.customerId }, body: invoice })
    const seen: (string | null)[] = []

    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { limit: 2, ...(cursor && { cursor }) }
      const { body } = await ask(notifications.listOfCustomer, { as, params, query })
      seen.push(...body.items.map(({ detail }) => detail))
      cursor = body.next
    }

    expect(seen).toEqual(['5.pdf', '4.pdf', '3.pdf', '2.pdf', '1.pdf'])
  })

  test('says how far each got: sent, skipped, failed and why', async () => {
    const { practice, client, ask, as, params, send, office, post } = await aSetup()
    const statuses = async () =>
      (await ask(notifications.listOfCustomer, { as, params })).body.items.map(
        ({ status, attempts, sentAt, lastError }) => ({ status, attempts, sentAt, lastError }),
      )
    await send(invoice)
    await post()
    await practice.data.users
      .patch({ userId: client.userId })
      .set({ notifications: { supplements: false } })
      .go()
    practice.clock.advance({ minutes: 1 })
    await send({ type: 'supplement', details: { supplementName: 'Omega 3' } })
    await post()
    office.closed = true
    practice.clock.advance({ minutes: 1 })
    await send(invoice)
    await post()

    expect(await statuses()).toEqual([
      { status: 'queued', attempts: 1, sentAt: null, lastError: 'Error' },
      { status: 'skipped', attempts: 1, sentAt: null, lastError: null },
      { status: 'sent', attempts: 1, sentAt: '2026-11-21T09:00:00.000Z', lastError: null },
    ])
  })

  test('shows neither text nor link of a mail', async () => {
    const { practice, client, ask, as, params } = await aSetup()
    const createdAt = practice.now().toISOString()
    await practice.data.mails
      .create({
        mailId: 'mai_00000001',
        to: client.email,
        customerId: client.customerId,
        content: { kind: 'new-device', name: 'Lucía', device: 'Chrome en Windows', at: createdAt },
        status: 'sent',
        attempts: 1,
        nextAttemptAt: createdAt,
        sentAt: createdAt,
        createdAt,
      })
      .go()

    const { body } = await ask(notifications.listOfCustomer, { as, params })

    expect(body.items).toMatchObject([{ type: 'security', detail: null }])
    expect(JSON.stringify(body)).not.toContain('Chrome')
  })
})

const toKey = (kind: string) => `mai_kind-${kind}`

test('the record names each mail for what it is about: «Seguridad» is only what happened to an access', async () => {
  const { practice, client, ask, as, params } = await aSetup()
  const kinds = Object.keys(mailSamples) as (keyof typeof mailSamples)[]
  const createdAt = practice.now().toISOString()
  await practice.data.mails
    .put(
      kinds.map((kind) => ({
        mailId: toKey(kind),
        to: client.email,
        customerId: client.customerId,
        content: mailSamples[kind],
        status: 'sent' as const,
        attempts: 1,
        nextAttemptAt: createdAt,
        createdAt,
      })),
    )
    .go()

  const { body } = await ask(notifications.listOfCustomer, { as, params, query: { limit: 100 } })

  const labels = new Map(body.items.map(({ mailId, type }) => [mailId, mailTypeLabels[type]]))
  expect(kinds.filter((kind) => labels.get(toKey(kind)) === 'Seguridad').toSorted()).toEqual([
    'account-gone',
    'email-change-refused',
    'google-linked',
    'mfa-changed',
    'new-device',
    'password-changed',
    'recovery-code-used',
    'security-alert',
    'sign-in-link',
  ])
  expect(labels.get(toKey('slot-proposals'))).toBe('Horas propuestas')
  expect(labels.get(toKey('freed-hour'))).toBe('Hueco que ha quedado libre')
  expect(labels.get(toKey('refund-failed'))).toBe('Devolución rechazada')
  expect(labels.get(toKey('health-consent-withdrawn'))).toBe('Consentimiento retirado')
  expect(labels.get(toKey('health-withdrawal-registered'))).toBe('Consentimiento retirado')
  expect(labels.size).toBe(kinds.length)
})

describe('a mail that failed', () => {
  test('is sent again when somebody says so, once', async () => {
    const { practice, resend, post } = await aFailedMail()

    const answers = [await resend(), await resend()]

    expect(answers[0]).toMatchObject({ status: 200, body: { status: 'queued', attempts: 0 } })
    expect(answers[1]).toEqual({ status: 409, body: { code: 'mail-not-failed' } })
    expect(await post()).toHaveLength(1)
    expect((await listAuditChanges(practice)).map(({ action }) => action)).toEqual([
      'CLIENT_NOTIFIED',
      'MAIL_QUEUED_AGAIN',
    ])
  })

  test('is not found in the file of another client', async () => {
    const { ask, as, params, stranger } = await aFailedMail()

    const answer = await ask(notifications.resend, { as, params: { ...params, customerId: stranger.customerId } })

    expect(answer).toEqual({ status: 404, body: { code: 'not-found' } })
  })
})

describe('a mail of a record that was joined with another one', () => {
  test('is listed among the mails of that one, page by page', async () => {
    const { practice, send, join, list } = await aFailedMailOfAFormerRecord()
    practice.clock.advance({ minutes: 1 })
    const { body: later } = await send(invoice)
    await join()

    const first = await list({ limit: 1 })
    const second = await list({ limit: 1, cursor: first.next ?? '' })

    expect([...first.items, ...second.items].map(({ mailId }) => mailId)).toEqual([later.mailId, FORMER_MAIL])
    expect(second.next).toBeNull()
  })

  test('is sent again from that one, and from no other', async () => {
    const { stranger, ask, as, params, join, post } = await aFailedMailOfAFormerRecord()
    await join()
    const resend = ({ customerId }: { readonly customerId: string }) =>
      ask(notifications.resend, { as, params: { customerId, mailId: FORMER_MAIL } })

    const [elsewhere, here] = [await resend(stranger), await resend(params)]

    expect(elsewhere).toEqual({ status: 404, body: { code: 'not-found' } })
    expect(here).toMatchObject({ status: 200, body: { mailId: FORMER_MAIL, status: 'queued', attempts: 0 } })
    expect(await post()).toHaveLength(1)
  })
})

const FORMER_MAIL = 'mai_of-the-former'

async function aFailedMailOfAFormerRecord() {
  const setup = await aSetup()
  const { practice, client, ask, as, params } = setup
  const { data } = practice
  const createdAt = practice.now().toISOString()
  const former = { customerId: 'cus_of-the-former', name: 'Lucía', email: 'lucia@corre.test', createdAt }
  await data.customers.create(former).go()
  await data.mails
    .create({
      mailId: FORMER_MAIL,
      to: former.email,
      customerId: former.customerId,
      content: { kind: 'new-device', name: 'Lucía', device: 'Chrome en Windows', at: createdAt },
      status: 'failed',
      attempts: 7,
      nextAttemptAt: createdAt,
      createdAt,
    })
    .go()
  const owner = { userId: client.userId, email: client.email, name: 'Lucía Ferrer', caller: undefined }
  return {
    ...setup,
    join: () => claimUnclaimedCustomer({ ...former, version: 1 }, { owner, customerId: client.customerId }, practice),
    list: async (query: Readonly<Record<string, string | number>>) =>
      (await ask(notifications.listOfCustomer, { as, params, query })).body,
  }
}

async function aFailedMail() {
  const setup = await aSetup()
  const { body } = await setup.send(invoice)
  await setup.practice.data.mails
    .patch({ mailId: body.mailId })
    .set({ status: 'failed', attempts: 7, nextAttemptAt: body.createdAt })
    .go()
  const params = { ...setup.params, mailId: body.mailId }
  return { ...setup, params, resend: () => setup.ask(notifications.resend, { as: setup.as, params }) }
}
