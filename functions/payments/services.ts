import { readEnvironment } from '#platform/environment'
import type { CognitoUserAccess } from '#platform/cognito-user-access'
import { loadOnFirstUse } from '#platform/load-on-first-use'
import type { ReceiptPdfStorage } from './public/receipt-files.ts'
import { createLiveNonApiServices, createLiveServices, type ActionServices } from '#platform/services'
import { createStripeAccess, type StripeAccess } from '#platform/stripe-access'

export interface PaymentSettlementServices extends Omit<ActionServices, 'originSecret' | 'completeProfile'> {
  readonly stripe: StripeAccess
  readonly practiceMail: string
}

export interface PaymentServices extends ActionServices, PaymentSettlementServices {
  readonly identities: CognitoUserAccess
  readonly receiptFiles: ReceiptPdfStorage
  /** Stripe's return address, without a trailing slash. */
  readonly siteUrl: string
}

export const createSettlementServices = (): PaymentSettlementServices => {
  const env = readEnvironment(['TABLE_NAME', 'STRIPE_SECRET', 'STRIPE_API_URL', 'PRACTICE_MAIL'])
  return {
    ...createLiveNonApiServices(env.TABLE_NAME),
    stripe: createStripeAccess(env.STRIPE_SECRET, env.STRIPE_API_URL),
    practiceMail: env.PRACTICE_MAIL,
  }
}

export const createPaymentServices = (): PaymentServices => {
  const env = readEnvironment([
    'SITE_URL',
    'STRIPE_SECRET',
    'STRIPE_API_URL',
    'USER_POOL_ID',
    'FILES_BUCKET',
    'PRACTICE_MAIL',
  ])
  return {
    ...createLiveServices(),
    stripe: createStripeAccess(env.STRIPE_SECRET, env.STRIPE_API_URL),
    identities: loadOnFirstUse(async () => {
      const { createCognitoUserAccess } = await import('#platform/cognito-user-access')
      return createCognitoUserAccess(env.USER_POOL_ID)
    }),
    receiptFiles: loadOnFirstUse(async () => {
      const { createReceiptPdfStorage } = await import('./public/receipt-files.ts')
      return createReceiptPdfStorage(env.FILES_BUCKET)
    }),
    siteUrl: env.SITE_URL,
    practiceMail: env.PRACTICE_MAIL,
  }
}
