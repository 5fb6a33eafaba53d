import * as z from 'zod/mini'
import { type Account, found, made } from './account.ts'
import type { Form } from './form.ts'
import type { Charge, Refund } from './objects.ts'
import { integer, metadata, readParams, text } from './params.ts'
import { StripeError } from './stripe-error.ts'

const refundParams = z.strictObject({
  payment_intent: z.optional(text),
  charge: z.optional(text),
  amount: z.optional(integer.check(z.refine((cents) => cents > 0, { error: 'Invalid positive integer' }))),
  reason: z.optional(z.enum(['duplicate', 'fraudulent', 'requested_by_customer'], { error: 'Invalid reason' })),
  metadata: z.optional(metadata),
})

/** Gives back `amount` cents of a charge, or what is left of it. */
export function createRefund(account: Account, form: Form): Refund {
  const params = readParams(refundParams, form)
  const charge = chargeOf(account, params)
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw new StripeError(400, message, { code: 'charge_already_refunded' })
  }
  const amount = params.amount ?? left
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
    throw new StripeError(400, message, { param: 'amount' })
  }
  const { livemode: _, ...base } = made(account, 're', params.metadata)
  const refund: Refund = {
    ...base,
    object: 'refund',
    amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: params.reason ?? null,
    receipt_number: null,
    status: 'succeeded',
  }
  const amount_refunded = charge.amount_refunded + amount
  const refunded: Charge = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount }
  account.refunds.put(refund.id, refund)
  account.charges.put(charge.id, refunded)
  account.publish('refund.created', refund)
  account.publish('charge.refunded', refunded)
  return refund
}

function chargeOf(account: Account, params: z.infer<typeof refundParams>): Charge {
  if (params.charge !== undefined) {
    return found(account.charges.get(params.charge), 'charge', params.charge, 'charge')
  }
  if (params.payment_intent === undefined) {
    throw new StripeError(400, 'One of the following params should be provided: payment_intent, charge.')
  }
  const id = params.payment_intent
  const intent = found(account.paymentIntents.get(id), 'payment_intent', id, 'payment_intent')
  const charge = account.charges.get(intent.latest_charge ?? '')
  if (!charge) {
    throw new StripeError(400, `This PaymentIntent (${id}) does not have a successful charge to refund.`, {
      code: 'charge_not_refundable',
    })
  }
  return charge
}
