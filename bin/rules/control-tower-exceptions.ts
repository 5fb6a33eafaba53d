import type { RuleException } from './hipaa-exceptions.ts'

const buckets = ['ArchiveBucket', 'FilesBucket', 'Logs', 'RecoveryBucket', 'WebsiteBucket']

/** By AWS Control Tower rule, as cfn-guard checks them in the template of `prod`. */
export const controlTowerExceptions: Readonly<Record<string, RuleException>> = {
  'CT.APIGATEWAY.PR.5': {
    reason:
      "What everybody may call has no token to check: CloudFront's secret, throttles and limits by address stand before it, and the Lambda asks the contract who may.",
    at: 'everywhere',
  },
  'CT.CLOUDFRONT.PR.1': {
    reason: "A function at the edge leads each address, '/' too, to the document that was rendered for it.",
    at: ['WebsiteDistribution'],
  },
  'CT.CLOUDFRONT.PR.4': {
    reason:
      'The site stands in one bucket of one region, as the API and the data do: a second origin would answer without them.',
    at: ['WebsiteDistribution'],
  },
  'CT.CLOUDFRONT.PR.6': {
    reason:
      "A domain and its certificate are values of the stage (lib/stages.ts); the example values have CloudFront's.",
    at: ['WebsiteDistribution'],
  },
  'CT.CLOUDFRONT.PR.7': {
    reason: 'As for the certificate: with one of the stage, SNI is set.',
    at: ['WebsiteDistribution'],
  },
  'CT.CLOUDFRONT.PR.9': {
    reason:
      'As for the certificate: with one of the stage, TLS 1.2 is the least; without one, CloudFront sets its own.',
    at: ['WebsiteDistribution'],
  },
  'CT.CLOUDWATCH.PR.3': {
    reason:
      'Logs hold codes and ids, never bodies, names or free text (test/support/log-lines.ts), encrypted by keys of CloudWatch.',
    at: 'everywhere',
  },
  'CT.KMS.PR.3': {
    reason:
      'No role of `prod` allows kms:CreateGrant, and the keys leave it to IAM. Where a stage has nightly backups, theirs does for resources of AWS alone (test/lib/copies.test.ts).',
    at: ['AlarmsKey', 'ArchiveKey', 'DataKey', 'FilesKey', 'MfaKey', 'RecoveryKey'],
  },
  'CT.LAMBDA.PR.2': {
    reason:
      "Each permission names its route of the API as the source. API Gateway's ARNs hold the account, so a source account says nothing more.",
    at: 'everywhere',
  },
  'CT.LAMBDA.PR.3': {
    reason: 'Nothing of this product stands in a VPC; all of it is reached by signed requests over TLS.',
    at: 'everywhere',
  },
  'CT.S3.PR.2': {
    reason: 'It is the bucket that the access logs of the others are written to.',
    at: ['Logs'],
  },
  'CT.S3.PR.3': {
    reason: 'Under Object Lock nothing may be expired before its time; how long a copy is kept is decided by hand.',
    at: ['AuditHistoryBucket'],
  },
  'CT.S3.PR.4': {
    reason:
      'Uploads are told of by GuardDuty through EventBridge once they are scanned; nothing waits for the objects of the others.',
    at: [...buckets, 'AuditHistoryBucket'],
  },
  'CT.S3.PR.6': {
    reason: 'Under Object Lock nothing may be expired before its time; how long a copy is kept is decided by hand.',
    at: ['AuditHistoryBucket'],
  },
  'CT.S3.PR.9': {
    reason: 'What people may have erased must not be locked (LIM-13); the copy of the audit log is.',
    at: buckets,
  },
  'CT.S3.PR.10': {
    reason:
      'The site is public; S3 writes access logs to buckets with its own encryption alone; the copy of the audit log holds no health data and has to be readable as long as it is locked.',
    at: ['AuditHistoryBucket', 'Logs', 'WebsiteBucket'],
  },
  'CT.S3.PR.11': {
    reason:
      'Access logs are only ever added. In the archive and among the copies for recovery, what expires has to be gone.',
    at: ['ArchiveBucket', 'Logs', 'RecoveryBucket'],
  },
  'CT.SQS.PR.1': {
    reason: 'They are the failure queues of the others, with an alarm each; a person empties them by their runbook.',
    at: [
      'AuditCopyingEntriesFailureQueue',
      'ChangesFailureQueue',
      'ExportMakingRequestsFailureQueue',
      'MailFeedbackFailureQueue',
      'MailOutboxFailureQueue',
      'SchedulesFailureQueue',
      'UploadReviewFailureQueue',
    ],
  },
}
