import { describe, expect, test } from 'vitest'
import type { AuditAction } from '#contract/audit'
import { consultations } from '#contract/consultations-domain'
import { notifications } from '#contract/notifications'
import type { PracticeNoticeMailChoice } from '#contract/practice-notices'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveStream } from '../../../functions/mail/send-queued.handler.ts'
import { createLambdaHandler as serveRetries } from '../../../functions/mail/retry-unsent.handler.ts'
import { createLambdaHandler as serveNotifications } from '../../../functions/notifications/handler.ts'
import { dispatchRecords, toQueueEvent } from '../../support/dispatched-messages.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { openTestMailService, parseSentMails } from '../../support/mail-setup.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

const STARTS_AT = '2026-12-01T09:00:00.000Z'

interface WrittenEntry {
  readonly auditId: string
  readonly createdAt: string
  readonly action: string
}

async function toStreamMessage({ auditId, createdAt, action }: WrittenEntry): Promise<object> {
  const NewImage = {
    __edb_e__: { S: 'auditEntry' },
    auditId: { S: auditId },
    createdAt: { S: createdAt },
    action: { S: action },
  }
  const [message] = (await dispatchRecords([{ eventName: 'INSERT', dynamodb: { SequenceNumber: auditId, NewImage } }]))
    .mail
  return message ?? {}
}

async function createNoticeSetup() {
  const practice = await createTestPractice()
  const office = openTestMailService(practice)
  const ana = await createCliente(practice)
  const elena = await createAdministrador(practice)
  const ask = createEndpointCaller(serveNotifications(() => practice))
  const as = createPasswordSessionClaims(elena, practice)
  let written = 0
  const happens = async (
    action: AuditAction,
    by: string,
    details?: object,
    subjectId = ana.customerId,
  ): Promise<object> => {
    const createdAt = practice.now().toISOString()
    const auditId = `aud_happened-${String(++written).padStart(4, '0')}`
    const entry = { auditId, month: createdAt.slice(0, 7), createdAt, action, userId: by, subjectId }
    await practice.data.auditEntries.create({ ...entry, ...(details && { details }) }).go()
    return toStreamMessage(entry)
  }
  const storeRequest = async (changes: object = {}) => {
    const request = {
      customerId: ana.customerId,
      consultationId: 'con_00000001',
      startsAt: STARTS_AT,
      durationMinutes: 60,
      type: 'seguimiento',
      status: 'scheduled',
      toConfirm: true,
      priceCents: 6000,
      version: 1,
      sequence: 0,
      createdAt: practice.now().toISOString(),
    } as const
    await practice.data.consultations.put({ ...request, ...changes }).go()
    return request
  }
  const takeFromStream = async (...messages: object[]) => {
    const { batchItemFailures } = await serveStream(() => office)(toQueueEvent(messages))
    expect(batchItemFailures).toEqual([])
  }
  const list = async () => (await ask(notifications.listOfPractice, { as, query: {} })).body
  const choose = (mail: PracticeNoticeMailChoice) => ask(notifications.setMailFrequency, { as, body: { mail } })
  const post = async () => {
    await serveRetries(() => office)()
    return (await parseSentMails(office)).map(({ to, subject, text, html = '' }) => ({
      to: to?.[0]?.address,
      subject,
      text,
      html,
    }))
  }
  return { practice, ana, elena, ask, as, happens, storeRequest, takeFromStream, list, choose, post }
}

test('what a client does is news once, with name and hour, however often the stream tells it', async () => {
  const { ana, elena, happens, storeRequest, takeFromStream, list, post } = await createNoticeSetup()
  await storeRequest()
  const asked = await happens('CONSULTATION_REQUESTED', ana.userId, { startsAt: STARTS_AT })

  await takeFromStream(asked, asked)
  await takeFromStream(asked)

  expect((await list()).items).toMatchObject([
    {
      kind: 'request',
      startsAt: STARTS_AT,
      isNew: true,
      customer: { customerId: ana.customerId, name: 'Lucía Ferrer' },
    },
  ])
  const mails = await post()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[elena.email, 'Petición de cita']])
  expect(mails[0]?.text).toContain(
    'Lucía Ferrer pide cita para el martes 1 de diciembre a las 10:00: falta que la confirmes.',
  )
})

