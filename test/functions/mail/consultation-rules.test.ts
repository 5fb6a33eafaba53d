import { expect, test } from 'vitest'
import type { NoShowRule } from '#contract/cancellation-rules'
import { formatRulesOfConsultation } from '#contract/cancellation-sentences'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveReminders } from '../../../functions/consultations/send-reminders.handler.ts'
import { bothConsents } from '../../support/early-start.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createPaidOrder } from '../../support/paid-order.ts'
import { createPublishedBudgetSetup } from '../../support/published-budget.ts'
import { createSlotVisitor } from '../../support/slot-visitors.ts'
import { storeOpeningHours } from '../../support/stored-opening-hours.ts'
import { createPasswordSessionClaims, writeSignInSession } from '../../support/people.ts'

/** Paid on 21 November: the right of withdrawal ends with 5 December. */
const EARLY = '2026-12-01T09:00:00.000Z'
const LATE = '2026-12-10T09:00:00.000Z'
const LOST = 'el pago se pierde'
const early = {
  choice:
    /Cambios: Puedes cambiar o cancelar tu consulta gratis hasta el lunes 30 de noviembre a las 10:00\. Si la cancelas a tiempo, eliges entre otra hora, guardar tu pago, que no caduca, o la devolución de 80,00\s€\. Después, escríbenos\./,
  withdrawal:
    'Desistir: Hasta el sábado 5 de diciembre a las 23:59 puedes desistir de la compra y te devolvemos todo, aunque falten menos de 24 horas, mientras la consulta no se haya celebrado.',
}

async function aPaidClient() {
  const paid = await createPaidOrder()
  const { practice, session: as, buyer } = paid
  const ask = createEndpointCaller(serveConsultations(() => practice))
  const mailbox = createOutboxReader(practice)
  return {
    ...paid,
    ask,
    choose: async (startsAt: string) =>
      (
        await ask(consultations.request, {
          as,
          body: { startsAt, durationMinutes: 30, type: 'primera_consulta', consents: bothConsents },
        })
      ).body,
    remindAt: async (instant: string) => {
      practice.clock.set(instant)
      await serveReminders(() => practice)()
    },
    lastMail: async () => (await mailbox.post()).findLast(({ to }) => to?.[0]?.address === buyer.email)?.text ?? '',
  }
}

test('A-71 the receipt of what waits for an hour says the rules, as the hours are still to be chosen', async () => {
  const { lastMail } = await aPaidClient()

  const text = await lastMail()

  expect(text).toMatch(/Cambios: Puedes cambiar o cancelar tu consulta gratis hasta 24 horas antes\. [^]*80,00\s€/)
  expect(text).toContain(early.withdrawal)
  expect(text).toContain(`Ausencia: Si no te presentas y ese plazo ha pasado, ${LOST}.`)
})

test('A-71 the confirmation of a paid hour says until when it is free, what there is to choose, the 14 days and absences', async () => {
  const { choose, lastMail } = await aPaidClient()
  await choose(EARLY)

  const text = await lastMail()

  expect(text).toMatch(early.choice)
  expect(text).toContain(early.withdrawal)
  expect(text).toContain(`Ausencia: Si no te presentas y ese plazo ha pasado, ${LOST}.`)
})

test('A-71 who lives by another clock reads the ends of the free change and of the 14 days by both', async () => {
  const { practice, buyer, choose, lastMail } = await aPaidClient()
  await practice.data.users.patch({ userId: buyer.userId }).set({ timeZone: 'America/Bogota' }).go()
  await choose(EARLY)

  const text = await lastMail()

  expect(text).toContain('hasta el lunes 30 de noviembre a las 10:00 (hora de Madrid; para ti, 4:00). Si la cancelas')
  expect(text).toContain('Hasta el sábado 5 de diciembre a las 23:59 (hora de Madrid; para ti, 17:59) puedes desistir')
})

test('A-71 an hour before it, within the 14 days, the reminder says that the client may still withdraw, and not that nothing can be done', async () => {
  const { choose, remindAt, lastMail } = await aPaidClient()
  await choose(EARLY)
  await remindAt('2026-12-01T08:00:00.000Z')

  const text = await lastMail()

  expect(text).toContain('Tienes una cita')
  expect(text).toContain('Faltan menos de 24 horas para esa consulta: para cambiarla, escríbenos.')
  expect(text).toContain(early.withdrawal)
  expect(text).not.toMatch(/ya no se puede|cancelarla gratis/)
})

test('A-71 after the 14 days no mail speaks of withdrawing, and absences follow the rule alone', async () => {
  const { choose, remindAt, lastMail } = await aPaidClient()
  await choose(LATE)
  await remindAt('2026-12-09T09:00:00.000Z')

  const text = await lastMail()

  expect(text).not.toContain('desistir')
  expect(text).toContain(`Ausencia: Si no te presentas, ${LOST}.`)
})

