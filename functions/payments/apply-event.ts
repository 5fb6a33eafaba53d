import type Stripe from 'stripe'
import { epochSeconds } from '#data/table'
import { Refusal } from '#platform/refusal'
import { expireOrder, failOrder } from './close-order.ts'
import { fulfil } from './fulfil.ts'
import { recordRefund } from './record-refund.ts'
import type { SettlementServices } from './services.ts'

const REMEMBERED_DAYS = 30

/**
 * Applies an event once. Events repeat, race and come in any order: one that has been applied is skipped, and one that is
 * applied twice at the same moment changes nothing the second time, because each change names the state it starts from.
 */
export async function applyEvent(event: Stripe.Event, services: SettlementServices): Promise<void> {
  const { data: known } = await services.data.stripeEvents.get({ eventId: event.id }).go({ consistent: true })
  if (known) return
  await apply(event, services)
  await services.data.stripeEvents
    .put({
      eventId: event.id,
      type: event.type,
      appliedAt: services.now().toISOString(),
      expiresAtEpoch: epochSeconds(services.wallClock()) + REMEMBERED_DAYS * 86_400,
    })
    .go()
}

async function apply(event: Stripe.Event, services: SettlementServices): Promise<unknown> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return ignoreForeignSessions(event, () => fulfil(event.data.object.id, services))
    case 'checkout.session.async_payment_failed':
      return failOrder(event.data.object, services)
    case 'checkout.session.expired':
      return expireOrder(event.data.object, services)
    case 'charge.refunded':
      return ignoreForeignSessions(event, () => recordRefund(event.data.object, services))
    default:
      return undefined
  }
}

/** A session that is not ours, or not paid yet, is not ours to settle: Stripe need not repeat the event. */
async function ignoreForeignSessions({ id, type }: Stripe.Event, settle: () => Promise<unknown>): Promise<void> {
  try {
    await settle()
  } catch (error) {
    const { code } = error instanceof Refusal ? error : { code: undefined }
    if (code === 'payment-not-completed') return
    if (code !== 'payment-mismatch') throw error
    // oxlint-disable-next-line no-console -- the log is the only witness of money that we do not account for
    console.error({ mismatch: id, type })
  }
}
