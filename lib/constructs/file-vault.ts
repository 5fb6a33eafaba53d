import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { EventPattern } from 'aws-cdk-lib/aws-events'
import { Grant, type IGrantable, type IRole } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import { Construct, type IDependable } from 'constructs'
import { clientFileTypes } from '#contract/client-file'
import { suppressCdkNagFindings, formatWildcardFinding } from '../suppress-cdk-nag-findings.ts'
import type { StageHostNames } from '../stage-host-names.ts'
import { grantKeyThroughS3 } from './grant-key-through-s3.ts'
import { MalwareScan } from './malware-scan.ts'

export interface FileVaultProps {
  readonly addresses: StageHostNames
  readonly siteUrl: string
  readonly logs: IBucket
  readonly after: IDependable
}

/** Keys are `{customerId}/{fileType}/{timestamp}.{ext}`. */
export class FileVault extends Construct {
  readonly bucket: Bucket
  readonly scanResults: EventPattern
  private readonly key: Key
  private readonly malwareScan: MalwareScan

  constructor(scope: Construct, id: string, props: FileVaultProps) {
    super(scope, id)
    this.key = new Key(this, 'Key', {
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.bucket = new Bucket(this, 'Bucket', {
      bucketName: props.addresses.filesBucket,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      versioned: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      cors: [
        {
          allowedOrigins: [props.siteUrl],
          allowedMethods: [HttpMethods.POST, HttpMethods.GET],
          allowedHeaders: ['content-type'],
          maxAge: 3600,
        },
      ],
      lifecycleRules: [
        { noncurrentVersionExpiration: Duration.days(30), abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      serverAccessLogsBucket: props.logs,
      serverAccessLogsPrefix: 'files/',
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    suppressCdkNagFindings(Stack.of(this), {
      [formatWildcardFinding(this.bucket, '/*/receipt/*')]:
        'Receipts of every client, and of their files only the receipts.',
      [formatWildcardFinding(this.bucket, '/*/export/*')]: 'Downloads that clients asked for, of every client.',
      ...Object.fromEntries(
        clientFileTypes.map((fileType) => [
          formatWildcardFinding(this.bucket, `/*/${fileType}/*`),
          'The uploads of every client: an id stands first in each key, and new ones come.',
        ]),
      ),
      [formatWildcardFinding(this.bucket, '/*')]: 'Erasures remove every file of whoever leaves.',
    })
    this.malwareScan = new MalwareScan(this, 'MalwareScan', {
      bucket: this.bucket,
      bucketName: props.addresses.filesBucket,
      key: this.key,
      after: props.after,
    })
    this.scanResults = this.malwareScan.results
  }

  /** Whether the bucket exists; neither files nor their names. */
  grantReadLocation(grantee: IGrantable): Grant {
    return Grant.addToPrincipal({
      grantee,
      actions: ['s3:GetBucketLocation'],
      resourceArns: [this.bucket.bucketArn],
    })
  }

  grantDescribe(grantee: IGrantable): Grant {
    return Grant.addToPrincipal({
      grantee,
      actions: [
        's3:GetEncryptionConfiguration',
        's3:GetBucketPublicAccessBlock',
        's3:GetBucketVersioning',
        's3:GetBucketLogging',
      ],
      resourceArns: [this.bucket.bucketArn],
    })
  }

  /** An upload form is signed with this permission of the function that offers it. */
  grantPut(grantee: IGrantable): Grant {
    grantKeyThroughS3(this.key, grantee, 'kms:GenerateDataKey')
    return Grant.addToPrincipal({ grantee, actions: ['s3:PutObject'], resourceArns: this.uploadArns() })
  }

  /** The bucket policy refuses to read versions that were not found clean. */
  grantReview(grantee: IGrantable): Grant {
    grantKeyThroughS3(this.key, grantee, 'kms:Decrypt')
    // Without ListBucket, S3 answers 403 instead of 404 for a file that has not arrived.
    Grant.addToPrincipal({
      grantee,
      actions: ['s3:ListBucket', 's3:ListBucketVersions'],
      resourceArns: [this.bucket.bucketArn],
    })
    return Grant.addToPrincipal({
      grantee,
      actions: ['s3:GetObject', 's3:GetObjectVersion', 's3:GetObjectVersionTagging', 's3:DeleteObjectVersion'],
      resourceArns: this.uploadArns(),
    })
  }

  private uploadArns(): string[] {
    return clientFileTypes.map((fileType) => this.bucket.arnForObjects(`*/${fileType}/*`))
  }

  grantReadWriteReceipts(grantee: IGrantable): Grant {
    grantKeyThroughS3(this.key, grantee, 'kms:Decrypt', 'kms:GenerateDataKey')
    // Without ListBucket, S3 answers 403 instead of 404 for a receipt that does not exist yet, and none would be made.
    Grant.addToPrincipal({ grantee, actions: ['s3:ListBucket'], resourceArns: [this.bucket.bucketArn] })
    return Grant.addToPrincipal({
      grantee,
      actions: ['s3:GetObject', 's3:PutObject'],
      resourceArns: [this.bucket.arnForObjects('*/receipt/*')],
    })
  }

  grantOfferExports(grantee: IGrantable): Grant {
    grantKeyThroughS3(this.key, grantee, 'kms:Decrypt')
    // Without ListBucket, S3 answers 403 instead of 404 for a removed file.
    Grant.addToPrincipal({ grantee, actions: ['s3:ListBucket'], resourceArns: [this.bucket.bucketArn] })
    return Grant.addToPrincipal({
      grantee,
      actions: ['s3:GetObject'],
      resourceArns: [this.bucket.arnForObjects('*/export/*')],
    })
  }

  grantMakeExports(grantee: IGrantable): Grant {
    this.grantReadWriteReceipts(grantee)
    this.grantRemoveExports(grantee)
    Grant.addToPrincipal({
      grantee,
      actions: ['s3:GetObjectVersion', 's3:GetObjectVersionTagging'],
      resourceArns: this.uploadArns(),
    })
    return Grant.addToPrincipal({
      grantee,
      actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
      resourceArns: [this.bucket.arnForObjects('*/export/*')],
    })
  }

  grantRemoveExports(grantee: IGrantable): Grant {
    Grant.addToPrincipal({ grantee, actions: ['s3:ListBucketVersions'], resourceArns: [this.bucket.bucketArn] })
    return Grant.addToPrincipal({
      grantee,
      actions: ['s3:DeleteObjectVersion'],
      resourceArns: [this.bucket.arnForObjects('*/export/*')],
    })
  }

  /** Reads every file, also those not found clean, to archive what the law requires. */
  grantErase(grantee: IGrantable & { readonly role?: IRole }): Grant {
    const { role } = grantee
    if (!role) throw new Error('only a function with a role may erase files')
    this.malwareScan.exempt(role)
    grantKeyThroughS3(this.key, grantee, 'kms:Decrypt')
    Grant.addToPrincipal({
      grantee,
      actions: ['s3:ListBucket', 's3:ListBucketVersions'],
      resourceArns: [this.bucket.bucketArn],
    })
    return Grant.addToPrincipal({
      grantee,
      actions: [
        's3:GetObject',
        's3:GetObjectTagging',
        's3:GetObjectVersion',
        's3:GetObjectVersionTagging',
        's3:DeleteObjectVersion',
      ],
      resourceArns: [this.bucket.arnForObjects('*')],
    })
  }
}
