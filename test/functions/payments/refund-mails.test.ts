import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveContinuing } from '../../../functions/payments/continue-refunds.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { findCalendarPart, parseCalendar } from '../../support/parse-calendar.ts'
import { createAdministrador, createPasswordSessionClaims, recordSecondFactorProof } from '../../support/people.ts'
import { consultationPurchase, createShopSetup, payAtStripe } from '../../support/shop.ts'

const REFUND_ID = 'ref_11111111-1111-4111-8111-111111111111'
/** The clock is 2026-11-21, 9:00 UTC. */
const STARTS_AT = '2026-12-01T12:00:00.000Z'
const CANCELLED = 'Tu cita con Hábitat Interior se ha cancelado'
const BOTH = 'Tu cita con Hábitat Interior se ha cancelado y te hemos devuelto tu pago'

async function aBookedOrder(startsAt = STARTS_AT) {
  const shop = await createShopSetup()
  const { practice, stripe, session, buyer } = shop
  const { customerId } = buyer
  const { orderId, sessionId } = await payAtStripe(shop, consultationPurchase)
  await shop.ask(payments.confirm, { body: { sessionId } })
  const boss = await createAdministrador(practice)
  const asBoss = () => createPasswordSessionClaims(boss, practice)
  const agenda = createEndpointCaller(serveConsultations(() => practice))
  const body = { customerId, orderId, startsAt, durationMinutes: 30, type: 'primera_consulta' }
  const { consultationId, version } = (await agenda(consultations.book, { as: asBoss(), body })).body
  practice.clock.advance({ minutes: 11 })
  const { post } = createOutboxReader(practice)
  const before = (await post()).length
  const paymentId = orderId.replace('ord_', 'pay_')
  return {
    practice,
    stripe,
    cancel: (as: 'client' | 'practice') =>
      as === 'client'
        ? agenda(consultations.cancel, { as: session, params: { consultationId }, query: { version } })
        : agenda(consultations.setStatus, {
            as: asBoss(),
            params: { customerId, consultationId },
            body: { status: 'cancelled', version },
          }),
    refund: () =>
      shop.ask(payments.refundOwn, {
        as: session,
        params: { paymentId },
        body: { refundId: REFUND_ID, amountCents: 8000 },
      }),
    refundByPractice: async (amountCents = 8000) => {
      await recordSecondFactorProof(boss, practice)
      const reason = 'Lo hemos hablado'
      const wanted = { params: { customerId, paymentId }, body: { refundId: REFUND_ID, amountCents, reason } }
      return shop.ask(payments.refundOfCustomer, { as: asBoss(), ...wanted })
    },
    proceed: () => serveContinuing(() => practice)(),
    newMails: async () => (await post()).slice(before),
    subjects: async () => (await post()).slice(before).map(({ subject }) => subject),
  }
}

const wait = ({ practice }: Awaited<ReturnType<typeof aBookedOrder>>, minutes = 11) =>
  practice.clock.advance({ minutes })

test('A-71 a client who takes back what was paid for a consultation has one mail, of both, that strikes out the hour and takes it from the calendar', async () => {
  const setup = await aBookedOrder()

  expect((await setup.refund()).status).toBe(200)
  const [mail] = await setup.newMails()
  wait(setup)

  expect(await setup.subjects()).toEqual([BOTH])
  expect(mail?.html).toMatch(/class="leaf"[^]*<s>13:00 a 13:30<\/s>/)
  expect(mail?.text).toMatch(
    /^La cita del martes, 1 de diciembre de 2026 a las 13:00 \(hora de Madrid\) se ha cancelado\.$/m,
  )
  expect(mail?.text).toMatch(/Dónde: En línea, por videollamada\n[^]*Precio: 80,00\s€ · Devuelta\n/)
  const { ics } = findCalendarPart(mail) ?? { ics: '' }
  expect(ics).toContain('METHOD:CANCEL')
  expect(parseCalendar(ics).events).toHaveLength(1)
})

test('A-71 also three hours before, when a cancellation by itself would be told at once', async () => {
  const setup = await aBookedOrder('2026-11-24T12:00:00.000Z')
  setup.practice.clock.advance({
    minutes: (Date.parse('2026-11-24T09:00:00.000Z') - setup.practice.now().getTime()) / 60_000,
  })

  expect((await setup.refund()).status).toBe(200)
  wait(setup)

  expect(await setup.subjects()).toEqual([BOTH])
})

test.each(['client', 'practice'] as const)(
  'A-43 a %s who cancels first and has the payment refunded within ten minutes makes one mail as well',
  async (who) => {
    const setup = await aBookedOrder()

    expect((await setup.cancel(who)).status).toBe(200)
    wait(setup, 9)
    expect((await (who === 'client' ? setup.refund() : setup.refundByPractice())).status).toBe(200)
    wait(setup)

    expect(await setup.subjects()).toEqual([BOTH])
  },
)

test('A-43 a refund by somebody else, or after ten minutes, is a mail of its own with the hour that it is about', async () => {
  const [other, late] = [await aBookedOrder(), await aBookedOrder()]

  await other.cancel('client')
  await other.refundByPractice()
  wait(other)
  await late.cancel('client')
  wait(late)
  await late.subjects()
  await late.refund()
  const told = await late.newMails()

  expect(new Set(await other.subjects())).toEqual(new Set([CANCELLED, 'Te hemos devuelto tu pago']))
  expect(await other.subjects()).toHaveLength(2)
  expect(told.map(({ subject }) => subject)).toEqual([CANCELLED, 'Te hemos devuelto tu pago'])
  expect(told[1]?.html).toMatch(/class="leaf"[^]*Cancelada[^]*<s>13:00 a 13:30<\/s>/)
  expect(findCalendarPart(told[1])).toBeUndefined()
})

test('A-71 while Stripe does not answer the cancellation is told after ten minutes, and the refund when it is made', async () => {
  const setup = await aBookedOrder()
  setup.stripe.outage = true
  await setup.refund()
  expect(await setup.subjects()).toEqual([])
  wait(setup)
  expect(await setup.subjects()).toEqual([CANCELLED])

  setup.stripe.outage = false
  await setup.proceed()

  expect(await setup.subjects()).toEqual([CANCELLED, 'Te hemos devuelto tu pago'])
})

test('A-71 of a cancelled consultation that is given back in part no mail says that the payment went back', async () => {
  const setup = await aBookedOrder()

  await setup.cancel('practice')
  await setup.refundByPractice(3000)
  wait(setup)

  expect(await setup.subjects()).toEqual([`${CANCELLED} y te hemos hecho una devolución`])
})

test('A-71 a refund of a part shows the consultation that it is about, which stays', async () => {
  const setup = await aBookedOrder()

  await setup.refundByPractice(3000)

  const [mail, ...others] = await setup.newMails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Te hemos hecho una devolución')
  expect(mail?.html).toMatch(/class="leaf"[^]*>13:00 a 13:30</)
  expect(mail?.html).not.toMatch(/<s>|Cancelada/)
  expect(mail?.text).toMatch(/Precio: 80,00\s€ · Devueltos 30,00\s€/)
})
