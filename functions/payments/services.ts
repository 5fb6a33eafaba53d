import { environment } from '#platform/environment'
import { type Identities, liveIdentities } from '#platform/identities'
import { liveReceiptFiles, type ReceiptFiles } from './public/receipt-files.ts'
import { liveServices, type Services } from '#platform/services'
import { liveStripe, type StripeAccess } from '#platform/stripe-access'

export interface SettlementServices extends Omit<Services, 'originSecret' | 'completeProfile'> {
  readonly stripe: StripeAccess
}

export interface PaymentServices extends Services, SettlementServices {
  readonly identities: Identities
  readonly receiptFiles: ReceiptFiles
  /** Where Stripe sends buyers back, without a trailing slash. */
  readonly siteUrl: string
}

export const livePaymentServices = (): PaymentServices => {
  const env = environment(['SITE_URL', 'STRIPE_SECRET', 'STRIPE_API_URL', 'USER_POOL_ID', 'FILES_BUCKET'])
  return {
    ...liveServices(),
    stripe: liveStripe(env.STRIPE_SECRET, env.STRIPE_API_URL),
    identities: liveIdentities(env.USER_POOL_ID),
    receiptFiles: liveReceiptFiles(env.FILES_BUCKET),
    siteUrl: env.SITE_URL,
  }
}
