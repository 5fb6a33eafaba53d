import * as z from 'zod/mini'
import { isChargedBack } from './chargeback.ts'
import type { StripeFormBody } from './form-body.ts'
import { stripeIntegerParam, stripeMetadataParam, parseStripeParams, stripeTextParam } from './params.ts'
import type { StripeCharge, StripeRefund } from './stripe-objects.ts'
import { type StripeStandInState, createStripeObjectFields, requireStripeObject } from './stripe-stand-in-state.ts'
import { StripeStandInError } from './stripe-stand-in-error.ts'

const refundParams = z.strictObject({
  payment_intent: z.optional(stripeTextParam),
  charge: z.optional(stripeTextParam),
  amount: z.optional(stripeIntegerParam.check(z.refine((cents) => cents > 0, { error: 'Invalid positive integer' }))),
  reason: z.optional(z.enum(['duplicate', 'fraudulent', 'requested_by_customer'], { error: 'Invalid reason' })),
  metadata: z.optional(stripeMetadataParam),
})

/**
 * `amount` in cents.
 * @default amount - the rest of the charge
 */
export function serveCreateStripeRefund(account: StripeStandInState, form: StripeFormBody): StripeRefund {
  const params = parseStripeParams(refundParams, form)
  const charge = chargeOf(account, params)
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw new StripeStandInError(400, message, { code: 'charge_already_refunded' })
  }
  if (isChargedBack(account, charge)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
    throw new StripeStandInError(400, message, { code: 'charge_disputed' })
  }
  const amount = params.amount ?? left
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
    throw new StripeStandInError(400, message, { param: 'amount' })
  }
  if (account.isBalanceEmpty()) {
    const message = 'Insufficient funds in your Stripe balance to refund this amount.'
    throw new StripeStandInError(400, message, { code: 'balance_insufficient' })
  }
  const { livemode: _, ...base } = createStripeObjectFields(account, 're', params.metadata)
  const refund: StripeRefund = {
    ...base,
    object: 'refund',
    amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: params.reason ?? null,
    receipt_number: null,
    status: account.refundsStayPending() ? 'pending' : 'succeeded',
  }
  const amount_refunded = charge.amount_refunded + amount
  const refunded: StripeCharge = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount }
  account.refunds.put(refund.id, refund)
  account.charges.put(charge.id, refunded)
  account.publish('refund.created', refund)
  account.publish('charge.refunded', refunded)
  return refund
}

/**
 * The bank's result of a refund. A succeeded one may still fail later; a failed one no longer counts as refunded.
 * @throws {StripeStandInError} for an unknown or already failed refund, and for one that already has this outcome
 */
export function simulateRefundSettlement(
  account: StripeStandInState,
  id: string,
  outcome: 'succeeded' | 'failed',
  reason: 'expired_or_canceled_card' | 'charge_for_pending_refund_disputed' = 'expired_or_canceled_card',
): StripeRefund {
  const refund = requireStripeObject(account.refunds.get(id), 'refund', id)
  if (refund.status === 'failed' || refund.status === outcome)
    throw new StripeStandInError(400, `The refund ${id} is ${refund.status} already.`)
  const settled: StripeRefund = {
    ...refund,
    status: outcome,
    ...(outcome === 'failed' && { failure_reason: reason }),
  }
  account.refunds.put(id, settled)
  if (outcome === 'failed') {
    const charge = requireStripeObject(account.charges.get(refund.charge), 'charge', refund.charge)
    account.charges.put(charge.id, {
      ...charge,
      amount_refunded: charge.amount_refunded - refund.amount,
      refunded: false,
    })
    account.publish('refund.failed', settled)
  }
  account.publish('refund.updated', settled)
  account.publish('charge.refund.updated', settled)
  return settled
}

function chargeOf(account: StripeStandInState, params: z.infer<typeof refundParams>): StripeCharge {
  if (params.charge !== undefined) {
    return requireStripeObject(account.charges.get(params.charge), 'charge', params.charge, 'charge')
  }
  if (params.payment_intent === undefined) {
    throw new StripeStandInError(400, 'One of the following params should be provided: payment_intent, charge.')
  }
  const id = params.payment_intent
  const intent = requireStripeObject(account.paymentIntents.get(id), 'payment_intent', id, 'payment_intent')
  const charge = account.charges.get(intent.latest_charge ?? '')
  if (!charge) {
    throw new StripeStandInError(400, `This PaymentIntent (${id}) does not have a successful charge to refund.`, {
      code: 'charge_not_refundable',
    })
  }
  return charge
}
