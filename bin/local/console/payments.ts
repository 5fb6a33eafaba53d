import * as z from 'zod/mini'

/** What the page shows of a Stripe event. */
export interface StripeEvent {
  readonly id: string
  readonly type: string
  /** Unix seconds. */
  readonly created: number
}

/** A checkout whose bank has yet to confirm the payment. */
export interface DeferredPayment {
  readonly sessionId: string
  readonly amountCents: number
  readonly currency: string
  readonly email: string | null
}

const Event = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  data: z.object({ object: z.unknown() }),
})
const Checkout = z.object({
  id: z.string(),
  payment_status: z.string(),
  amount_total: z.number(),
  currency: z.string(),
  customer_details: z.nullable(z.object({ email: z.nullable(z.string()) })),
})

const ANNOUNCED = 'checkout.session.completed'
const SETTLED = ['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed']

/** The events of the stand-in, in the order given. */
export function stripeEvents(events: readonly unknown[]): StripeEvent[] {
  return known(events).map(({ id, type, created }) => ({ id, type, created }))
}

/** The checkouts that were completed unpaid and of which no later event tells the outcome. */
export function deferredPayments(events: readonly unknown[]): DeferredPayment[] {
  const checkouts = known(events).flatMap(({ type, data }) => {
    const { success, data: checkout } = Checkout.safeParse(data.object)
    return success ? [{ type, checkout }] : []
  })
  const settled = new Set(checkouts.filter(({ type }) => SETTLED.includes(type)).map(({ checkout }) => checkout.id))
  return checkouts
    .filter(({ type, checkout }) => type === ANNOUNCED && checkout.payment_status === 'unpaid')
    .filter(({ checkout }) => !settled.has(checkout.id))
    .map(({ checkout }) => ({
      sessionId: checkout.id,
      amountCents: checkout.amount_total,
      currency: checkout.currency,
      email: checkout.customer_details?.email ?? null,
    }))
}

function known(events: readonly unknown[]): z.infer<typeof Event>[] {
  return events.flatMap((event) => {
    const { success, data } = Event.safeParse(event)
    return success ? [data] : []
  })
}
