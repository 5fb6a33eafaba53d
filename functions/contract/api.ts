import { account } from './account.ts'
import { consent } from './consent.ts'
import { customers } from './customers.ts'
import { mfa } from './mfa.ts'
import { payments } from './payments.ts'
import { security } from './security.ts'
import { users } from './users.ts'
import { withdrawals } from './withdrawals.ts'

/** The whole API. One key per domain; each key is a folder in functions/, a Lambda in lib/ and a feature in frontend/. */
export const api = { account, consent, customers, mfa, payments, security, users, withdrawals }

export type Domain = keyof typeof api

export const domains = Object.keys(api) as Domain[]

/** Routes that machines call, each its own Lambda with its own proof of who is calling. */
export const machineRoutes = {
  stripeWebhook: { method: 'POST', path: '/stripe/webhook', lambda: 'payments/stripe-webhook' },
} as const
