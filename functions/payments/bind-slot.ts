import type { PurchaseConsents } from '#contract/purchase-consents'
import type { ProductKey } from '#contract/product-key'
import type { SlotHoldReference } from '#contract/slot-holds'
import { isPaymentBegun, type StoredSlotHold } from '#data/slot-hold-queries'
import { toEpochSeconds } from '#data/table'
import { type RateLimit, tryConsumeRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import { hashToken } from '../account/public/email-proof.ts'
import { createSlotHoldWrites } from '../consultations/public/slot-holds.ts'
import { computeSessionEnd, type StoredOrder } from './open-checkout-session.ts'
import { hasSameSlot } from './order-slot-hold.ts'
import type { PaymentServices } from './services.ts'
import { endPaymentOfHold } from './release-slot-hold.ts'

/** Between the end of a session at Stripe and that of its hold, for the difference of the clocks. */
const HELD_AFTER_SESSION_MS = 2 * 60_000

const KEPT_DAYS = 7

/**
 * The hold named by a purchase; a lapsed one counts until somebody else takes its time.
 * @throws Refusal `hold-expired` when it is gone or for another hour
 */
export async function requireSlotHold(
  { ticket, startsAt }: SlotHoldReference,
  product: ProductKey,
  { data }: PaymentServices,
): Promise<StoredSlotHold> {
  const { data: hold } = await data.slotHolds.get({ ticketHash: hashToken(ticket) }).go()
  return hold && hold.startsAt === startsAt && hold.product === product ? hold : throwRefusal('hold-expired')
}

export const toHeldUntil = (order: StoredOrder): string =>
  new Date(computeSessionEnd(order) * 1000 + HELD_AFTER_SESSION_MS).toISOString()

const TRIES = 3

/**
 * Binds hour and order to each other before the session exists: the hold then lasts as long as the session. One
 * transaction with the buyer's consents.
 * @throws Refusal `hold-expired`; `payment-pending` when another order is paying for the hour; `changed-meanwhile` when
 * the order was requested with another hour; `too-many-holds` when payments begun from this network have held hours all
 * day
 */
export async function bindSlotToOrder(
  order: StoredOrder,
  { hold, consents }: { readonly hold: StoredSlotHold | undefined; readonly consents: PurchaseConsents | undefined },
  services: PaymentServices,
): Promise<StoredOrder> {
  if (!hold && !consents) return order
  const { data } = services
  if (hold) await countBegunPayment(hold, order, services)
  for (let tries = 0; tries < TRIES; tries++) {
    const current = hold && (await readHold(hold, services))
    if (current) await endOtherPayment(current, order, services)
    const { written } = await data.transact((entities) => ({
      order: entities.orders
        .patch({ orderId: order.orderId })
        .set({
          ...(current && pickSlot(current)),
          ...(consents?.expressRequest && { expressRequestAt: services.now().toISOString() }),
          ...(consents?.acknowledgement && { acknowledgementAt: services.now().toISOString() }),
          version: order.version,
        })
        .remove(listUnticked(consents))
        .where(
          ({ version, checkoutSessionId }, { eq, notExists }) =>
            `${eq(version, order.version)} AND ${notExists(checkoutSessionId)}`,
        )
        .commit(),
      ...(current && createSlotHoldWrites(entities, { before: current, after: toBound(current, order) })),
    }))
    const { data: stored } = await data.orders.get({ orderId: order.orderId }).go()
    // When not written, a concurrent request of the same buyer has done this or more.
    if (stored && (written || (stored.version === order.version && hasSameSlot(stored, hold)))) return stored
  }
  // A concurrent request of the same buyer with another hour, or none. The next try ends that payment.
  return throwRefusal('changed-meanwhile')
}

const BEGUN_OF_NETWORK: RateLimit = { name: 'held-payments', tries: 12, minutes: 24 * 60 }
const BEGUN_OF_PROVIDER: RateLimit = { name: 'held-payments-of-provider', tries: 60, minutes: 24 * 60 }

async function countBegunPayment(
  { orderId, heldUntil, network, provider }: StoredSlotHold,
  order: StoredOrder,
  { data, wallClock }: PaymentServices,
): Promise<void> {
  if (orderId === order.orderId && heldUntil === toHeldUntil(order)) return
  const isAllowed =
    (await tryConsumeRateLimit(data, BEGUN_OF_NETWORK, network, wallClock())) &&
    (await tryConsumeRateLimit(data, BEGUN_OF_PROVIDER, provider, wallClock()))
  if (!isAllowed) throwRefusal('too-many-holds')
}

const listUnticked = (consents: PurchaseConsents | undefined) => [
  ...(consents?.expressRequest ? [] : (['expressRequestAt'] as const)),
  ...(consents?.acknowledgement ? [] : (['acknowledgementAt'] as const)),
]

/** Two orders for one hour would be two charges. */
async function endOtherPayment(hold: StoredSlotHold, { orderId }: StoredOrder, services: PaymentServices) {
  if (!isPaymentBegun(hold) || hold.orderId === orderId) return
  if ((await endPaymentOfHold(hold, services)) !== 'ended') throwRefusal('payment-pending')
}

async function readHold({ ticketHash, consultationId, startsAt }: StoredSlotHold, { data }: PaymentServices) {
  const { data: hold } = await data.slotHolds.get({ ticketHash }).go()
  const isSame = hold?.consultationId === consultationId && hold.startsAt === startsAt
  return hold && isSame ? hold : throwRefusal('hold-expired')
}

const pickSlot = ({ ticketHash, consultationId, startsAt, durationMinutes, pauseMinutes }: StoredSlotHold) => ({
  ticketHash,
  consultationId,
  startsAt,
  durationMinutes,
  pauseMinutes,
})

function toBound(hold: StoredSlotHold, order: StoredOrder): StoredSlotHold {
  const heldUntil = toHeldUntil(order)
  const expiresAtEpoch = toEpochSeconds(new Date(heldUntil)) + KEPT_DAYS * 86_400
  return { ...hold, orderId: order.orderId, heldUntil, version: hold.version + 1, expiresAtEpoch }
}
