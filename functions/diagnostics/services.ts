import { GetBucketLocationCommand, S3Client } from '@aws-sdk/client-s3'
import { GetSendQuotaCommand, SESClient } from '@aws-sdk/client-ses'
import type { MonitoredService } from '#contract/diagnostics'
import { readEnvironment } from '#platform/environment'
import { type CognitoUserAccess, createCognitoUserAccess } from '#platform/cognito-user-access'
import { createLiveServices, type ActionServices } from '#platform/services'
import { createStripeAccess, type StripeAccess } from '#platform/stripe-access'

export interface DiagnosticsServices extends ActionServices {
  readonly identities: CognitoUserAccess
  /** The smallest request each service permits. Any reply means healthy. */
  readonly questions: Readonly<Record<'files' | 'mail' | 'payments', () => Promise<unknown>>>
  readonly patience: (service: MonitoredService) => AbortSignal
}

/** A tenth of API Gateway's maximum. */
const PATIENCE_MS = 3000

export const createDiagnosticsServices = (): DiagnosticsServices => {
  const env = readEnvironment(['USER_POOL_ID', 'STRIPE_SECRET', 'STRIPE_API_URL', 'FILES_BUCKET'])
  const stripe = createStripeAccess(env.STRIPE_SECRET, env.STRIPE_API_URL)
  return {
    ...createLiveServices(),
    identities: createCognitoUserAccess(env.USER_POOL_ID),
    questions: liveQuestions(env.FILES_BUCKET, stripe),
    patience: () => AbortSignal.timeout(PATIENCE_MS),
  }
}

function liveQuestions(bucket: string, stripe: Pick<StripeAccess, 'client'>): DiagnosticsServices['questions'] {
  const s3 = new S3Client({})
  const ses = new SESClient({})
  return {
    files: () => s3.send(new GetBucketLocationCommand({ Bucket: bucket })),
    mail: () => ses.send(new GetSendQuotaCommand({})),
    payments: async () => (await stripe.client()).promotionCodes.list({ limit: 1 }),
  }
}
