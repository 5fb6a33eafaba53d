export interface RuleException {
  readonly reason: string
  readonly at: 'everywhere' | readonly string[]
}

export const hipaaExceptions: Readonly<Record<string, RuleException>> = {
  'HIPAA.Security-CloudWatchLogGroupEncrypted': {
    reason:
      'Logs hold codes and ids, never bodies, names or free text (test/support/log-lines.ts), encrypted by keys of CloudWatch.',
    at: 'everywhere',
  },
  'HIPAA.Security-IAMNoInlinePolicy': {
    reason: 'Each role belongs to one function or service, and its policy to nothing else.',
    at: 'everywhere',
  },
  'HIPAA.Security-LambdaConcurrency': {
    reason:
      "What is reserved for one function is missing for all others; web ACLs, limits by address and a route's throttle hold callers back.",
    at: 'everywhere',
  },
  'HIPAA.Security-LambdaDLQ': {
    reason:
      'The API waits for the answer. What is called without waiting has a failure queue as its destination, which the rule does not see.',
    at: 'everywhere',
  },
  'HIPAA.Security-LambdaInsideVPC': {
    reason: 'Nothing of this product stands in a VPC; all of it is reached by signed requests over TLS.',
    at: 'everywhere',
  },
  'HIPAA.Security-S3BucketReplicationEnabled': {
    reason: 'A copy elsewhere is one more place that an erasure has to reach (LIM-13).',
    at: 'everywhere',
  },
  'HIPAA.Security-S3BucketVersioningEnabled': {
    reason:
      'Access logs are only ever added. In the archive and among the copies for recovery, what expires has to be gone.',
    at: ['Logs/Resource', 'Archive/Bucket/Resource', 'Recovery/Bucket/Resource'],
  },
  'HIPAA.Security-S3DefaultEncryptionKMS': {
    reason:
      'The site is public; S3 writes access logs to buckets with its own encryption alone; the copy of the audit log holds no health data and has to be readable as long as it is locked.',
    at: ['Logs/Resource', 'Website/Bucket/Resource', 'AuditHistory/Bucket/Resource'],
  },
  'HIPAA.Security-SecretsManagerRotationEnabled': {
    reason:
      'Keys of Stripe are rolled at Stripe, and CloudFront learns its secret by a deployment: docs/deploy.md says how.',
    at: ['Website/OriginSecret/Resource', 'Stripe/Resource'],
  },
  'HIPAA.Security-SecretsManagerUsingKMSKey': {
    reason: 'No other account reads them; within this one a key of our own would ask the same roles again.',
    at: ['Website/OriginSecret/Resource', 'Stripe/Resource'],
  },
  'HIPAA.Security-WAFv2LoggingEnabled': {
    reason:
      "WAF's logs hold addresses and query strings; its metrics and samples tell which rule blocked (docs/decisions/0032-web-acls.md).",
    at: 'everywhere',
  },
}
