import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'

/**
 * Access logs of buckets and website. They hold IP addresses, which are personal data, and are gone after 60 days: S3
 * may take two days longer than the rule says.
 */
export function createAccessLogBucket(scope: Construct, id: string): IBucket {
  const bucket = new Bucket(scope, id, {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    // CloudFront's standard logs need access control lists.
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    enforceSSL: true,
    lifecycleRules: [{ expiration: Duration.days(58) }],
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  })
  // With `exactOptionalPropertyTypes` the CDK's classes do not fit its own interfaces.
  return bucket as IBucket
}
