import { computeOwedCents, computeUnitValues, spreadRefund } from '#contract/budget-rules'
import { toPracticeDay } from '#contract/calendar-days'
import { computeWithdrawalEnd } from '#contract/cancellation-rules'
import { patchAgreement, type StoredAgreement } from '#data/budget-queries'
import { toPaymentId } from '#data/payment-id'
import { RefusalError } from '#platform/refusal-error'
import type { StoredConsultation } from './order-consultation-cancellation.ts'
import {
  appendPartRefundEntry,
  createPartRefundWrites,
  markPartsRefunded,
  planPartRefunds,
} from './part-refund-writes.ts'
import { isHourGiven, isUsedByAbsence } from './public/budget-units.ts'
import { makeRefund } from './refunds.ts'
import type { StoredPayment } from './refund-writes.ts'
import type { PaymentSettlementServices } from './services.ts'

type BudgetKey = Pick<StoredAgreement, 'budgetId' | 'customerId'>
type ReadServices = Pick<PaymentSettlementServices, 'data'>

/** At most the remaining payments less the value given, so that nothing is refunded twice. */
export async function refundCancelledBudgetHours(key: BudgetKey, services: PaymentSettlementServices): Promise<void> {
  const { data, now, newId } = services
  const { customerId, budgetId } = key
  const { data: agreement } = await data.budgetAgreements.get({ customerId, budgetId }).go({ consistent: true })
  if (!agreement?.hoursToGiveBack?.length) return
  const [paid, hours] = await Promise.all([readPayments(agreement, services), readHours(agreement, services)])
  const refundCents = computeRefundCents(agreement, { paid, hours })
  const amounts = spreadRefund(refundCents, paid.map(computeLeft))
  const refunds = await planPartRefunds(
    paid.map((payment, index) => ({ payment, amountCents: amounts[index] ?? 0, refundId: newId('ref') })),
    services,
  )
  const given = { at: now().toISOString(), by: 'schedule', reason: 'practice' } as const
  const { written } = await data.transact((entities) => ({
    agreement: patchAgreement(entities, agreement, {
      hoursToGiveBack: [],
      givenBackCents: (agreement.givenBackCents ?? 0) + refundCents,
      parts: markPartsRefunded(agreement.parts, { refunds, at: given.at }),
    }),
    refunds: refunds.map((refund) => createPartRefundWrites(entities, refund, given)),
    audits: refunds.map((refund) => appendPartRefundEntry(entities, { refund, given }, services)),
  }))
  if (!written) return
  for (const { refundId, amountCents, payment } of refunds) {
    if (amountCents === 0) continue
    try {
      // oxlint-disable-next-line no-await-in-loop -- at most three, one after the other
      await makeRefund(payment.orderId, refundId, services)
    } catch (error) {
      if (!(error instanceof RefusalError) || error.code !== 'payment-unavailable') throw error
    }
  }
}

const computeLeft = ({ amountCents, refundedCents }: StoredPayment): number => amountCents - refundedCents

async function readPayments({ customerId, parts }: StoredAgreement, { data }: ReadServices) {
  const keys = parts
    .filter(({ paidAt }) => paidAt)
    .map(({ orderId }) => ({ customerId, paymentId: toPaymentId(orderId) }))
  if (keys.length === 0) return []
  const { data: paid } = await data.payments.get(keys).go({ consistent: true })
  return paid.toSorted((one, other) => one.paidAt.localeCompare(other.paidAt))
}

async function readHours({ customerId, booked }: StoredAgreement, { data }: ReadServices) {
  const keys = booked.map(({ consultationId }) => ({ customerId, consultationId }))
  return (await data.consultations.get(keys).go({ consistent: true })).data
}

interface PaidHours {
  readonly paid: readonly StoredPayment[]
  readonly hours: readonly StoredConsultation[]
}

function computeRefundCents(agreement: StoredAgreement, { paid, hours }: PaidHours): number {
  const { option, booked, analysed, startDay, acceptedAt, endedAt = acceptedAt, hoursToGiveBack = [] } = agreement
  const values = computeUnitValues(option).consultation
  const units = booked.flatMap(({ number, consultationId }) => {
    const hour = hours.find((each) => each.consultationId === consultationId)
    return hour ? [{ number, hour }] : []
  })
  const worthCents = units
    .filter(({ hour: { consultationId } }) => hoursToGiveBack.includes(consultationId))
    .reduce((sum, { number }) => sum + (values[number - 1] ?? 0), 0)
  const given = units
    .filter(({ hour }) => isStillGiven(hour, agreement))
    .map(({ number, hour: { durationMinutes, heldMinutes = durationMinutes } }) => ({
      number,
      durationMinutes,
      heldMinutes,
    }))
  const use = { consultations: given, analyses: analysed, startDay, today: toPracticeDay(endedAt) }
  const leftCents = paid.reduce((sum, payment) => sum + computeLeft(payment), 0)
  return Math.min(worthCents, Math.max(0, leftCents - computeOwedCents(option, use)))
}

function isStillGiven(hour: StoredConsultation, agreement: StoredAgreement): boolean {
  const { budgetId, acceptedAt, endedAt = acceptedAt } = agreement
  const isWithdrawal = endedAt < computeWithdrawalEnd(acceptedAt)
  if (hour.budgetId !== budgetId) return false
  if (hour.status === 'cancelled' || hour.status === 'removed') return !isWithdrawal && isUsedByAbsence(hour, agreement)
  return isHourGiven(hour, agreement, { isWithdrawal })
}
