import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { accept, wildcardOf } from '../accept.ts'
import type { Addresses } from '../addresses.ts'
import type { Stage } from '../stages.ts'
import { MalwareScan } from './malware-scan.ts'

export interface FileVaultProps extends Pick<Stage, 'scanUploads'> {
  readonly addresses: Addresses
  /** The only origin whose pages may upload and download. */
  readonly siteUrl: string
  /** Where S3 writes who asked for what. */
  readonly logs: IBucket
}

/** The clients' files. Key names are `{customerId}/{fileType}/{timestamp}.{ext}`. */
export class FileVault extends Construct {
  readonly bucket: Bucket
  private readonly key: Key

  constructor(scope: Construct, id: string, props: FileVaultProps) {
    super(scope, id)
    this.key = new Key(this, 'Key', { enableKeyRotation: true, removalPolicy: RemovalPolicy.RETAIN })
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
      removalPolicy: RemovalPolicy.RETAIN,
    })
    accept(Stack.of(this), {
      [wildcardOf(this.bucket, '/*/invoice/*')]: 'Receipts of every client, and of their files only the receipts.',
    })
    if (props.scanUploads) new MalwareScan(this, 'MalwareScan', { bucket: this.bucket, key: this.key })
  }

  /** Makes and reads the PDFs of type `invoice`, of whichever client; no other file. */
  grantKeepReceipts(grantee: IGrantable): Grant {
    this.key.grant(grantee, 'kms:Decrypt', 'kms:GenerateDataKey')
    // Without this, S3 answers 'forbidden' for a file that is not there yet, and nobody would make it.
    Grant.addToPrincipal({ grantee, actions: ['s3:ListBucket'], resourceArns: [this.bucket.bucketArn] })
    return Grant.addToPrincipal({
      grantee,
      actions: ['s3:GetObject', 's3:PutObject'],
      resourceArns: [this.bucket.arnForObjects('*/invoice/*')],
    })
  }
}
