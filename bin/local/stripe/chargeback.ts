import type { StripeCharge, StripeDispute } from './stripe-objects.ts'
import type { StripeStandInState } from './stripe-stand-in-state.ts'

export const isInquiry = ({ status }: StripeDispute): boolean => status.startsWith('warning_')

/** Until a chargeback is won, its money is the bank's; an inquiry has taken none. */
export const isChargedBack = (account: StripeStandInState, charge: StripeCharge): boolean =>
  account.disputes.all().some((each) => each.charge === charge.id && !isInquiry(each) && each.status !== 'won')
