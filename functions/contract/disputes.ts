import * as z from 'zod/mini'
import { EuroCents, IsoInstant } from './value-schemas.ts'

/** `won`: the money stays with the practice, also after an inquiry that became no chargeback. */
export const disputeStates = ['needs-response', 'under-review', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

/**
 * A payment that its buyer has disputed at their bank. `answerBy`: the last moment to answer in Stripe; null where the
 * bank allows no answer.
 */
export const PaymentDispute = z.object({
  state: z.enum(disputeStates),
  amountCents: EuroCents,
  answerBy: z.nullable(IsoInstant),
})
export type PaymentDispute = z.infer<typeof PaymentDispute>

export const isDisputeOpen = ({ state }: Pick<PaymentDispute, 'state'>): boolean =>
  state === 'needs-response' || state === 'under-review'
