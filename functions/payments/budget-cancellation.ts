import { BudgetCancellation, type BudgetCancellationOptions } from '#contract/budgets'
import { computeBudgetRefund, computeOwedCents, spreadRefund } from '#contract/budget-rules'
import { toPracticeDay } from '#contract/calendar-days'
import { computeFreeChangeEnd, computeWithdrawalEnd } from '#contract/cancellation-rules'
import type { payments } from '#contract/payments-domain'
import type { StoredAgreement } from '#data/budget-queries'
import { patchAgreement } from '#data/budget-queries'
import { toBudgetEndRefundId, toPaymentId } from '#data/payment-id'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { offerFreedHoursOfCustomer } from '../consultations/public/offer-freed-hours-of-customer.ts'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { cancelHoursLeft, readHoursOfBudget, splitHoursToCancel } from './budget-hours.ts'
import {
  createUnchangedWrites,
  prepareConsultationCancellations,
  type StoredConsultation,
} from './order-consultation-cancellation.ts'
import { readOwnBudgetView } from './own-budgets.ts'
import {
  appendPartRefundEntry,
  createPartRefundWrites,
  markPartsRefunded,
  planPartRefunds,
} from './part-refund-writes.ts'
import { isHourGiven, isUsedByAbsence } from './public/budget-units.ts'
import { isHeldUpByDispute, readDisputes, type StoredPayment } from './refund-writes.ts'
import { makeRefund } from './refunds.ts'
import type { PaymentServices } from './services.ts'

interface BudgetKey {
  readonly customerId: string
  readonly budgetId: string
}

interface Ending {
  readonly agreement: StoredAgreement
  readonly options: BudgetCancellationOptions
  readonly payments: readonly StoredPayment[]
  readonly cancelled: readonly StoredConsultation[]
  readonly kept: readonly StoredConsultation[]
}

async function requireAgreement(key: BudgetKey, { data }: PaymentServices): Promise<StoredAgreement> {
  const { customerId, budgetId } = key
  const { data: agreement } = await data.budgetAgreements.get({ customerId, budgetId }).go({ consistent: true })
  return agreement ?? throwRefusal('not-found')
}

async function planEnding(agreement: StoredAgreement, { data, now }: PaymentServices): Promise<Ending> {
  if (agreement.status === 'ended') return throwRefusal('budget-closed')
  const { customerId, booked, option, analysed, startDay, acceptedAt } = agreement
  const at = now().toISOString()
  const isWithdrawal = at < computeWithdrawalEnd(acceptedAt)
  const paymentKeys = agreement.parts
    .filter(({ paidAt }) => paidAt)
    .map(({ orderId }) => ({ customerId, paymentId: toPaymentId(orderId) }))
  const [{ data: paid }, consultations] = await Promise.all([
    paymentKeys.length > 0 ? data.payments.get(paymentKeys).go({ consistent: true }) : { data: [] },
    readHoursOfBudget(
      customerId,
      booked.map(({ consultationId }) => consultationId),
      data,
    ),
  ])
  const isCancelled = ({ status, startsAt }: StoredConsultation) =>
    status === 'scheduled' && startsAt > at && (isWithdrawal || at < computeFreeChangeEnd(startsAt))
  const cancelled = consultations.filter(isCancelled)
  const kept = consultations.filter((each) => !isCancelled(each))
  const isOwed = (each: StoredConsultation) =>
    isCancelled(each)
      ? !isWithdrawal && isUsedByAbsence(each, agreement)
      : isHourGiven(each, agreement, { isWithdrawal })
  const use = {
    consultations: consultations.filter(isOwed).map(({ consultationId, durationMinutes, heldMinutes }) => ({
      number: booked.find((each) => each.consultationId === consultationId)?.number ?? 0,
      heldMinutes: heldMinutes ?? durationMinutes,
      durationMinutes,
    })),
    analyses: analysed,
    startDay,
    today: toPracticeDay(at),
  }
  const paidCents = paid.reduce((sum, { amountCents, refundedCents }) => sum + amountCents - refundedCents, 0)
  const owedCents = Math.min(paidCents, computeOwedCents(option, use))
  const expressRequest = agreement.expressRequestAt !== undefined
  const refund = computeBudgetRefund({ now: at, acceptedAt, expressRequest, paidCents, owedCents })
  const consultationsToCancel = cancelled.map(({ startsAt }) => ({ startsAt }))
  const inOrder = paid.toSorted((one, other) => one.paidAt.localeCompare(other.paidAt))
  const heldUpCents = await sumHeldUp(inOrder, refund.refundCents, data)
  const options = { now: at, paidCents, owedCents, ...refund, heldUpCents, consultationsToCancel }
  return { agreement, options, payments: inOrder, cancelled, kept }
}

const spreadOverPayments = (refundCents: number, paid: readonly StoredPayment[]): readonly number[] =>
  spreadRefund(
    refundCents,
    paid.map(({ amountCents, refundedCents }) => amountCents - refundedCents),
  )

async function sumHeldUp(
  paid: readonly StoredPayment[],
  refundCents: number,
  data: PaymentServices['data'],
): Promise<number> {
  const disputes = await Promise.all(paid.map((payment) => readDisputes(payment, data)))
  return spreadOverPayments(refundCents, paid)
    .filter((_, index) => isHeldUpByDispute({ disputes: disputes[index] ?? [] }))
    .reduce((sum, cents) => sum + cents, 0)
}