test('A-43 a mail about an hour shows the practice whose it is, the day as a block, the place, the price and one button', async () => {
  const { ana, happens, storeRequest, takeFromStream, post } = await createNoticeSetup()
  const consultation = await storeRequest()

  await takeFromStream(await happens('CONSULTATION_REQUESTED', ana.userId, { startsAt: STARTS_AT }))
  await takeFromStream(
    await happens('CONSULTATION_CANCELLED', ana.userId, { consultationId: consultation.consultationId }),
  )

  const [asked, cancelled] = (await post()).toSorted((a, b) => (b.subject ?? '').localeCompare(a.subject ?? ''))
  for (const { text = '', html } of [asked ?? { html: '' }, cancelled ?? { html: '' }]) {
    expect(html.match(/class="leaf"/g)).toHaveLength(1)
    expect(html.match(/class="button"/g)).toHaveLength(1)
    expect(text).toMatch(/Cliente: Lucía Ferrer[^]*Precio: 60,00\s€/)
    expect(text).toContain('Dónde: En línea, por videollamada')
    expect(text).not.toMatch(/seguimiento/)
  }
  expect(asked?.html).toContain('10:00 a 11:00')
  expect(cancelled?.html).toContain('<s>10:00 a 11:00</s>')
})

test('A-43 a questionnaire that a client sends is news, without a word of what it says', async () => {
  const { ana, happens, takeFromStream, list, post } = await createNoticeSetup()

  await takeFromStream(await happens('QUESTIONNAIRE_SAVED', ana.userId, { version: 1 }))

  expect((await list()).items).toMatchObject([{ kind: 'questionnaire', customer: { customerId: ana.customerId } }])
  const [mail] = await post()
  expect(mail?.text).toContain('Lucía Ferrer ha enviado su cuestionario.')
})

test('A-71 a price that a client does not accept is news, one that is accepted is not', async () => {
  const { ana, happens, takeFromStream, list, post } = await createNoticeSetup()
  const facts = { startsAt: STARTS_AT, amountCents: 6000 }
  const action = 'CONSULTATION_PRICE_ANSWERED'

  await takeFromStream(await happens(action, ana.userId, { ...facts, answer: 'accept' }))
  await takeFromStream(await happens(action, ana.userId, { ...facts, answer: 'decline' }))

  expect((await list()).items).toMatchObject([{ kind: 'price-declined', ...facts }])
  expect((await post()).map(({ subject, text }) => `${subject}: ${text}`)).toEqual([
    expect.stringMatching(
      /No acepta el precio: [^]*no acepta el precio de 60,00\s€ de su cita del martes 1 de diciembre/,
    ),
  ])
})

test('what the practice does itself is no news', async () => {
  const { elena, happens, takeFromStream, list, post } = await createNoticeSetup()

  await takeFromStream(await happens('CONSULTATION_CANCELLED', elena.userId, { consultationId: 'con_00000001' }))
  await takeFromStream(await happens('REFUND_REQUESTED', elena.userId, { amountCents: 8000 }))

  expect((await list()).items).toEqual([])
  expect(await post()).toEqual([])
})

async function readMoveNews({ list, post }: Awaited<ReturnType<typeof createNoticeSetup>>) {
  const { items } = await list()
  const mail = (await post()).find(({ subject }) => subject === 'Cita cambiada')
  return { items, text: mail?.text ?? '' }
}

