import { toPracticeDay } from '#contract/calendar-days'
import { patchAgreement } from '#data/budget-queries'
import { readAgreementOf } from './public/budget-units.ts'
import type { StoredOrder } from './open-checkout-session.ts'
import type { OrderPayer } from './payer.ts'
import type { WriteConsultationOfOrder } from './scheduled-payment.ts'
import type { PaymentSettlementServices } from './services.ts'

export interface BudgetSettlement {
  readonly writes: WriteConsultationOfOrder
  readonly isVoid: boolean
}

export async function prepareBudgetPayment(
  { orderId, budgetId }: StoredOrder,
  { customerId, isLeaving }: OrderPayer,
  { data, now }: PaymentSettlementServices,
): Promise<BudgetSettlement> {
  const agreement = await readAgreementOf({ customerId, budgetId }, data)
  if (!agreement) return { writes: () => ({}), isVoid: true }
  const isVoid = isLeaving || agreement.status === 'ended'
  const at = now().toISOString()
  const parts = agreement.parts.map((part) =>
    part.orderId === orderId ? { ...part, paidAt: at, ...(isVoid && { refundedAt: at }) } : part,
  )
  const startDay = agreement.startDay ?? toPracticeDay(at)
  return {
    isVoid,
    writes: (entities) => ({
      agreement: patchAgreement(entities, agreement, {
        parts,
        ...(!isVoid && { startDay }),
        ...(isLeaving && agreement.status === 'active' && { status: 'ended', endedAt: at, endedBy: 'stripe' }),
      }),
    }),
  }
}

export async function prepareRefundOfPart(
  { orderId, budgetId, customerId = '' }: StoredOrder,
  { isRefunded }: { readonly isRefunded: boolean },
  { data, now }: Pick<PaymentSettlementServices, 'data' | 'now'>,
): Promise<WriteConsultationOfOrder> {
  const agreement = await readAgreementOf({ customerId, budgetId }, data)
  if (!agreement) return () => ({})
  const parts = agreement.parts.map((part) => {
    if (part.orderId !== orderId) return part
    const { refundedAt: _, ...rest } = part
    return isRefunded ? { ...rest, refundedAt: now().toISOString() } : rest
  })
  return (entities) => ({ agreement: patchAgreement(entities, agreement, { parts }) })
}

const TRIES = 3

/** What the bank has refused is due again. Idempotent: Stripe repeats an event that was interrupted. */
export async function noteBankRefusal(
  { orderId, budgetId, customerId = '' }: StoredOrder,
  { data }: Pick<PaymentSettlementServices, 'data'>,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const agreement = await readAgreementOf({ customerId, budgetId }, data)
    if (agreement?.payingOrderId !== orderId) return
    const { written } = await data.transact((entities) => ({
      agreement: patchAgreement(entities, agreement, {}, ['payingOrderId']),
    }))
    if (written) return
  }
  throw new Error(`the refusal of ${orderId} was not noted`)
}