test('A-71 of an early hour that the practice gave the mail says that the right stays, also after the consultation', async () => {
  const { book, lastMail, practice } = await aPaidClient()
  await book(EARLY)
  practice.clock.advance({ minutes: 11 })

  expect(await lastMail()).toContain('aunque falten menos de 24 horas y también después de la consulta.')
})

test('A-71 the mail of a cancelled hour says that its payment is kept, whoever cancelled it, until it is used again', async () => {
  const { ask, choose, session: as, boss, buyer, practice, lastMail } = await aPaidClient()
  const kept =
    /Tu pago: Guardamos tus 80,00\s€: no caducan\. Eliges hora cuando quieras y, mientras no la uses, puedes pedir la devolución\./
  const { consultationId, version } = await choose(LATE)
  await ask(consultations.setStatus, {
    as: createPasswordSessionClaims(boss, practice),
    params: { customerId: buyer.customerId, consultationId },
    body: { status: 'cancelled', version },
  })
  practice.clock.advance({ minutes: 11 })
  const byPractice = await lastMail()
  const again = await choose('2026-12-11T09:00:00.000Z')
  await lastMail()
  await ask(consultations.cancel, {
    as,
    params: { consultationId: again.consultationId },
    query: { version: again.version },
  })
  await choose('2026-12-14T09:00:00.000Z')
  practice.clock.advance({ minutes: 11 })

  expect(byPractice).toMatch(kept)
  const later = (await createOutboxReader(practice).post()).map(({ text = '' }) => text)
  expect(later.filter((text) => text.includes('se ha cancelado'))).toEqual([expect.not.stringMatching(kept)])
})

test('A-71 the mail of an hour that ends because its payment went back in Stripe’s dashboard says so', async () => {
  const { choose, stripe, charge, tell, lastMail } = await aPaidClient()
  await choose(LATE)
  await lastMail()
  await stripe.client.refunds.create({ charge: await charge() })
  await tell()

  expect(await lastMail()).toMatch(
    /se ha cancelado\.[^]*Tu pago: Te devolvemos 80,00\s€ por el mismo medio con el que pagaste\./,
  )
})

test('A-71 where nothing was paid a mail says only until when the hour is changed, and of a cancelled one nothing', async () => {
  const { ask, asBoss, boss, buyer, practice, lastMail } = await aPaidClient()
  const { customerId } = buyer
  const visit = { startsAt: LATE, durationMinutes: 30, type: 'seguimiento', customerId }
  const { body: booked } = await ask(consultations.book, { as: asBoss, body: visit })
  practice.clock.advance({ minutes: 11 })
  const confirmed = await lastMail()
  await ask(consultations.setStatus, {
    as: createPasswordSessionClaims(boss, practice),
    params: { customerId, consultationId: booked.consultationId },
    body: { status: 'cancelled', version: booked.version },
  })
  practice.clock.advance({ minutes: 11 })
  const cancelled = await lastMail()

  expect(confirmed).toContain(
    'Cambios: Puedes cambiar o cancelar tu consulta gratis hasta el miércoles 9 de diciembre a las 10:00. Después, escríbenos.',
  )
  expect(confirmed).not.toMatch(/desistir|Ausencia/)
  expect(cancelled).toContain('se ha cancelado')
  expect(cancelled).not.toMatch(/Cambios:|Desistir:|Ausencia:/)
})

test('A-71 a mail that could not be sent before the hour has begun says no rules of it afterwards', async () => {
  const { ask, asBoss, boss, buyer, practice, lastMail } = await aPaidClient()
  const mailbox = createOutboxReader(practice)
  const { customerId } = buyer
  const visit = { startsAt: LATE, durationMinutes: 30, type: 'seguimiento' }
  const { body: booked } = await ask(consultations.book, { as: asBoss, body: { ...visit, customerId } })
  practice.clock.advance({ minutes: 11 })
  await lastMail()
  practice.clock.set('2026-12-10T08:30:00.000Z')
  await writeSignInSession(boss, practice)
  await ask(consultations.edit, {
    as: createPasswordSessionClaims(boss, practice),
    params: { customerId, consultationId: booked.consultationId },
    body: { ...visit, priceCents: 6000, version: booked.version },
  })
  practice.clock.advance({ minutes: 11 })
  mailbox.office.closed = true
  await mailbox.post()
  practice.clock.set('2026-12-10T09:05:00.000Z')
  mailbox.office.closed = false

  const sent = await mailbox.post()

  expect(sent.map(({ subject }) => subject)).toEqual(['El precio de tu cita con Hábitat Interior'])
  expect(sent[0]?.text).not.toMatch(/Cambios:|Desistir:|Ausencia:/)
})

