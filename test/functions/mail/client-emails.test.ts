import { describe, expect, test } from 'vitest'
import type { ClientNotificationTemplateData } from '#data/mail'
import { queueMail } from '#platform/outbox'
import { queueClientNotice } from '../../../functions/notifications/public/client-notice.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCliente } from '../../support/people.ts'
import { createLeavingBuyer, purchaseOfBooked, purchaseWithoutHour } from '../../support/leaving-buyer.ts'
import { createTestPractice, type TestPractice } from '../../support/practice.ts'
import { createPublishedBudgetSetup } from '../../support/published-budget.ts'

const consultation = {
  consultationId: 'con_00000001',
  startsAt: '2026-12-01T16:30:00.000Z',
  durationMinutes: 60,
  type: 'seguimiento',
  sequence: 2,
}
const scheduled: ClientNotificationTemplateData = { type: 'consultation_scheduled', consultation }
const analytics: ClientNotificationTemplateData = { type: 'analytics', fileName: 'microbiota-sibo.pdf' }
const supplement: ClientNotificationTemplateData = { type: 'supplement', supplementName: 'Berberina' }

const allOff = {
  consultations: false,
  reminders: false,
  files: false,
  supplements: false,
  messages: false,
  marketing: false,
}

async function aTold(notices: readonly ClientNotificationTemplateData[], chosen?: object) {
  const practice = await createTestPractice()
  const client = await createCliente(practice, chosen && { notifications: chosen })
  const customer = { customerId: client.customerId, email: client.email, name: 'Lucía Ferrer' }
  await practice.data.transact((entities) => ({
    mails: notices.map((notice) => queueClientNotice(entities, { customer, notice }, practice)),
  }))
  return { practice, client, customer, ...createOutboxReader(practice) }
}

const calendarIn = (mail: { attachments: readonly { mimeType: string; content: unknown }[] } | undefined) => {
  const content = mail?.attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content
  const written = typeof content === 'string' ? content : new TextDecoder().decode(content as ArrayBuffer)
  // Long lines are folded (RFC 5545, 3.1).
  return written.replaceAll(/\r?\n /g, '')
}

describe('A-43 a consultation', () => {
  test('that is scheduled is told with day, hour and zone, and an invitation for the calendar', async () => {
    const { client, post } = await aTold([scheduled])

    const [mail] = await post()

    expect(mail?.subject).toBe('Tu cita: martes 1 de diciembre, 17:30')
    expect(mail?.text).toMatch(
      /Hola, Lucía:[^]*martes, 1 de diciembre de 2026 a las 17:30 \(hora de Madrid\)[^]*60 minutos/,
    )
    expect(mail?.html).toContain('href="https://habitat.test/client?tab=consultations"')
    const calendar = calendarIn(mail)
    expect(calendar).toContain('METHOD:REQUEST')
    expect(calendar).toContain('UID:con_00000001@')
    expect(calendar).toContain('SEQUENCE:2')
    expect(calendar).toContain('DTSTART:20261201T163000Z')
    expect(calendar).toContain('DTEND:20261201T173000Z')
    expect(calendar).toMatch(/ORGANIZER;CN="Hábitat Interior":(?:mailto|MAILTO):hola@habitat\.test/)
    expect(calendar).toContain(client.email)
    expect(calendar).toMatch(/SUMMARY:Consulta con Hábitat Interior\r?\n/)
  })

  test('that is scheduled says place, price and until when it is changed for free, and has one button: the page that opens the call', async () => {
    const priced = { ...consultation, priceCents: 6000 }
    const { post } = await aTold([{ type: 'consultation_scheduled', consultation: priced }])

    const [mail] = await post()

    expect(mail?.text).toContain(
      'Unirse a la videollamada:\nhttps://habitat.test/unirse/con_00000001\nSe abre el martes 1 de diciembre a las 17:15',
    )
    expect(mail?.text).toMatch(/Dónde: En línea, por videollamada\n[^]*Precio: 60,00\s€ · Pendiente de pago\n/)
    expect(mail?.text).toContain(
      'Cambios: Puedes cambiar o cancelar tu consulta gratis hasta el lunes 30 de noviembre a las 17:30. Después, escríbenos.',
    )
    expect(mail?.html?.match(/class="button"/g)).toHaveLength(1)
  })

  test('is drawn as a leaf of a calendar, the only picture being the logo, and the practice says who it is below', async () => {
    const { post } = await aTold([{ type: 'consultation_scheduled', consultation: { ...consultation, isPaid: true } }])

    const [mail] = await post()

    expect(mail?.html).toMatch(/>dic<[^]*>1<[^]*>martes<[^]*17:30 a 18:30[^]*Hora de Madrid, península/)
    expect(mail?.html?.match(/<img|background-image/g)).toEqual(['<img'])
    expect(mail?.html).toMatch(
      /Hábitat Interior Ejemplo, S\. L\.<br>NIF B00000000[^]*Calle de Ejemplo, 1, 28000 Madrid/,
    )
  })

  test('that was only asked for is not announced as agreed, and stands as tentative in the calendar', async () => {
    const asked = { ...consultation, toConfirm: true }
    const { post } = await aTold([{ type: 'consultation_scheduled', consultation: asked }])

    const [mail] = await post()

    expect(mail?.subject).toBe('Hemos recibido tu petición de cita con Hábitat Interior')
    expect(mail?.text).toContain('Te escribiremos cuando la confirmemos.')
    expect(mail?.text).not.toContain('Tienes una cita')
    expect(calendarIn(mail)).toContain('STATUS:TENTATIVE')
  })

  test('that changes or is cancelled reaches the same entry of the calendar', async () => {
    const { post } = await aTold([
      { type: 'consultation_changed', consultation: { ...consultation, sequence: 3 } },
      { type: 'consultation_cancelled', consultation: { ...consultation, sequence: 4 } },
    ])

    const mails = (await post()).toSorted((a, b) => (a.subject ?? '').localeCompare(b.subject ?? ''))

    expect(mails.map(({ subject }) => subject)).toEqual([
      'Tu cita con Hábitat Interior ha cambiado',
      'Tu cita con Hábitat Interior se ha cancelado',
    ])
    expect(calendarIn(mails[0])).toMatch(/METHOD:REQUEST[^]*UID:con_00000001@[^]*SEQUENCE:3/)
    expect(calendarIn(mails[1])).toMatch(/METHOD:CANCEL[^]*UID:con_00000001@[^]*SEQUENCE:4[^]*STATUS:CANCELLED/)
  })
})

