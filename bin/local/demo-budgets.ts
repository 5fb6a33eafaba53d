import { addDays, toPracticeDay } from '#contract/calendar-days'
import { computeBudgetParts } from '#contract/budget-rules'
import type { BudgetOption, PublishedBudgetOption } from '#contract/budget-option'
import { processCosts } from '#contract/process-costs'
import { practiceLegalDetails } from '#contract/practice'
import { computeNextDueDay } from '#data/budget-queries'
import type { Database } from '#data/database'
import { toInvoiceKey } from '../../functions/payments/public/budget-invoices.ts'
import { formatReceiptNumber } from '../../functions/payments/record-payment.ts'
import { findNearestWorkday, toPracticeInstant } from './demo-days.ts'

const ACCEPTED_BUDGET = '7d3c9a52-1f0e-4a8b-b6a5-2c94f3e0d011'
export const DEMO_BUDGET_ID = `bud_${ACCEPTED_BUDGET}`
export const DEMO_BUDGET_ORDER_ID = `ord_${ACCEPTED_BUDGET}-1`
const OPEN_BUDGET_ID = 'bud_7d3c9a52-1f0e-4a8b-b6a5-2c94f3e0d012'

const followUps = (count: number) =>
  ({ count, type: 'seguimiento', durationMinutes: 60, referenceCents: 6000 }) as const

const essential: BudgetOption = {
  title: 'Esencial',
  includes: [
    'Plan de alimentación por escrito',
    'Mensajes con respuesta en 2 días laborables',
    'Test de microbiota, con informe explicado',
  ],
  excludes: ['Los suplementos'],
  consultations: followUps(1),
  analyses: { count: 1, referenceCents: 18_000 },
  months: { count: 2, referenceCents: 1500 },
  priceCents: processCosts.budget.fromCents,
  laterParts: [],
}

const complete: BudgetOption = {
  title: 'Completo',
  includes: [...essential.includes, 'Revisión del plan en cada seguimiento'],
  excludes: ['Los suplementos'],
  consultations: followUps(3),
  analyses: { count: 1, referenceCents: 18_000 },
  months: { count: 3, referenceCents: 1500 },
  priceCents: 39_000,
  laterParts: [
    { kind: 'consultation', number: 2 },
    { kind: 'month', number: 3 },
  ],
}

const accompanied: BudgetOption = {
  title: 'Acompañado',
  includes: [...complete.includes, 'Segundo test al terminar, para comparar'],
  excludes: ['Los suplementos'],
  consultations: followUps(6),
  analyses: { count: 2, referenceCents: 18_000 },
  months: { count: 3, referenceCents: 1500 },
  priceCents: processCosts.budget.toCents,
  laterParts: [
    { kind: 'analysis', number: 1 },
    { kind: 'consultation', number: 4 },
  ],
}

const publish = (option: BudgetOption, index: number): PublishedBudgetOption => ({
  ...option,
  optionId: index + 1,
  vat: practiceLegalDetails.vat,
  parts: option.laterParts.length > 0 ? computeBudgetParts(option) : [],
})

interface Offer {
  readonly customerId: string
  readonly budgetId: string
  readonly at: Date
  readonly validUntil: string
}

async function seedOffer(data: Database, { customerId, budgetId, at, validUntil }: Offer): Promise<void> {
  const options = [essential, complete, accompanied]
  const offered = {
    recommended: 2,
    recommendation: 'Completo: con el test de microbiota sabremos dónde insistir.',
    validUntil,
  }
  const publishedAt = at.toISOString()
  await data.budgets
    .put({
      customerId,
      budgetId,
      version: 2,
      revision: 1,
      content: { ...offered, options },
      published: { ...offered, version: 1, revision: 1, publishedAt, options: options.map(publish) },
      createdAt: publishedAt,
    })
    .go()
}

export async function seedBudgetTemplates(data: Database, now: Date): Promise<void> {
  const createdAt = toPracticeInstant(addDays(toPracticeDay(now), -30), 9, 0).toISOString()
  for (const option of [essential, complete]) {
    const budgetTemplateId = `btp_demo-${option.title.toLowerCase()}`
    await data.budgetTemplates
      .put({ budgetTemplateId, version: 1, name: option.title, option, validDays: 15, createdAt })
      .go()
  }
}

