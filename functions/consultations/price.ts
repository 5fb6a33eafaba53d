import { toPaymentId } from '#data/payment-id'
import type { ActionServices } from '#platform/services'
import type { StoredConsultation } from './to-consultation.ts'

type ConsultationPrice = Pick<StoredConsultation, 'priceCents' | 'proposedPriceCents' | 'priceDeclinedAt'>

/** What the practice has entered last, agreed or not. */
const getEnteredPrice = ({ priceCents, proposedPriceCents }: ConsultationPrice): number | undefined =>
  proposedPriceCents ?? priceCents

/** Of a new consultation: its client has seen no price yet. */
export function proposePrice<Entered extends { readonly priceCents?: number }>(entered: Entered) {
  const { priceCents, ...rest } = entered
  return priceCents ? { ...rest, proposedPriceCents: priceCents } : entered
}

/** What was paid is the price, whatever was entered. */
export async function applyPaidPrice<Entered extends { readonly priceCents?: number }>(
  entered: Entered,
  { customerId, orderId }: { readonly customerId: string; readonly orderId: string },
  { data }: Pick<ActionServices, 'data'>,
) {
  const key = { customerId, paymentId: toPaymentId(orderId) }
  const { data: payment } = await data.payments.get(key).go()
  const { priceCents: _, ...rest } = entered
  return { ...rest, ...(payment && { priceCents: payment.amountCents }) }
}

/**
 * `merged` has the entered price as its own. Nobody has to say yes to paying less, or nothing; to more, the client does,
 * and until then the agreed price stands.
 */
export function applyEnteredPrice<Merged extends ConsultationPrice>(merged: Merged, stored: ConsultationPrice) {
  const { priceCents: entered, proposedPriceCents: _, priceDeclinedAt: __, ...rest } = merged
  const { priceCents: agreed, proposedPriceCents, priceDeclinedAt } = stored
  const present = agreed === undefined ? {} : { priceCents: agreed }
  if (entered === getEnteredPrice(stored)) {
    return {
      ...rest,
      ...present,
      ...(proposedPriceCents !== undefined && { proposedPriceCents }),
      ...(priceDeclinedAt !== undefined && { priceDeclinedAt }),
    }
  }
  if (entered === undefined) return rest
  return entered <= (agreed ?? 0)
    ? { ...rest, priceCents: entered }
    : { ...rest, ...present, proposedPriceCents: entered }
}
