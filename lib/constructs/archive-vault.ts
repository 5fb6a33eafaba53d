import { Duration, RemovalPolicies, RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  AccountRootPrincipal,
  AnyPrincipal,
  Effect,
  Grant,
  type IGrantable,
  type IRole,
  PolicyDocument,
  PolicyStatement,
  Role,
} from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { ARCHIVE_RETENTION_STEP_DAYS, MAX_ARCHIVE_RETENTION_STEPS } from '#contract/archive'
import { suppressCdkNagFindings, formatWildcardFinding } from '../suppress-cdk-nag-findings.ts'
import { KEY_ADMINISTRATION_ACTIONS } from './mfa-key.ts'

export interface ArchiveVaultProps {
  readonly logs: IBucket
}

const ARCHIVE_PERMISSION_SET = 'HabitatArchive'

/**
 * Blocked data of erased people that the law requires to keep. The erasing function adds to it; reading needs the role
 * `BreakGlass` and a second factor (demanded by Identity Center itself). That the role was assumed and the key used stands
 * in CloudTrail's event history for 90 days; what is read, and for longer, only in the trails of the account
 * (docs/deploy.md). Nothing can be changed or removed early: objects under `keep-{n}/…` expire after n times thirty days.
 * Not versioned, so that expired objects are gone.
 */
export class ArchiveVault extends Construct {
  readonly bucket: Bucket
  private readonly key: Key
  private readonly breakGlass: Role

  constructor(scope: Construct, id: string, { logs }: ArchiveVaultProps) {
    super(scope, id)
    this.breakGlass = new Role(this, 'BreakGlass', {
      description: 'Opens the archive of erased people, for a court or an inspection',
      assumedBy: new AccountRootPrincipal().withConditions({ Bool: { 'aws:MultiFactorAuthPresent': 'true' } }),
      maxSessionDuration: Duration.hours(1),
    })
    this.breakGlass.assumeRolePolicy?.addStatements(this.identityCenterTrust())
    this.key = new Key(this, 'Key', {
      description: 'Seals the archive of erased people',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      policy: new PolicyDocument({
        statements: [
          new PolicyStatement({
            principals: [new AccountRootPrincipal()],
            actions: KEY_ADMINISTRATION_ACTIONS,
            resources: ['*'],
          }),
        ],
      }),
    })
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      lifecycleRules: Array.from({ length: MAX_ARCHIVE_RETENTION_STEPS }, (_, index) => ({
        id: `keep-${index + 1}`,
        prefix: `keep-${index + 1}/`,
        expiration: Duration.days((index + 1) * ARCHIVE_RETENTION_STEP_DAYS),
      })),
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'archive/',
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.block()
    this.allowBreakGlass(this.breakGlass)
    // What outlives the stack can still be opened for a court.
    RemovalPolicies.of(this.breakGlass).retainOnUpdateOrDelete()
    suppressCdkNagFindings(Stack.of(this), {
      [formatWildcardFinding(this.bucket, '/*')]: 'People are erased whose ids nobody knows today.',
    })
  }

  /** Adds each key once; neither reads nor overwrites. */
  grantAdd(grantee: IGrantable & { readonly role?: IRole }): Grant {
    const { role } = grantee
    if (!role) throw new Error('only a function with a role may add to the archive')
    this.deny('OnlyTheEraser', ['s3:PutObject'], { ArnNotEquals: { 'aws:PrincipalArn': role.roleArn } })
    Grant.addToPrincipalAndResource({
      grantee,
      actions: ['kms:GenerateDataKey'],
      resource: this.key,
      resourceArns: [this.key.keyArn],
      resourceSelfArns: ['*'],
    })
    return Grant.addToPrincipal({
      grantee,
      actions: ['s3:PutObject'],
      resourceArns: [this.bucket.arnForObjects('*')],
    })
  }

  /**
   * Sessions of Identity Center carry no proof of a second factor, so the trust is in its roles: nobody else can create
   * one below this path. The path has no region when Identity Center runs in us-east-1.
   */
  private identityCenterTrust(): PolicyStatement {
    const roleArn = Stack.of(this).formatArn({
      service: 'iam',
      region: '',
      resource: 'role',
      resourceName: `aws-reserved/sso.amazonaws.com/*AWSReservedSSO_${ARCHIVE_PERMISSION_SET}_*`,
    })
    return new PolicyStatement({
      principals: [new AccountRootPrincipal()],
      actions: ['sts:AssumeRole'],
      conditions: { ArnLike: { 'aws:PrincipalArn': roleArn } },
    })
  }

  /** Overrides whatever a role's own policy allows. Lifecycle rules are not affected. */
  private block(): void {
    this.deny('OnlyThroughBrokenGlass', ['s3:GetObject', 's3:GetObjectVersion', 's3:GetObjectAttributes'], {
      ArnNotEquals: { 'aws:PrincipalArn': this.breakGlass.roleArn },
    })
    this.deny('NothingIsRemovedByHand', ['s3:DeleteObject', 's3:DeleteObjectVersion'], undefined)
    this.deny('NothingIsWrittenOver', ['s3:PutObject'], { Null: { 's3:if-none-match': 'true' } })
  }

  private allowBreakGlass(role: Role): void {
    Grant.addToPrincipal({ grantee: role, actions: ['s3:ListBucket'], resourceArns: [this.bucket.bucketArn] })
    Grant.addToPrincipal({
      grantee: role,
      actions: ['s3:GetObject'],
      resourceArns: [this.bucket.arnForObjects('*')],
    })
    Grant.addToPrincipalAndResource({
      grantee: role,
      actions: ['kms:Decrypt'],
      resource: this.key,
      resourceArns: [this.key.keyArn],
      resourceSelfArns: ['*'],
    })
  }

  private deny(sid: string, actions: string[], conditions: Record<string, Record<string, string>> | undefined): void {
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        sid,
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions,
        resources: [this.bucket.arnForObjects('*')],
        ...(conditions && { conditions }),
      }),
    )
  }
}