describe('of a consultation that its client moves', () => {
  const first = { startsAt: STARTS_AT, durationMinutes: 30, type: 'primera_consulta' } as const
  const WEDNESDAY = '2026-12-02T09:00:00.000Z'

  async function moveSetup({ isPaid }: { readonly isPaid: boolean }) {
    const setup = await createNoticeSetup()
    const { practice, ana, takeFromStream } = setup
    const key = { customerId: ana.customerId, consultationId: 'con_00000001' }
    await practice.data.consultations
      .create({
        ...key,
        ...first,
        ...(isPaid && { orderId: 'ord_00000001' }),
        status: 'scheduled',
        toConfirm: false,
        priceCents: 8000,
        version: 1,
        sequence: 0,
        createdAt: practice.now().toISOString(),
      })
      .go()
    const ask = createEndpointCaller(serveConsultations(() => practice))
    const move = async (body: object) => {
      const answer = await ask(consultations.move, {
        as: createPasswordSessionClaims(ana, practice),
        params: { consultationId: key.consultationId },
        body: { ...first, ...body, version: 1 },
      })
      expect(answer.status).toBe(200)
      const { data: entries } = await practice.data.auditEntries.scan.go({ pages: 'all' })
      const entry = entries.find(({ action }) => action === 'CONSULTATION_MOVED')
      if (!entry) throw new Error('the move is not in the log')
      await takeFromStream(await toStreamMessage(entry))
    }
    return { ...setup, move }
  }

  test('and has paid the practice hears that nothing is left to do', async () => {
    const setup = await moveSetup({ isPaid: true })

    await setup.move({ startsAt: WEDNESDAY })

    const { items, text } = await readMoveNews(setup)
    expect(items).toMatchObject([{ kind: 'move', startsAt: WEDNESDAY, toConfirm: false }])
    expect(text).toContain(
      'Lucía Ferrer cambia su cita al miércoles 2 de diciembre a las 10:00: queda confirmada, no tienes que hacer nada.',
    )
  })

  test('and has not paid the practice hears that it has to confirm it', async () => {
    const setup = await moveSetup({ isPaid: false })

    await setup.move({ startsAt: WEDNESDAY })

    const { items, text } = await readMoveNews(setup)
    expect(items).toMatchObject([{ kind: 'move', startsAt: WEDNESDAY, toConfirm: true }])
    expect(text).toContain('cambia su cita al miércoles 2 de diciembre a las 10:00: falta que la confirmes.')
  })

  test('an entry that does not say whether it is to be confirmed is told without a word of that', async () => {
    const setup = await createNoticeSetup()

    await setup.takeFromStream(await setup.happens('CONSULTATION_MOVED', setup.ana.userId, { startsAt: WEDNESDAY }))

    const { items, text } = await readMoveNews(setup)
    expect(items).toMatchObject([{ kind: 'move', toConfirm: null }])
    expect(text).toContain('Lucía Ferrer cambia su cita al miércoles 2 de diciembre a las 10:00.')
  })

  test('nobody is told that it moved when only the message was changed', async () => {
    const setup = await moveSetup({ isPaid: true })

    await setup.move({ message: 'Llevaré los resultados' })

    expect((await setup.list()).items).toEqual([])
  })
})

test.each([
  ['confirmed', { toConfirm: false }],
  ['cancelled', { status: 'cancelled' }],
  ['moved by the practice', { startsAt: '2026-12-03T09:00:00.000Z', toConfirm: false }],
])('a digest asks nobody to confirm what has been %s since', async (_, answer) => {
  const { practice, ana, happens, storeRequest, takeFromStream, choose, post } = await createNoticeSetup()
  await choose('daily')
  await storeRequest()
  await takeFromStream(await happens('CONSULTATION_REQUESTED', ana.userId, { startsAt: STARTS_AT }))
  await takeFromStream(await happens('CONSULTATION_MOVED', ana.userId, { startsAt: STARTS_AT, toConfirm: true }))
  await storeRequest(answer)

  practice.clock.advance({ hours: 24 })

  const text = (await post())[0]?.text
  expect(text).toContain('Lucía Ferrer pide cita para el martes 1 de diciembre a las 10:00.')
  expect(text).toContain('Lucía Ferrer cambia su cita al martes 1 de diciembre a las 10:00.')
  expect(text).not.toContain('falta que la confirmes')
})

