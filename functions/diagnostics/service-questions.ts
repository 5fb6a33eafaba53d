import { GetBucketLocationCommand, S3Client } from '@aws-sdk/client-s3'
import { GetSendQuotaCommand, SESClient } from '@aws-sdk/client-ses'
import type { StripeAccess } from '#platform/stripe-access'

/** Any reply means healthy. */
export type ServiceQuestions = Readonly<Record<'files' | 'mail' | 'payments', () => Promise<unknown>>>

export function createServiceQuestions(bucket: string, stripe: Pick<StripeAccess, 'client'>): ServiceQuestions {
  const s3 = new S3Client({})
  const ses = new SESClient({})
  return {
    files: () => s3.send(new GetBucketLocationCommand({ Bucket: bucket })),
    mail: () => ses.send(new GetSendQuotaCommand({})),
    payments: async () => (await stripe.client()).promotionCodes.list({ limit: 1 }),
  }
}
