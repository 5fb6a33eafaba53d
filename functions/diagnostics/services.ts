import type { MonitoredService } from '#contract/diagnostics'
import { readEnvironment } from '#platform/environment'
import { type CognitoUserAccess, createCognitoUserAccess } from '#platform/cognito-user-access'
import { createLiveServices, type ActionServices } from '#platform/services'
import { loadOnFirstUse } from '#platform/load-on-first-use'
import { createStripeAccess } from '#platform/stripe-access'
import type { ServiceHealthChecks } from './service-health-checks.ts'

export interface DiagnosticsServices extends ActionServices {
  readonly identities: CognitoUserAccess
  readonly healthChecks: ServiceHealthChecks
  readonly timeoutFor: (service: MonitoredService) => AbortSignal
}

/** A tenth of API Gateway's maximum. */
const TIMEOUT_MS = 3000

export const createDiagnosticsServices = (): DiagnosticsServices => {
  const env = readEnvironment(['USER_POOL_ID', 'STRIPE_SECRET', 'STRIPE_API_URL', 'FILES_BUCKET'])
  const stripe = createStripeAccess(env.STRIPE_SECRET, env.STRIPE_API_URL)
  return {
    ...createLiveServices(),
    identities: createCognitoUserAccess(env.USER_POOL_ID),
    healthChecks: loadOnFirstUse(async () => {
      const { createServiceHealthChecks } = await import('./service-health-checks.ts')
      return createServiceHealthChecks(env.FILES_BUCKET, stripe)
    }),
    timeoutFor: () => AbortSignal.timeout(TIMEOUT_MS),
  }
}
