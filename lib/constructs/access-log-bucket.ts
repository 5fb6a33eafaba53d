import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'

/** Access logs of buckets and website. IP addresses are personal data: gone 60 days later, two of which S3 may take. */
export function createAccessLogBucket(scope: Construct, id: string): IBucket {
  const bucket = new Bucket(scope, id, {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    // CloudFront delivers its logs by access control list.
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    enforceSSL: true,
    lifecycleRules: [{ expiration: Duration.days(58) }],
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  })
  // The CDK's classes do not fit its own interfaces where an optional property must not be undefined.
  return bucket as IBucket
}