export async function seedOpenBudget(data: Database, customerId: string, now: Date): Promise<void> {
  const today = toPracticeDay(now)
  const at = toPracticeInstant(addDays(today, -2), 12, 0)
  await seedOffer(data, { customerId, budgetId: OPEN_BUDGET_ID, at, validUntil: addDays(today, 13) })
}

interface Accepting {
  readonly sub: string
  readonly firstName: string
  readonly lastName: string
}

export async function seedAcceptedBudget(
  data: Database,
  { sub, firstName, lastName }: Accepting,
  now: Date,
): Promise<void> {
  const [customerId, userId] = [`cus_${sub}`, `usr_${sub}`]
  const today = toPracticeDay(now)
  const startDay = findNearestWorkday(addDays(today, -23), -1)
  const at = toPracticeInstant(startDay, 18, 20)
  const paidAt = at.toISOString()
  await seedOffer(data, {
    customerId,
    budgetId: DEMO_BUDGET_ID,
    at: toPracticeInstant(startDay, 12, 0),
    validUntil: addDays(startDay, 15),
  })
  const option = publish(complete, 1)
  const parts = option.parts.map((part) => ({
    ...part,
    orderId: `ord_${ACCEPTED_BUDGET}-${part.number}`,
    ...(part.number === 1 && { paidAt }),
  }))
  const agreement = {
    customerId,
    userId,
    budgetId: DEMO_BUDGET_ID,
    version: 3,
    status: 'active' as const,
    budgetVersion: 1,
    option,
    inParts: true,
    taxId: '12345678Z',
    address: 'Calle de Ejemplo, 12, 28010 Madrid',
    noShowRule: 'lost' as const,
    acceptedAt: paidAt,
    parts,
    booked: [{ number: 1, consultationId: 'con_demo-seguimiento' }],
    analysed: [],
    startDay,
    invoiced: {
      [toInvoiceKey({ kind: 'invoice', orderId: DEMO_BUDGET_ORDER_ID, refundId: null })]: toPracticeInstant(
        addDays(startDay, 1),
        9,
        30,
      ).toISOString(),
    },
  }
  await data.budgetAgreements.put({ ...agreement, nextDueDay: computeNextDueDay(agreement) }).go()
  const amountCents = parts[0]?.amountCents ?? 0
  await seedPaidPart(data, { customerId, userId, amountCents, at, buyerName: `${firstName} ${lastName}` })
}

interface PaidPart {
  readonly customerId: string
  readonly userId: string
  readonly amountCents: number
  readonly at: Date
  readonly buyerName: string
}

async function seedPaidPart(
  data: Database,
  { customerId, userId, amountCents, at, buyerName }: PaidPart,
): Promise<void> {
  const paidAt = at.toISOString()
  const orderId = DEMO_BUDGET_ORDER_ID
  const uuid = orderId.slice('ord_'.length)
  const concept = 'Presupuesto, parte 1 de 3'
  await data.orders
    .put({
      orderId,
      product: 'presupuesto',
      status: 'paid',
      version: 1,
      userId,
      customerId,
      budgetId: DEMO_BUDGET_ID,
      concept,
      totalCents: amountCents,
      noShowRule: 'lost',
      currency: 'eur',
      openedAt: paidAt,
      paidAt,
      createdAt: paidAt,
    })
    .go()
  const receiptNumber = formatReceiptNumber(orderId, paidAt)
  const common = { orderId, paymentId: `pay_${uuid}`, customerId, receiptNumber, concept, amountCents }
  await data.payments.put({ ...common, refundedCents: 0, currency: 'eur', status: 'completed', paidAt }).go()
  await data.receipts
    .put({
      ...common,
      buyerName,
      listCents: amountCents,
      issuedAt: paidAt,
      fileKey: `${customerId}/receipt/${at.getTime()}-${uuid}.pdf`,
    })
    .go()
}
