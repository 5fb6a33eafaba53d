import { account } from './account.ts'
import { consultations } from './consultations.ts'
import { consent } from './consent.ts'
import { customers } from './customers.ts'
import { diagnostics } from './diagnostics.ts'
import { files } from './files.ts'
import { mfa } from './mfa.ts'
import { notifications } from './notifications.ts'
import { payments } from './payments.ts'
import { questionnaire } from './questionnaire.ts'
import { privacy } from './privacy.ts'
import { security } from './security.ts'
import { supplements } from './supplements.ts'
import { users } from './users.ts'
import { withdrawals } from './withdrawals.ts'

/** One key per domain; each key is a folder in functions/, a Lambda in lib/ and a feature in frontend/. */
export const apiContract = {
  account,
  consent,
  consultations,
  customers,
  diagnostics,
  files,
  mfa,
  notifications,
  payments,
  privacy,
  questionnaire,
  security,
  supplements,
  users,
  withdrawals,
}

export type ApiDomain = keyof typeof apiContract

type ContractEndpoint = { [D in ApiDomain]: (typeof apiContract)[D][keyof (typeof apiContract)[D]] }[ApiDomain]

/** The endpoints by method and path, e.g. `POST /customers`. */
export type EndpointByRoute = { [E in ContractEndpoint as `${E['method']} ${E['path']}`]: E }

export const apiDomains = Object.keys(apiContract) as ApiDomain[]

/** Routes called by machines. Each has its own Lambda and its own proof of the caller. */
export const webhookRoutes = {
  stripeWebhook: { method: 'POST', path: '/stripe/webhook', lambda: 'payments/stripe-webhook' },
} as const