export const readBudgetCancellation: EndpointAction<typeof payments.budgetCancellation, PaymentServices> = async (
  { actor, params },
  services,
) => {
  const key = { ...params, customerId: requireOwnCustomerId(actor) }
  return (await planEnding(await requireAgreement(key, services), services)).options
}

export const readCustomerBudgetCancellation: EndpointAction<
  typeof payments.budgetCancellationOfCustomer,
  PaymentServices
> = async ({ params }, services) => (await planEnding(await requireAgreement(params, services), services)).options

export const cancelOwnBudget: EndpointAction<typeof payments.cancelBudget, PaymentServices> = (
  { actor, params, body },
  services,
) => endBudget({ ...params, customerId: requireOwnCustomerId(actor) }, { actor, reason: 'client', ...body }, services)

export const cancelBudgetOfCustomer: EndpointAction<typeof payments.cancelBudgetOfCustomer, PaymentServices> = (
  { actor, params, body },
  services,
) => endBudget(params, { actor, reason: 'practice', ...body }, services)

interface WantedEnding {
  readonly actor: Actor
  readonly reason: 'client' | 'practice'
  readonly refundCents: number
}

/**
 * One transaction: the budget ends, each payment's refund is stored before Stripe is called, and as many upcoming
 * consultations as fit are cancelled; the others follow. After an interruption a repeated request or
 * `payments/continue-refunds` completes it.
 */
async function endBudget(key: BudgetKey, wanted: WantedEnding, services: PaymentServices) {
  const known = await requireAgreement(key, services)
  if (known.status === 'ended') {
    if (known.refundCents !== wanted.refundCents) throwRefusal('budget-closed')
    if (await cancelHoursLeft(key, services)) await offerFreedHoursOfCustomer(key.customerId, services)
    return finishEnding(known, services)
  }
  const ending = await planEnding(known, services)
  if (ending.options.refundCents !== wanted.refundCents) throwRefusal('changed-meanwhile')
  await writeEnding(ending, wanted, services)
  await cancelHoursLeft(key, services)
  if (ending.cancelled.length > 0) await offerFreedHoursOfCustomer(key.customerId, services)
  return finishEnding(await requireAgreement(key, services), services)
}

const WRITES_OF_AN_ENDING = 2
const WRITES_OF_A_REFUND = 4

async function writeEnding(
  { agreement, options, payments: paid, cancelled, kept }: Ending,
  { actor, reason }: WantedEnding,
  services: PaymentServices,
): Promise<void> {
  const { data, now } = services
  const { customerId, budgetId } = agreement
  const at = now().toISOString()
  const by = actor.userId
  const customer = await requireCustomer(customerId, data)
  // Each remaining consultation needs a condition.
  const others = WRITES_OF_AN_ENDING + WRITES_OF_A_REFUND * paid.length + kept.length + cancelled.length
  const { atOnce, later } = splitHoursToCancel(cancelled, others)
  const cancellation = await prepareConsultationCancellations(atOnce, { customer, by }, services)
  const amounts = spreadOverPayments(options.refundCents, paid)
  const refunds = await planPartRefunds(
    paid.map((payment, index) => ({
      payment,
      amountCents: amounts[index] ?? 0,
      refundId: toBudgetEndRefundId(payment.orderId),
    })),
    services,
  )
  const given = { actor, by, at, reason }
  const outcome = await data.transact((entities) => ({
    agreement: patchAgreement(entities, agreement, {
      status: 'ended',
      endedAt: at,
      endedBy: by,
      refundCents: options.refundCents,
      parts: markPartsRefunded(agreement.parts, { refunds, at }),
      ...(later.length > 0 && { hoursToCancel: later.map(({ consultationId }) => consultationId) }),
    }),
    consultations: cancellation(entities),
    unchanged: createUnchangedWrites(entities, [...kept, ...later]),
    refunds: refunds.map((refund) => createPartRefundWrites(entities, refund, given)),
    audits: [
      appendAuditEntry(
        entities,
        {
          action: 'BUDGET_CANCELLED',
          by,
          subjectId: customerId,
          caller: actor,
          details: { budgetId, refundCents: options.refundCents, rule: options.rule },
        },
        services,
      ),
      ...refunds.map((refund) => appendPartRefundEntry(entities, { refund, given }, services)),
    ],
  }))
  requireTransactionWritten(outcome)
}

async function finishEnding(agreement: StoredAgreement, services: PaymentServices) {
  const { customerId, budgetId, parts, refundCents = 0 } = agreement
  const keys = parts.map(({ orderId }) => ({ orderId, refundId: toBudgetEndRefundId(orderId) }))
  for (const { orderId, refundId } of keys) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- at most three, one after the other
      await makeRefund(orderId, refundId, services)
    } catch (error) {
      if (!(error instanceof RefusalError) || error.code !== 'payment-unavailable') throw error
    }
  }
  const { data: refunds } = await services.data.refunds.get(keys).go({ consistent: true })
  return BudgetCancellation.parse({
    budget: await readOwnBudgetView({ customerId, budgetId }, services),
    refundCents,
    refunds: refunds.map(({ refundId, amountCents }) => ({ refundId, amountCents })),
  })
}
