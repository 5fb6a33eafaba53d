import { GetBucketLocationCommand, S3Client } from '@aws-sdk/client-s3'
import { GetSendQuotaCommand, SESClient } from '@aws-sdk/client-ses'
import { openServiceClient } from '#data/service-clients'
import type { StripeAccess } from '#platform/stripe-access'

/** Any reply means healthy. */
export type ServiceHealthChecks = Readonly<Record<'files' | 'mail' | 'payments', () => Promise<unknown>>>

export function createServiceHealthChecks(bucket: string, stripe: Pick<StripeAccess, 'client'>): ServiceHealthChecks {
  const s3 = openServiceClient(S3Client, 'objects')
  const ses = openServiceClient(SESClient, 'mail')
  return {
    files: () => s3.send(new GetBucketLocationCommand({ Bucket: bucket })),
    mail: () => ses.send(new GetSendQuotaCommand({})),
    payments: async () => (await stripe.client()).promotionCodes.list({ limit: 1 }),
  }
}
