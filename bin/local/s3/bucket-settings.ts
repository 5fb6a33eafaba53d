import { type Call, send } from './call.ts'
import { S3Error } from './s3-error.ts'
import { fields, node, type Xml, xmlDocument } from './xml.ts'

const sendXml = (call: Call, name: string, ...content: readonly (Xml | undefined)[]): void =>
  send(call, 200, xmlDocument(name, ...content))

/** S3 encrypts with keys of its own where nobody named one, and says so. */
export function getEncryption(call: Call): void {
  const ownKey = call.vault.isOn('files-key')
  const algorithm = ownKey
    ? { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: `arn:aws:kms:${call.vault.key.region}:000000000000:key/files` }
    : { SSEAlgorithm: 'AES256' }
  const rule = [node('ApplyServerSideEncryptionByDefault', fields(algorithm)), node('BucketKeyEnabled', ownKey)]
  sendXml(call, 'ServerSideEncryptionConfiguration', node('Rule', ...rule))
}

export function getPublicAccessBlock(call: Call): void {
  if (!call.vault.isOn('files-public')) {
    throw new S3Error(
      404,
      'NoSuchPublicAccessBlockConfiguration',
      'The public access block configuration was not found',
    )
  }
  const blocked = {
    BlockPublicAcls: true,
    IgnorePublicAcls: true,
    BlockPublicPolicy: true,
    RestrictPublicBuckets: true,
  }
  sendXml(call, 'PublicAccessBlockConfiguration', fields(blocked))
}

/** The stand-in keeps versions whatever it says; one that AWS no longer keeps is lost only there. */
export const getVersioning = (call: Call): void =>
  sendXml(call, 'VersioningConfiguration', node('Status', call.vault.isOn('files-versions') ? 'Enabled' : 'Suspended'))

export const getLogging = (call: Call): void =>
  sendXml(
    call,
    'BucketLoggingStatus',
    call.vault.isOn('files-log')
      ? node('LoggingEnabled', fields({ TargetBucket: `${call.place.bucket}-logs`, TargetPrefix: 'files/' }))
      : undefined,
  )