test.each([
  ['still waits', {}, [true, true]],
  ['was confirmed', { toConfirm: false }, [null, false]],
  ['was cancelled', { status: 'cancelled' }, [null, false]],
  ['was moved by the practice', { startsAt: '2026-12-03T09:00:00.000Z', toConfirm: false }, [null, false]],
])('the list of news asks to confirm a request or a move only while it waits: it %s', async (_, answer, toConfirm) => {
  const { ana, happens, storeRequest, takeFromStream, list } = await createNoticeSetup()
  await storeRequest()
  await takeFromStream(await happens('CONSULTATION_REQUESTED', ana.userId, { startsAt: STARTS_AT }))
  await takeFromStream(await happens('CONSULTATION_MOVED', ana.userId, { startsAt: STARTS_AT, toConfirm: true }))
  await storeRequest(answer)

  const { items } = await list()

  const byKind = items.toSorted((one, other) => one.kind.localeCompare(other.kind))
  expect(byKind.map((item) => [item.kind, item.toConfirm])).toEqual([
    ['move', toConfirm[0]],
    ['request', toConfirm[1]],
  ])
})

test('a digest tells of a whole day in one mail, and a day without news has none', async () => {
  const { practice, ana, happens, takeFromStream, choose, post } = await createNoticeSetup()
  await choose('daily')
  await takeFromStream(await happens('PAYMENT_COMPLETED', 'stripe', { totalCents: 8000 }))
  await takeFromStream(await happens('REFUND_REQUESTED', ana.userId, { amountCents: 8000 }))
  expect(await post()).toEqual([])

  practice.clock.advance({ hours: 24 })
  const mails = await post()
  practice.clock.advance({ hours: 24 })

  expect(mails.map(({ subject }) => subject)).toEqual(['2 novedades en tu consulta'])
  expect(mails[0]?.text).toContain('Lucía Ferrer ha pagado 80,00 €.')
  expect(await post()).toHaveLength(1)
})

test('whoever wants no mails gets none, and still the count', async () => {
  const { ana, ask, as, happens, takeFromStream, choose, post } = await createNoticeSetup()
  await choose('never')

  await takeFromStream(await happens('CONSULTATION_REQUESTED', ana.userId, { startsAt: STARTS_AT }))

  expect(await post()).toEqual([])
  expect((await ask(notifications.countUnseen, { as })).body).toEqual({ unseen: 1 })
})

test('a payment disputed at the bank is mailed at once also to whoever wants no mails, because a term runs, and so is its end', async () => {
  const { happens, takeFromStream, choose, post } = await createNoticeSetup()
  await choose('never')
  const facts = { amountCents: 8000, answerBy: '2026-12-05T22:59:59.000Z' }

  await takeFromStream(await happens('DISPUTE_OPENED', 'stripe', facts))
  await takeFromStream(await happens('DISPUTE_LOST', 'stripe', facts))

  const mails = (await post()).map(({ subject, text = '' }) => [subject, text.replaceAll(/\s+/g, ' ')])
  expect(mails).toEqual([
    [
      'Pago reclamado al banco',
      expect.stringContaining(
        'Lucía Ferrer ha reclamado a su banco el pago de 80,00 €: responde en Stripe antes del sábado 5 de diciembre a las 23:59.',
      ),
    ],
    [
      'Pago devuelto por el banco',
      expect.stringContaining(
        'Lucía Ferrer ha recuperado de su banco el pago de 80,00 €: la reclamación se ha cerrado',
      ),
    ],
  ])
  expect(mails[0]?.[1]).toContain('?tab=payments')
  expect(mails[0]?.[1]).toContain('Estos avisos llegan siempre y al momento')
})

