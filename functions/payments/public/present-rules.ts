import type { EntityItem } from 'electrodb'
import { isWithdrawable, isWithinWithdrawal, type NoShowRule } from '#contract/cancellation-rules'
import {
  formatKeptPayment,
  formatReturnedPayment,
  formatRulesOfAbsence,
  formatRulesOfConsultation,
  type RulesByName,
  type RulesOfConsultation,
} from '#contract/cancellation-sentences'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { toPaymentId } from '#data/payment-id'
import { hasMissedBefore } from './missed-before.ts'
import { toPurchase } from './purchase.ts'

type Order = EntityItem<TableEntities['orders']>

/** A consultation, a payment that waits for one, or both. */
export interface RulesAbout {
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

/** The rules as they are for this client at this moment, each with its name; none of what has begun. */
export async function readPresentRules(about: RulesAbout, services: Services): Promise<RulesByName> {
  const { startsAt } = about
  if (startsAt && startsAt <= services.now().toISOString()) return []
  return formatRulesOfConsultation({ startsAt, ...(await readFacts(about, services)) })
}

/** What this client may have at this moment of a consultation that was missed. */
export const readAbsenceRules = async (about: RulesAbout, services: Services): Promise<RulesByName> =>
  formatRulesOfAbsence(await readFacts(about, services))

/** What becomes of the payment of a consultation that is cancelled; nothing where it is used again. */
export async function readKeptPaymentRules(about: RulesAbout, services: Services): Promise<RulesByName> {
  const {
    now,
    payment,
    returnedCents,
    noShowRule,
    orderId,
    hasMissedBefore: hasMissed,
  } = await readFacts(about, services)
  if (!payment || !orderId) return []
  // Also by a refund that was made in Stripe's dashboard, of which no other mail of ours tells.
  if (payment.leftCents === 0) return returnedCents ? [['Tu pago', formatReturnedPayment(returnedCents)]] : []
  const { customerId = '' } = about
  const { data: waiting } = await services.data.ordersToSchedule.get({ customerId, orderId }).go()
  if (!waiting) return []
  const isRefundable = !hasMissed || noShowRule === 'refund' || isWithdrawable(now, payment)
  return [['Tu pago', formatKeptPayment(payment.leftCents, isRefundable)]]
}

async function readFacts(about: RulesAbout, { data, now }: Services) {
  const { hours } = await readStoredOpeningHours(data, now())
  // An order of before it was stored follows the rule of today.
  return { now: now().toISOString(), noShowRule: hours.noShowRule, ...(await readPaid(about, data)) }
}

interface PaidFacts extends Pick<RulesOfConsultation, 'payment' | 'hasMissedBefore' | 'isLostWhenHeld'> {
  readonly orderId?: string
  readonly returnedCents?: number
  readonly noShowRule?: NoShowRule
}

/** Nothing where nothing was paid. */
async function readPaid(
  { customerId, startsAt, consultationId, orderId: known }: RulesAbout,
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

/** Without both statements the right stays whole, also for an early hour that was held. */
const isLostWhenHeld = (
  { expressRequestAt, acknowledgementAt }: Pick<Order, 'expressRequestAt' | 'acknowledgementAt'>,
  { startsAt, purchasedAt }: PaidHour,
): boolean => !startsAt || !isWithinWithdrawal(startsAt, purchasedAt) || Boolean(expressRequestAt && acknowledgementAt)
