import type { StoredConsultation } from '#data/consultation-queries'
import { toPaymentId } from '#data/payment-id'
import type { ActionServices } from '#platform/services'

type ConsultationPrice = Pick<StoredConsultation, 'priceCents' | 'proposedPriceCents' | 'priceDeclinedAt'>

const getEnteredPrice = ({ priceCents, proposedPriceCents }: ConsultationPrice): number | undefined =>
  proposedPriceCents ?? priceCents

export function proposePrice<Entered extends { readonly priceCents?: number }>(entered: Entered) {
  const { priceCents, ...rest } = entered
  return priceCents ? { ...rest, proposedPriceCents: priceCents } : entered
}

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
 * `merged` contains the entered price. A lower price, or none, applies at once; a higher one needs the client's
 * consent, and until then the agreed price stands.
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
