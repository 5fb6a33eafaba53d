import { PolicyError } from '../iam/policy-error.ts'
import type { PolicyDocument, Statement } from '../iam/policy-document.ts'

/**
 * Condition keys that requests here have whenever AWS's do, by service. A policy with any other key would be evaluated
 * as if every request lacked it.
 */
const keysByService: Readonly<Record<string, readonly string[]>> = {
  dynamodb: [
    'dynamodb:Attributes',
    'dynamodb:EnclosingOperation',
    'dynamodb:LeadingKeys',
    'dynamodb:ReturnConsumedCapacity',
    'dynamodb:ReturnValues',
    'dynamodb:Select',
  ],
  s3: [
    's3:authType',
    's3:delimiter',
    's3:ExistingObjectTag/*',
    's3:if-match',
    's3:if-none-match',
    's3:max-keys',
    's3:ObjectCreationOperation',
    's3:object-lock-legal-hold',
    's3:object-lock-mode',
    's3:object-lock-retain-until-date',
    's3:prefix',
    's3:RequestObjectTag/*',
    's3:RequestObjectTagKeys',
    's3:signatureversion',
    's3:TlsVersion',
    's3:versionid',
    's3:x-amz-acl',
    's3:x-amz-content-sha256',
    's3:x-amz-copy-source',
    's3:x-amz-metadata-directive',
    's3:x-amz-server-side-encryption',
    's3:x-amz-server-side-encryption-aws-kms-key-id',
    's3:x-amz-storage-class',
  ],
  kms: [
    'kms:CallerAccount',
    'kms:EncryptionAlgorithm',
    'kms:EncryptionContext:*',
    'kms:EncryptionContextKeys',
    'kms:RequestAlias',
    'kms:ViaService',
  ],
  ses: ['ses:ApiVersion', 'ses:FromAddress', 'ses:FromDisplayName', 'ses:Recipients'],
  secretsmanager: ['secretsmanager:SecretId', 'secretsmanager:VersionId', 'secretsmanager:VersionStage'],
  'cognito-idp': [],
  lambda: [],
  sns: [],
  sqs: [],
}

/** For all services; `sourcearn` and `sourceaccount` only for requests by services. */
const globalKeys = [
  'aws:CalledVia',
  'aws:CalledViaFirst',
  'aws:CalledViaLast',
  'aws:CurrentTime',
  'aws:EpochTime',
  'aws:PrincipalAccount',
  'aws:PrincipalArn',
  'aws:PrincipalIsAWSService',
  'aws:PrincipalServiceName',
  'aws:PrincipalType',
  'aws:RequestedRegion',
  'aws:SecureTransport',
  'aws:SourceAccount',
  'aws:SourceArn',
  'aws:ViaAWSService',
]

const isKnown = (key: string, known: readonly string[]): boolean =>
  known.some((name) =>
    name.endsWith('*')
      ? key.toLowerCase().startsWith(name.slice(0, -1).toLowerCase())
      : key.toLowerCase() === name.toLowerCase(),
  )

function servicesOf({ action }: Statement): readonly string[] {
  const all = Object.keys(keysByService)
  if (action.isNegated || action.patterns.includes('*')) return all
  return all.filter((service) => action.patterns.some((pattern) => pattern.toLowerCase().startsWith(`${service}:`)))
}

/** @throws PolicyError for a condition on a key that no request here has */
export function checkConditionKeys({ name, statements }: PolicyDocument): void {
  for (const statement of statements) {
    const known = [...globalKeys, ...servicesOf(statement).flatMap((service) => keysByService[service] ?? [])]
    const unknown = servicesOf(statement).length > 0 && statement.conditions.find(({ key }) => !isKnown(key, known))
    if (unknown) throw new PolicyError(`${name}: requests here carry no ${unknown.key}`)
  }
}