test('what one administrador has seen is still new to another, and what came meanwhile to both', async () => {
  const { practice, ana, ask, as, happens, takeFromStream, list } = await createNoticeSetup()
  const other = createPasswordSessionClaims(await createAdministrador(practice), practice)
  await takeFromStream(await happens('CONSULTATION_REQUESTED', ana.userId, { startsAt: STARTS_AT }))
  const seenUntil = (await list()).items[0]?.createdAt ?? ''
  practice.clock.advance({ minutes: 1 })
  await takeFromStream(await happens('REFUND_REQUESTED', ana.userId, { amountCents: 8000 }))

  await ask(notifications.markSeen, { as, body: { seenUntil } })
  await ask(notifications.markSeen, { as, body: { seenUntil: '2020-01-01T00:00:00.000Z' } })

  expect((await list()).items.map(({ kind, isNew }) => [kind, isNew])).toEqual([
    ['refund', true],
    ['request', false],
  ])
  expect((await ask(notifications.countUnseen, { as: other })).body).toEqual({ unseen: 2 })
})

test('a withdrawal belongs to no client whom we know, and is in the list', async () => {
  const { happens, takeFromStream, list } = await createNoticeSetup()

  await takeFromStream(await happens('WITHDRAWAL_REQUESTED', 'visitor', {}, 'wdr_00000001'))

  expect((await list()).items).toMatchObject([{ kind: 'withdrawal', customer: null }])
})

test('what a client writes is one piece of news and one mail for ten minutes, without a word of it', async () => {
  const { practice, ana, elena, happens, takeFromStream, list, post } = await createNoticeSetup()
  const { customerId } = ana
  const at = practice.now().toISOString()
  const thread = { customerId, version: 2, lastSentAt: at, lastByClientAt: at, askedAt: at, answerDueAt: at }
  await practice.data.messageThreads.put(thread).go()

  await takeFromStream(await happens('MESSAGE_SENT', ana.userId, { messageId: 'msg_00000001' }))
  await takeFromStream(await happens('MESSAGE_SENT', ana.userId, { messageId: 'msg_00000002', isTold: true }))
  await takeFromStream(await happens('MESSAGE_SENT', elena.userId, { messageId: 'msg_00000003' }))

  expect((await list()).items).toMatchObject([{ kind: 'message' }])
  expect(await post()).toEqual([])
  practice.clock.advance({ minutes: 10 })
  const mails = await post()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[elena.email, 'Mensaje recibido']])
  expect(mails[0]?.text).toContain('Lucía Ferrer te ha escrito.')
})

test('no mail tells the practice of a message that it has read within ten minutes', async () => {
  const { practice, ana, happens, takeFromStream, post } = await createNoticeSetup()
  const { customerId } = ana
  const at = practice.now().toISOString()
  await practice.data.messageThreads
    .put({ customerId, version: 2, lastSentAt: at, lastByClientAt: at, seenByPractice: at })
    .go()
  await takeFromStream(await happens('MESSAGE_SENT', ana.userId, { messageId: 'msg_00000001' }))

  practice.clock.advance({ minutes: 10 })

  expect(await post()).toEqual([])
})

test('an administrador whose address is the inbox in other mails gets one mail: that of the inbox', async () => {
  const { practice, elena, happens, takeFromStream, post } = await createNoticeSetup()
  await createAdministrador(practice, { email: practice.practiceMail.toUpperCase() })

  await takeFromStream(await happens('WITHDRAWAL_REQUESTED', 'visitor', {}, 'wdr_00000001'))

  // The withdrawal itself queues the mail to the inbox.
  expect((await post()).map(({ to }) => to)).toEqual([elena.email])
})

test('what is news goes after ninety days', async () => {
  const { practice, ana, happens, takeFromStream } = await createNoticeSetup()

  await takeFromStream(await happens('CONSULTATION_REQUESTED', ana.userId, { startsAt: STARTS_AT }))

  const { data: notices } = await practice.data.practiceNotices.scan.go()
  practice.clock.advance({ days: 90 })
  expect(notices.map(({ expiresAtEpoch }) => expiresAtEpoch)).toEqual([practice.now().getTime() / 1000])
})