const keepPayment = ({ data }: Pick<TestPractice, 'data'>, customerId: string) =>
  data.ordersToSchedule
    .put({ customerId, orderId: 'ord_kept', concept: 'Primera consulta', paidAt: '2026-11-20T09:00:00.000Z' })
    .go()

const readReceipt = async (practice: TestPractice) =>
  (await createOutboxReader(practice).post()).find(({ subject }) => subject === 'Hemos recibido tu pago')?.text

describe('A-71 the receipt, where another payment waits for its consultation,', () => {
  test('of a part of a budget does not ask whether that was paid twice', async () => {
    const { practice, params, acceptAndPay } = await createPublishedBudgetSetup()
    await keepPayment(practice, params.customerId)

    await acceptAndPay()

    const text = await readReceipt(practice)
    expect(text).toMatch(/Hemos recibido tu pago de 140,00\s€/)
    expect(text).not.toContain('Tienes otro pago')
  })

  test('of a booked consultation does not ask it either, and of another first consultation it does', async () => {
    const texts = []
    for (const purchase of [purchaseOfBooked, purchaseWithoutHour]) {
      const setup = await createLeavingBuyer()
      await keepPayment(setup.practice, setup.buyer.customerId)
      await purchase(setup)
      await setup.tellPaid()
      texts.push(await readReceipt(setup.practice))
    }

    expect(texts[0]).toMatch(/Hemos recibido tu pago de 60,00\s€/)
    expect(texts[0]).not.toContain('Tienes otro pago')
    expect(texts[1]).toContain('Tienes otro pago que también espera su consulta.')
  })
})

