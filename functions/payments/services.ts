import { readEnvironment } from '#platform/environment'
import { type CognitoUserAccess, createCognitoUserAccess } from '#platform/cognito-user-access'
import { loadOnFirstUse } from '#platform/load-on-first-use'
import type { ReceiptPdfStorage } from './public/receipt-files.ts'
import { createLiveServices, type ActionServices } from '#platform/services'
import { createStripeAccess, type StripeAccess } from '#platform/stripe-access'

export interface PaymentSettlementServices extends Omit<ActionServices, 'originSecret' | 'completeProfile'> {
  readonly stripe: StripeAccess
}

export interface PaymentServices extends ActionServices, PaymentSettlementServices {
  readonly identities: CognitoUserAccess
  readonly receiptFiles: ReceiptPdfStorage
  /** Where Stripe sends buyers back, without a trailing slash. */
  readonly siteUrl: string
}

export const createPaymentServices = (): PaymentServices => {
  const env = readEnvironment(['SITE_URL', 'STRIPE_SECRET', 'STRIPE_API_URL', 'USER_POOL_ID', 'FILES_BUCKET'])
  return {
    ...createLiveServices(),
    stripe: createStripeAccess(env.STRIPE_SECRET, env.STRIPE_API_URL),
    identities: createCognitoUserAccess(env.USER_POOL_ID),
    receiptFiles: loadOnFirstUse(async () => {
      const { createReceiptPdfStorage } = await import('./public/receipt-files.ts')
      return createReceiptPdfStorage(env.FILES_BUCKET)
    }),
    siteUrl: env.SITE_URL,
  }
}
