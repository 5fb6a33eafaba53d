import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { AnyPrincipal, Effect, Grant, type IGrantable, type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectLockRetention,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { suppressCdkNagFindings, formatWildcardFinding } from '../suppress-cdk-nag-findings.ts'
import { toRunbookPath } from '../runbook.ts'
import type { DeploymentStage } from '../stages.ts'
import type { FunctionMonitoring } from './product-function.ts'
import { productMetric } from './product-metric.ts'

export interface AuditHistoryProps extends Pick<DeploymentStage, 'auditLock'> {
  readonly logs: IBucket
  readonly operations: FunctionMonitoring
}

type WithRole = IGrantable & { readonly role?: IRole }

/** Copy of the audit log that nobody can change or remove; under `COMPLIANCE` not even the account's root. */
export class AuditHistory extends Construct {
  readonly bucket: Bucket
  private readonly operations: FunctionMonitoring

  constructor(scope: Construct, id: string, { auditLock, logs, operations }: AuditHistoryProps) {
    super(scope, id)
    this.operations = operations
    const term = Duration.days(auditLock.years * 365)
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention:
        auditLock.mode === 'COMPLIANCE' ? ObjectLockRetention.compliance(term) : ObjectLockRetention.governance(term),
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'audit/',
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.deny('NothingIsRemoved', [
      's3:BypassGovernanceRetention',
      's3:DeleteObject',
      's3:DeleteObjectVersion',
      's3:PutObjectLegalHold',
      's3:PutObjectRetention',
    ])
    this.deny('NothingIsWrittenOver', ['s3:PutObject'], { Null: { 's3:if-none-match': 'true' } })
    suppressCdkNagFindings(Stack.of(this), {
      [formatWildcardFinding(this.bucket, '/entries/*')]: 'Each batch of entries is an object of its own.',
      [formatWildcardFinding(this.bucket, '/digests/*')]: 'Each hour has a digest of its own.',
      [formatWildcardFinding(this.bucket, '/*')]: 'The check reads all batches and digests.',
    })
  }

  grantCopy(copier: WithRole): void {
    this.grantAdd(copier, 'entries/*', 'OnlyTheCopier')
  }

  grantDigest(digester: WithRole): void {
    this.grantAdd(digester, 'digests/*', 'OnlyTheDigester')
    Grant.addToPrincipal({ grantee: digester, actions: ['s3:ListBucket'], resourceArns: [this.bucket.bucketArn] })
    Grant.addToPrincipal({
      grantee: digester,
      actions: ['s3:GetObject'],
      resourceArns: [this.bucket.arnForObjects('digests/*')],
    })
  }

  grantCheck(checker: IGrantable): void {
    Grant.addToPrincipal({
      grantee: checker,
      actions: ['s3:ListBucketVersions'],
      resourceArns: [this.bucket.bucketArn],
    })
    Grant.addToPrincipal({
      grantee: checker,
      actions: ['s3:GetObjectVersion'],
      resourceArns: [this.bucket.arnForObjects('*')],
    })
    const broken = productMetric(this, 'AuditChainBroken', { period: Duration.hours(1) })
    this.operations.alarms.add('AuditChainBroken', broken, {
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // One complete check a day: without silence between two, a new fault found the day after would change no state,
      // and be mailed to nobody.
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `Entries of the audit log, or their copy, were changed, removed or invented since the check before. Runbook: ${toRunbookPath('security/check-audit-log')}`,
    })
  }

  private grantAdd({ role }: WithRole, keys: string, sid: string): void {
    if (!role) throw new Error('only a function with a role may add to the copy of the audit log')
    this.deny(sid, ['s3:PutObject'], { ArnNotEquals: { 'aws:PrincipalArn': role.roleArn } }, keys)
    Grant.addToPrincipal({
      grantee: role,
      actions: ['s3:PutObject'],
      resourceArns: [this.bucket.arnForObjects(keys)],
    })
  }

  private deny(sid: string, actions: string[], conditions?: Record<string, Record<string, string>>, keys = '*'): void {
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        sid,
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions,
        resources: [this.bucket.arnForObjects(keys)],
        ...(conditions && { conditions }),
      }),
    )
  }
}
