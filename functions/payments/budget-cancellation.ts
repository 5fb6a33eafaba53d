import { BudgetCancellation, type BudgetCancellationOptions } from '#contract/budgets'
import { computeBudgetRefund, computeOwedCents, spreadRefund } from '#contract/budget-rules'
import { toPracticeDay } from '#contract/calendar-days'
import { computeFreeChangeEnd, computeWithdrawalEnd } from '#contract/cancellation-rules'
import type { payments } from '#contract/payments-domain'
import type { StoredAgreement } from '#data/budget-queries'
import { patchAgreement } from '#data/budget-queries'
import { toEndingRefundId, toPaymentId } from '#data/payment-id'
import type { TransactionEntities } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { offerHoursLeftBy } from '../consultations/public/offer-hours-left.ts'
import { cancelHoursLeft, readHoursOfBudget, splitHoursToCancel } from './budget-hours.ts'
import {
  createUnchangedWrites,
  prepareConsultationCancellations,
  type StoredConsultation,
} from './order-consultation-cancellation.ts'
import { readOwnBudgetView } from './own-budgets.ts'
import { isHourGiven, isUsedByAbsence } from './public/budget-units.ts'
import type { StoredPayment } from './refund-writes.ts'
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
  /** Those to come that end with it, the soonest first, and all others that it was used for. */
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
  const options = { now: at, paidCents, owedCents, ...refund, consultationsToCancel }
  const inOrder = paid.toSorted((one, other) => one.paidAt.localeCompare(other.paidAt))
  return { agreement, options, payments: inOrder, cancelled, kept }
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
 * One transaction: the budget ends, what goes back of each payment is written as ours before Stripe hears of it, and as
 * many of its hours to come are cancelled as fit; the others follow. What was interrupted then, the same press or
 * `payments/continue-refunds` makes.
 */
async function endBudget(key: BudgetKey, wanted: WantedEnding, services: PaymentServices) {
  const known = await requireAgreement(key, services)
  if (known.status === 'ended') {
    if (known.refundCents !== wanted.refundCents) throwRefusal('budget-closed')
    if (await cancelHoursLeft(key, services)) await offerHoursLeftBy(key.customerId, services)
    return finishEnding(known, services)
  }
  const ending = await planEnding(known, services)
  if (ending.options.refundCents !== wanted.refundCents) throwRefusal('changed-meanwhile')
  await writeEnding(ending, wanted, services)
  await cancelHoursLeft(key, services)
  if (ending.cancelled.length > 0) await offerHoursLeftBy(key.customerId, services)
  return finishEnding(await requireAgreement(key, services), services)
}

/** The agreement and its audit entry; and where a payment goes back the refund, payment, order and audit entry. */
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
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (!customer) return throwRefusal('not-found')
  // Each hour that has to wait is looked at instead.
  const others = WRITES_OF_AN_ENDING + WRITES_OF_A_REFUND * paid.length + kept.length + cancelled.length
  const { atOnce, later } = splitHoursToCancel(cancelled, others)
  const cancellation = await prepareConsultationCancellations(atOnce, { customer, by }, services)
  const amounts = spreadRefund(
    options.refundCents,
    paid.map(({ amountCents, refundedCents }) => amountCents - refundedCents),
  )
  const refunds = paid.map((payment, index) => ({ payment, amountCents: amounts[index] ?? 0 }))
  const { data: orders } =
    paid.length > 0 ? await data.orders.get(paid.map(({ orderId }) => ({ orderId }))).go() : { data: [] }
  const parts = agreement.parts.map((part) => {
    const refund = refunds.find(({ payment }) => payment.orderId === part.orderId)
    const isWhole = refund !== undefined && refund.payment.refundedCents + refund.amountCents >= part.amountCents
    return isWhole ? { ...part, refundedAt: at } : part
  })
  const outcome = await data.transact((entities) => ({
    agreement: patchAgreement(entities, agreement, {
      status: 'ended',
      endedAt: at,
      endedBy: by,
      refundCents: options.refundCents,
      parts,
      ...(later.length > 0 && { hoursToCancel: later.map(({ consultationId }) => consultationId) }),
    }),
    consultations: cancellation(entities),
    unchanged: createUnchangedWrites(entities, [...kept, ...later]),
    refunds: refunds.map(({ payment, amountCents }) =>
      amountCents > 0
        ? createRefundWrites(entities, {
            payment,
            amountCents,
            at,
            by,
            reason,
            createdAt: orders.find(({ orderId }) => orderId === payment.orderId)?.createdAt ?? at,
          })
        : entities.payments
            .check({ customerId, paymentId: payment.paymentId })
            .where((stored, operations) =>
              createUnchangedCondition(stored.refundVersion, payment.refundVersion, operations),
            )
            .commit(),
    ),
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
      ...refunds
        .filter(({ amountCents }) => amountCents > 0)
        .map((refund) => appendRefundEntry(entities, { ...refund, actor, reason }, services)),
    ],
  }))
  requireTransactionWritten(outcome)
}

interface RequestedOf extends Pick<WantedEnding, 'actor' | 'reason'> {
  readonly payment: StoredPayment
  readonly amountCents: number
}

const appendRefundEntry = (
  entities: TransactionEntities,
  { payment: { paymentId, orderId, customerId }, amountCents, actor, reason }: RequestedOf,
  services: PaymentServices,
) =>
  appendAuditEntry(
    entities,
    {
      action: 'REFUND_REQUESTED',
      by: actor.userId,
      subjectId: customerId,
      caller: actor,
      details: { paymentId, refundId: toEndingRefundId(orderId), amountCents, reason },
    },
    services,
  )

interface WantedRefund {
  readonly payment: StoredPayment
  readonly amountCents: number
  readonly at: string
  readonly by: string
  readonly reason: 'client' | 'practice'
  readonly createdAt: string
}

/** As `requestRefund` writes them, of several payments at once. */
function createRefundWrites(
  entities: TransactionEntities,
  { payment, amountCents, at, by, reason, createdAt }: WantedRefund,
) {
  const { customerId, paymentId, orderId, refundVersion = 0 } = payment
  const refundedCents = payment.refundedCents + amountCents
  const isWhole = refundedCents >= payment.amountCents
  return [
    entities.refunds
      .create({
        refundId: toEndingRefundId(orderId),
        orderId,
        amountCents,
        reason,
        status: 'requested',
        requestedBy: by,
        requestedAt: at,
      })
      .commit(),
    entities.payments
      .patch({ customerId, paymentId })
      .set({
        refundedCents,
        status: isWhole ? 'refunded' : 'partially-refunded',
        refundVersion: refundVersion + 1,
        refundRequestedAt: at,
      })
      .where((stored, operations) => createUnchangedCondition(stored.refundVersion, refundVersion, operations))
      .commit(),
    isWhole && entities.orders.patch({ orderId }).set({ status: 'refunded' }).composite({ createdAt }).commit(),
  ]
}

/** While Stripe does not answer they stay asked for. */
async function finishEnding(agreement: StoredAgreement, services: PaymentServices) {
  const { customerId, budgetId, parts, refundCents = 0 } = agreement
  const keys = parts.map(({ orderId }) => ({ orderId, refundId: toEndingRefundId(orderId) }))
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