test('A-71 whoever has missed an hour of the payment is promised no money that the rule does not give', () => {
  const missed = {
    startsAt: LATE,
    payment: { purchasedAt: '2026-11-21T09:00:00.000Z', leftCents: 8000 },
    noShowRule: 'another-hour',
    hasMissedBefore: true,
  } as const
  const changesAt = (now: string) => formatRulesOfConsultation({ ...missed, now })[0]?.[1]

  expect(changesAt('2026-12-01T09:00:00.000Z')).toContain(
    'Si la cancelas a tiempo, eliges entre otra hora y guardar tu pago, que no caduca.',
  )
  expect(changesAt('2026-12-06T09:00:00.000Z')).toContain(
    'Tu pago vale para otra hora, pero ya no se devuelve, porque no pudiste asistir a una anterior.',
  )
})

type PublishedBudget = Awaited<ReturnType<typeof createPublishedBudgetSetup>>

interface BeforeAbsence {
  readonly rule?: NoShowRule
  readonly end?: (budget: PublishedBudget) => Promise<unknown>
}

async function missOfBudget(startsAt: string, { rule = 'lost', end }: BeforeAbsence = {}) {
  const budget = await createPublishedBudgetSetup()
  const { practice, agenda, asBoss, params, acceptAndPay, request, signIn } = budget
  await storeOpeningHours(practice.data, { noShowRule: rule })
  await acceptAndPay()
  const { consultationId, version } = (await request(startsAt)).body
  await end?.(budget)
  practice.clock.set(new Date(Date.parse(startsAt) + 40 * 60_000).toISOString())
  await signIn()
  const of = { customerId: params.customerId, consultationId }
  const body = { status: 'no_show', version }
  expect((await agenda(consultations.setStatus, { ...asBoss(), params: of, body })).status).toBe(200)
  practice.clock.advance({ minutes: 11 })
  const mails = await createOutboxReader(practice).post()
  return mails.find(({ subject }) => subject === 'No pudimos verte en tu cita con Hábitat Interior')?.text
}

test('A-73 whoever has missed an hour of their budget reads that it counts as used, and is led to the budget', async () => {
  const text = await missOfBudget(LATE)

  expect(text).toContain(
    'Tu presupuesto: Para las ausencias vale la regla que leíste al aceptarlo. Si no te presentas a una consulta, cuenta como usada.',
  )
  expect(text).toContain('Ver mi presupuesto:\nhttps://habitat.test/client/presupuestos')
  expect(text).not.toMatch(/desistir|tab=invoices/)
})

test('A-73 within the 14 days of a budget they read first until when they may withdraw', async () => {
  const text = await missOfBudget(EARLY)

  expect(text).toContain(
    'Desistir: Hasta el sábado 5 de diciembre a las 23:59 puedes desistir de tu presupuesto, y entonces esta consulta no se te cobra.',
  )
  expect(text).toContain('Tu presupuesto: Si no desistes, vale la regla que leíste al aceptarlo.')
})

test('A-73 of a budget that has ended they read only that it counts as used, though its rule gave it back on cancelling', async () => {
  const text = await missOfBudget(LATE, {
    rule: 'refund',
    end: async ({ practice, signIn, terms, cancel }) => {
      practice.clock.set('2026-12-10T08:00:00.000Z')
      await signIn()
      await cancel((await terms()).body.refundCents)
    },
  })

  expect(text).toContain('Tu presupuesto: Ya ha terminado, y esta consulta cuenta como usada.')
  expect(text).not.toMatch(/te la devolvemos|desistir/)
})

test('whoever bought without an account is offered to make one first,', async () => {
  const shop = await createPaidOrder()
  const { practice, stripe } = shop
  const mailbox = createOutboxReader(practice)
  const visitor = createSlotVisitor(shop)
  await visitor.hold(EARLY)
  const { body } = await visitor.checkout(EARLY)
  await stripe.fillIn(body.url, 'pay', 'ana@correo.test')
  await shop.tell('checkout.session.completed')
  practice.clock.set('2026-12-01T08:00:00.000Z')
  await serveReminders(() => practice)()

  const reminder = (await mailbox.post()).findLast(({ to }) => to?.[0]?.address === 'ana@correo.test')

  const [, consultationId] =
    /Unirse a la videollamada:\nhttps:\/\/habitat\.test\/unirse\/(con_\w+)\n/.exec(reminder?.text ?? '') ?? []
  expect(reminder?.text).toContain(
    `Crea tu cuenta para unirte:\nhttps://habitat.test/register?next=%2Funirse%2F${consultationId}\n`,
  )
  expect(reminder?.html).toMatch(/class="button"[^>]*>Crea tu cuenta para unirte</)
})
