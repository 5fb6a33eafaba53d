import type { EntityItem } from 'electrodb'
import { isWithdrawable, isWithinWithdrawal, type NoShowRule } from '#contract/cancellation-rules'
import {
  formatBudgetRulesOfAbsence,
  formatKeptPayment,
  formatReturnedPayment,
  formatRulesOfAbsence,
  formatRulesOfConsultation,
  type RulesByName,
  type RulesOfConsultation,
} from '#contract/cancellation-sentences'
import type { FormatAside } from '#contract/rules-before-paying'
import type { Database } from '#data/database'
import { sumHeldUpRefunds } from '#data/dispute-queries'
import type { TableEntities } from '#data/entities'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { toPaymentId } from '#data/payment-id'
import { hasMissedBefore } from './missed-before.ts'
import { toPurchase } from './purchase.ts'

type Order = EntityItem<TableEntities['orders']>

export interface PaymentRulesQuery {
  readonly customerId?: string | undefined
  readonly startsAt?: string | undefined
  readonly consultationId?: string | undefined
  /** @default that of the consultation */
  readonly orderId?: string | undefined
}

interface Services {
  readonly data: Database
  readonly now: () => Date
}

export async function readPresentRules(
  about: PaymentRulesQuery,
  services: Services,
  formatAside?: FormatAside,
): Promise<RulesByName> {
  const { startsAt } = about
  if (startsAt && startsAt <= services.now().toISOString()) return []
  return formatRulesOfConsultation({ startsAt, formatAside, ...(await readFacts(about, services)) })
}

export async function readAbsenceRules(
  about: PaymentRulesQuery,
  services: Services,
  formatAside?: FormatAside,
): Promise<RulesByName> {
  const agreement = await readAgreementOfHour(about, services)
  if (!agreement) return formatRulesOfAbsence({ formatAside, ...(await readFacts(about, services)) })
  const { acceptedAt, noShowRule, status } = agreement
  return formatBudgetRulesOfAbsence(services.now().toISOString(), {
    acceptedAt,
    noShowRule,
    isEnded: status === 'ended',
    formatAside,
  })
}

async function readAgreementOfHour({ customerId, consultationId }: PaymentRulesQuery, { data }: Services) {
  if (!customerId || !consultationId) return undefined
  const { data: stored } = await data.consultations.get({ customerId, consultationId }).go()
  const { budgetId } = stored ?? {}
  return budgetId ? (await data.budgetAgreements.get({ customerId, budgetId }).go()).data : undefined
}

export async function readKeptPaymentRules(about: PaymentRulesQuery, services: Services): Promise<RulesByName> {
  const {
    now,
    payment,
    returnedCents,
    noShowRule,
    orderId,
    hasMissedBefore: hasMissed,
  } = await readFacts(about, services)
  if (!payment || !orderId) return []
  // Includes refunds made in Stripe's dashboard, which have no other mail of ours.
  if (payment.leftCents === 0) {
    if (!returnedCents) return []
    const heldUpCents = await sumHeldUpRefunds([orderId], services.data)
    return [['Tu pago', formatReturnedPayment(returnedCents, heldUpCents)]]
  }
  const { customerId = '' } = about
  const { data: waiting } = await services.data.ordersToSchedule.get({ customerId, orderId }).go()
  if (!waiting) return []
  const isRefundable = !hasMissed || noShowRule === 'refund' || isWithdrawable(now, payment)
  return [['Tu pago', formatKeptPayment(payment.leftCents, isRefundable)]]
}

async function readFacts(about: PaymentRulesQuery, { data, now }: Services) {
  const { hours } = await readStoredOpeningHours(data, now())
  // Older orders without a stored rule follow the present one.
  return { now: now().toISOString(), noShowRule: hours.noShowRule, ...(await readPaid(about, data)) }
}

interface PaidFacts extends Pick<RulesOfConsultation, 'payment' | 'hasMissedBefore' | 'isLostWhenHeld'> {
  readonly orderId?: string
  readonly returnedCents?: number
  readonly noShowRule?: NoShowRule
}

async function readPaid(
  { customerId, startsAt, consultationId, orderId: known }: PaymentRulesQuery,
  data: Database,
): Promise<PaidFacts> {
  if (!customerId) return {}
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  const stored = all.find((each) => each.consultationId === consultationId)
  const orderId = known ?? stored?.orderId
  if (!orderId) return {}
  const [{ data: order }, { data: payment }] = await Promise.all([
    data.orders.get({ orderId }).go(),
    data.payments.get({ customerId, paymentId: toPaymentId(orderId) }).go(),
  ])
  if (!order || !payment) return {}
  const { paidAt, amountCents, refundedCents } = payment
  const ofOrder = all.filter((each) => each.orderId === orderId)
  const purchase = toPurchase(order, ofOrder) ?? { purchasedAt: paidAt }
  return {
    orderId,
    returnedCents: refundedCents,
    payment: { ...purchase, leftCents: Math.max(0, amountCents - refundedCents) },
    ...(order.noShowRule && { noShowRule: order.noShowRule }),
    hasMissedBefore: hasMissedBefore(ofOrder, stored),
    isLostWhenHeld: isLostWhenHeld(order, { startsAt, purchasedAt: purchase.purchasedAt }),
  }
}

interface PaidHour {
  readonly startsAt: string | undefined
  readonly purchasedAt: string
}

/** Without both statements the right remains in full, even after an early consultation was held. */
const isLostWhenHeld = (
  { expressRequestAt, acknowledgementAt }: Pick<Order, 'expressRequestAt' | 'acknowledgementAt'>,
  { startsAt, purchasedAt }: PaidHour,
): boolean => !startsAt || !isWithinWithdrawal(startsAt, purchasedAt) || Boolean(expressRequestAt && acknowledgementAt)
