import * as endpointGroups from './endpoint-groups.ts'

/** Separate from api.ts, because importing it loads every endpoint. */
export const endpointsByDomain = { ...endpointGroups }

export type ApiDomain = keyof typeof endpointsByDomain

type ContractEndpoint = {
  [D in ApiDomain]: (typeof endpointsByDomain)[D][keyof (typeof endpointsByDomain)[D]]
}[ApiDomain]

export type EndpointByRoute = { [E in ContractEndpoint as `${E['method']} ${E['path']}`]: E }

export const apiDomains = Object.keys(endpointsByDomain) as ApiDomain[]

/** Routes called by machines. Each has its own Lambda and its own proof of the caller. */
export const webhookRoutes = {
  stripeWebhook: { method: 'POST', path: '/stripe/webhook', lambda: 'payments/stripe-webhook' },
} as const
