import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { AnyPrincipal, Effect, Grant, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { recoveryFolders } from '#contract/recovery'
import { formatWildcardFinding, suppressCdkNagFindings } from '../suppress-cdk-nag-findings.ts'
import { grantKeyThroughS3 } from './grant-key-through-s3.ts'

export interface RecoveryVaultProps {
  readonly logs: IBucket
}

const NIGHTS = Duration.days(35)
/**
 * Longer than any backup from which an erased person could be restored. S3 may take two days longer to remove an object
 * than its rule says, and no copy may outlive sixty (docs/decisions/0033-restoring.md).
 */
const ERASURES = Duration.days(58)

/**
 * Data for a restoration that the table's backups do not contain: the pool's users as of each night, and who was
 * erased since. Functions add each key once and never read; operators read with their own permissions.
 */
export class RecoveryVault extends Construct {
  readonly bucket: Bucket
  private readonly key: Key

  constructor(scope: Construct, id: string, { logs }: RecoveryVaultProps) {
    super(scope, id)
    this.key = new Key(this, 'Key', {
      description: 'Seals what a restoration needs',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      lifecycleRules: [
        { id: 'users', prefix: recoveryFolders.users, expiration: NIGHTS },
        { id: 'erasures', prefix: recoveryFolders.erasures, expiration: ERASURES },
      ],
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'recovery/',
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.deny('NothingIsWrittenOver', ['s3:PutObject'], { Null: { 's3:if-none-match': 'true' } })
    this.deny('NothingIsRemovedByHand', ['s3:DeleteObject', 's3:DeleteObjectVersion'])
    suppressCdkNagFindings(Stack.of(this), {
      [formatWildcardFinding(this.bucket, `/${recoveryFolders.users}*`)]: 'A folder for each night.',
      [formatWildcardFinding(this.bucket, `/${recoveryFolders.erasures}*`)]: 'An object for each erasure.',
    })
  }

  grantAddUsers(grantee: IGrantable): Grant {
    return this.grantAdd(grantee, recoveryFolders.users)
  }

  grantAddErasures(grantee: IGrantable): Grant {
    return this.grantAdd(grantee, recoveryFolders.erasures)
  }

  private grantAdd(grantee: IGrantable, folder: string): Grant {
    grantKeyThroughS3(this.key, grantee, 'kms:GenerateDataKey')
    return Grant.addToPrincipal({
      grantee,
      actions: ['s3:PutObject'],
      resourceArns: [this.bucket.arnForObjects(`${folder}*`)],
    })
  }

  private deny(sid: string, actions: string[], conditions?: Record<string, Record<string, string>>): void {
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