describe('a notice of a file or of supplements', () => {
  test('says that there is something in the panel and leads to it', async () => {
    const { post } = await aTold([{ type: 'invoice', fileName: 'factura-7.pdf' }])

    const [mail] = await post()

    expect(mail?.subject).toBe('Tienes una factura nueva en tu panel')
    expect(mail?.text).toContain('«factura-7.pdf»')
    expect(mail?.html).toContain('href="https://habitat.test/client?tab=invoices"')
    expect(mail?.attachments).toEqual([])
  })

  test('names neither the analysis nor the supplement, nor anything of health', async () => {
    const { post } = await aTold([analytics, supplement])

    const mails = await post()

    expect(mails).toHaveLength(2)
    for (const { subject, text = '' } of mails) {
      const words = `${subject} ${text.replaceAll(/https?:\S+/g, '')}`
      expect(words).not.toMatch(/sibo|microbiota|berberina|suplement|anal[ií]t|\bsalud\b|dieta|síntoma/i)
    }
  })

  test('greets a client who has no name but an address', async () => {
    const { practice, customer, post } = await aTold([])
    await practice.data.transact((entities) => ({
      mail: queueClientNotice(
        entities,
        { customer: { ...customer, name: customer.email }, notice: analytics },
        practice,
      ),
    }))

    expect((await post())[0]?.text).toMatch(/^Hola:/)
  })

  test('of an hour that has changed since is not told late: the mail about the change tells it', async () => {
    const changed: ClientNotificationTemplateData = {
      type: 'consultation_changed',
      consultation: { ...consultation, sequence: 3 },
    }
    const { practice, client, post } = await aTold([scheduled, changed])
    const { customerId } = client
    const stored = {
      ...consultation,
      customerId,
      status: 'scheduled',
      toConfirm: false,
      version: 4,
      sequence: 3,
    } as const
    await practice.data.consultations
      .put({ ...stored, type: 'seguimiento', createdAt: practice.now().toISOString() })
      .go()

    const mails = await post()

    expect(mails.map(({ subject }) => subject)).toEqual(['Tu cita con Hábitat Interior ha cambiado'])
    const { data: skipped } = await practice.data.mails.query.due({ status: 'skipped' }).go()
    expect(skipped).toMatchObject([{ content: { notice: scheduled } }])
  })

  test('of the same cause is one mail', async () => {
    const { practice, customer, post } = await aTold([])
    const told = () =>
      practice.data.transact((entities) => ({
        mail: queueClientNotice(entities, { customer, notice: analytics, mailId: 'mai_cause-0001' }, practice),
      }))

    const outcomes = [await told(), await told()]

    expect(outcomes.map(({ written }) => written)).toEqual([true, false])
    expect(await post()).toHaveLength(1)
  })
})

describe('A-49 what a client does not want to be told', () => {
  test.each([
    ['consultations', scheduled],
    ['files', analytics],
    ['supplements', supplement],
  ] as const)('of %s is not sent, and the outbox says so', async (group, notice) => {
    const { practice, post } = await aTold([notice], { [group]: false })

    expect(await post()).toEqual([])
    const { data: skipped } = await practice.data.mails.query.due({ status: 'skipped' }).go()
    expect(skipped).toMatchObject([{ content: { notice } }])
  })

  test('is decided when the mail goes out, not when it is written', async () => {
    const { practice, client, office, post } = await aTold([analytics])
    office.closed = true
    await post()
    await practice.data.users
      .patch({ userId: client.userId })
      .set({ notifications: { files: false } })
      .go()
    office.closed = false
    practice.clock.advance({ minutes: 1 })

    expect(await post()).toEqual([])
  })

  test('leaves all other mails alone: what was not chosen is on', async () => {
    const { post } = await aTold([analytics], { consultations: false, supplements: false, marketing: false })

    expect((await post()).map(({ subject }) => subject)).toEqual(['Tienes un documento nuevo en tu panel'])
  })

  test('leaves all other mails alone: security and receipts have no switch', async () => {
    const { practice, customer, post } = await aTold([analytics, scheduled, supplement], allOff)
    const { customerId, email, name } = customer
    const orderId = 'ord_00000001'
    await practice.data.receipts
      .put({
        customerId,
        orderId,
        paymentId: 'pay_00000001',
        concept: 'Consulta inicial',
        receiptNumber: '2026-ABC',
        buyerName: name,
        listCents: 10_000,
        amountCents: 8000,
        issuedAt: practice.now().toISOString(),
        fileKey: `${customerId}/receipt/1.pdf`,
      })
      .go()
    await practice.data.transact((entities) => ({
      mails: [
        { kind: 'mfa-changed' as const, name: 'Lucía', change: 'disabled' as const },
        { kind: 'receipt' as const, orderId, name: 'Lucía', invite: false },
      ].map((content) => queueMail(entities, { to: email, customerId, content }, practice)),
    }))

    const subjects = (await post()).map(({ subject }) => subject)

    expect(subjects).toHaveLength(2)
    expect(new Set(subjects)).toEqual(new Set(['Hemos recibido tu pago', 'Verificación en dos pasos desactivada']))
  })

  test('A-50 nobody who has been erased is told anything', async () => {
    const { practice, client, post } = await aTold([analytics])
    await practice.data.customers.delete({ customerId: client.customerId }).go()

    expect(await post()).toEqual([])
  })
})
