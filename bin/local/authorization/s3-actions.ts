import { parseCopySource } from '../s3/copy-source.ts'
import type { S3BucketOperation, S3ObjectOperation } from '../s3/operation-names.ts'
import { type ConditionKeys, type RequiredAction, presentKeys } from './required-action.ts'
import { listKeyUses } from './kms-actions.ts'
import type { CustomerKeys } from './template-encryption.ts'

interface ObjectPlace {
  readonly bucket: string
  readonly key: string
}

interface KnownVersion {
  readonly tags: readonly (readonly [key: string, value: string])[]
  readonly headers: Readonly<Record<string, string>>
}

export interface S3AuthorizationRequest extends ObjectPlace {
  readonly query: URLSearchParams
  readonly headers: ReadonlyMap<string, string>
  readonly authType: 'POST' | 'REST-HEADER' | 'REST-QUERY-STRING'
  readonly customerKeys: CustomerKeys
  /** Undefined if it does not exist. */
  readonly findVersion: (place: ObjectPlace, versionId: string | null) => KnownVersion | undefined
}

const arnOf = ({ bucket, key }: ObjectPlace): string => `arn:aws:s3:::${bucket}${key === '' ? '' : `/${key}`}`

const requestKeys = ({ authType, headers }: S3AuthorizationRequest): ConditionKeys =>
  presentKeys({
    's3:authType': authType,
    's3:signatureversion': 'AWS4-HMAC-SHA256',
    's3:x-amz-content-sha256': headers.get('x-amz-content-sha256'),
  })

const tagKeys = (prefix: string, tags: KnownVersion['tags']): ConditionKeys =>
  Object.fromEntries(tags.map(([key, value]) => [`${prefix}/${key}`, value]))

const headerKeys = ({ headers }: S3AuthorizationRequest, names: readonly string[]): ConditionKeys =>
  presentKeys(
    Object.fromEntries(
      names.map((name) => [`s3:${name.replace('x-amz-object-lock-', 'object-lock-')}`, headers.get(name)]),
    ),
  )

interface Sealed extends ObjectPlace {
  readonly headers: Readonly<Record<string, string>>
  readonly actions: readonly ('Decrypt' | 'GenerateDataKey')[]
}

/** Encryption headers take precedence over the bucket's default; `aws:kms` without a key means AWS's own key. */
function listSealing({ bucket, key, headers, actions }: Sealed, keys: CustomerKeys): readonly RequiredAction[] {
  const own = headers['x-amz-server-side-encryption-aws-kms-key-id']
  if (headers['x-amz-server-side-encryption'] !== undefined && own === undefined) return []
  const resource = `arn:aws:s3:::${bucket}`
  const byDefault = keys.get(resource)
  const sealing = own === undefined ? byDefault : { arn: own, isBucketKey: byDefault?.isBucketKey ?? false }
  return listKeyUses(new Map(sealing ? [[resource, sealing]] : []), {
    via: 's3',
    resource,
    actions,
    context: ({ isBucketKey }) => ({ 'aws:s3:arn': isBucketKey ? resource : arnOf({ bucket, key }) }),
  })
}

const sealNew = (request: S3AuthorizationRequest, ...actions: Sealed['actions']): readonly RequiredAction[] =>
  listSealing({ ...request, headers: Object.fromEntries(request.headers), actions }, request.customerKeys)

const forVersion = (action: string, versionId: string | null): string =>
  versionId === null ? `s3:${action}` : `s3:${action.replace('Object', 'ObjectVersion')}`

/**
 * Adds the condition keys of existing tags: for actions that read or tag an object, not for those that put or delete
 * it.
 */
function onExisting(action: string, request: S3AuthorizationRequest, place: ObjectPlace = request): RequiredAction {
  const versionId = request.query.get('versionId')
  return {
    action: forVersion(action, versionId),
    resource: arnOf(place),
    keys: {
      ...requestKeys(request),
      ...(versionId !== null && { 's3:versionid': versionId }),
      ...tagKeys('s3:ExistingObjectTag', request.findVersion(place, versionId)?.tags ?? []),
    },
  }
}

function listReading(request: S3AuthorizationRequest, isOpened: boolean): readonly RequiredAction[] {
  const version = request.findVersion(request, request.query.get('versionId'))
  const opening = version && isOpened
  return [
    onExisting('GetObject', request),
    ...(opening
      ? listSealing({ ...request, headers: version.headers, actions: ['Decrypt'] }, request.customerKeys)
      : []),
  ]
}

const requestTagKeys = (tags: KnownVersion['tags']): ConditionKeys =>
  tags.length === 0
    ? {}
    : { ...tagKeys('s3:RequestObjectTag', tags), 's3:RequestObjectTagKeys': tags.map(([key]) => key) }

const headersOfPut = [
  'if-match',
  'if-none-match',
  'x-amz-acl',
  'x-amz-copy-source',
  'x-amz-metadata-directive',
  'x-amz-object-lock-legal-hold',
  'x-amz-object-lock-mode',
  'x-amz-object-lock-retain-until-date',
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-aws-kms-key-id',
  'x-amz-storage-class',
]

const actionByHeader = {
  'x-amz-acl': 'PutObjectAcl',
  'x-amz-object-lock-legal-hold': 'PutObjectLegalHold',
  'x-amz-object-lock-mode': 'PutObjectRetention',
  'x-amz-tagging': 'PutObjectTagging',
}

/** `isCreated`: whether the request creates the object; uploading a part does not. */
function listPutting(
  request: S3AuthorizationRequest,
  isCreated: boolean,
  tags: KnownVersion['tags'] = [...new URLSearchParams(request.headers.get('x-amz-tagging') ?? '')],
): readonly RequiredAction[] {
  const keys = {
    ...requestKeys(request),
    ...headerKeys(request, headersOfPut),
    ...requestTagKeys(tags),
    's3:ObjectCreationOperation': String(isCreated),
  }
  const beside = Object.entries(actionByHeader).flatMap(([header, action]) =>
    request.headers.has(header) || (action === 'PutObjectTagging' && tags.length > 0) ? [action] : [],
  )
  return ['PutObject', ...beside].map((action) => ({ action: `s3:${action}`, resource: arnOf(request), keys }))
}

function listCopying(request: S3AuthorizationRequest): readonly RequiredAction[] {
  const source = { ...request, ...parseCopySource(request.headers) }
  const isReplacing = request.headers.get('x-amz-tagging-directive') === 'REPLACE'
  const copied = isReplacing ? [] : (source.findVersion(source, source.query.get('versionId'))?.tags ?? [])
  return [
    ...listReading(source, true),
    ...(copied.length > 0 ? [onExisting('GetObjectTagging', source)] : []),
    ...listPutting(request, true, isReplacing ? undefined : copied),
    ...sealNew(request, 'GenerateDataKey'),
  ]
}

export function listDeleteActions(
  request: S3AuthorizationRequest,
  place: ObjectPlace,
  versionId: string | null,
): readonly RequiredAction[] {
  const keys = {
    ...requestKeys(request),
    ...headerKeys(request, ['if-match']),
    ...(versionId !== null && { 's3:versionid': versionId }),
  }
  const bypass = request.headers.get('x-amz-bypass-governance-retention') === 'true'
  return [forVersion('DeleteObject', versionId), ...(bypass ? ['s3:BypassGovernanceRetention'] : [])].map((action) => ({
    action,
    resource: arnOf(place),
    keys,
  }))
}

export const listTaggingActions = (
  request: S3AuthorizationRequest,
  tags: KnownVersion['tags'],
): readonly RequiredAction[] => {
  const action = onExisting('PutObjectTagging', request)
  return [{ ...action, keys: { ...action.keys, ...requestTagKeys(tags) } }]
}

export type ListS3Actions = (request: S3AuthorizationRequest) => readonly RequiredAction[]

const onBucket =
  (action: string): ListS3Actions =>
  (request) => [
    {
      action: `s3:${action}`,
      resource: `arn:aws:s3:::${request.bucket}`,
      keys: presentKeys({
        ...requestKeys(request),
        's3:prefix': request.query.get('prefix') ?? undefined,
        's3:delimiter': request.query.get('delimiter') ?? undefined,
        's3:max-keys': request.query.get('max-keys') ?? undefined,
      }),
    },
  ]

/** Undefined: the operation authorises each of its objects, or after reading the tags in its body. */
export const s3BucketActions: Readonly<Record<S3BucketOperation, ListS3Actions | undefined>> = {
  'HEAD ': onBucket('ListBucket'),
  'GET list-type': onBucket('ListBucket'),
  'GET versions': onBucket('ListBucketVersions'),
  'GET versioning': onBucket('GetBucketVersioning'),
  'GET encryption': onBucket('GetEncryptionConfiguration'),
  'GET publicAccessBlock': onBucket('GetBucketPublicAccessBlock'),
  'GET logging': onBucket('GetBucketLogging'),
  'GET location': onBucket('GetBucketLocation'),
  'POST delete': undefined,
}

export const s3ObjectActions: Readonly<Record<S3ObjectOperation, ListS3Actions | undefined>> = {
  'GET ': (request) => listReading(request, true),
  // Only a checksum requires decryption.
  'HEAD ': (request) => listReading(request, request.headers.get('x-amz-checksum-mode') === 'ENABLED'),
  'PUT ': (request) => [...listPutting(request, true), ...sealNew(request, 'GenerateDataKey')],
  'PUT copy': listCopying,
  'DELETE ': (request) => listDeleteActions(request, request, request.query.get('versionId')),
  'GET tagging': (request) => [onExisting('GetObjectTagging', request)],
  'PUT tagging': undefined,
  'DELETE tagging': (request) => [onExisting('DeleteObjectTagging', request)],
  'POST uploads': (request) => [...listPutting(request, false), ...sealNew(request, 'GenerateDataKey')],
  'PUT uploadId': (request) => [...listPutting(request, false), ...sealNew(request, 'Decrypt')],
  'POST uploadId': (request) => listPutting(request, true),
  'DELETE uploadId': (request) => [
    { action: 's3:AbortMultipartUpload', resource: arnOf(request), keys: requestKeys(request) },
  ],
}

export const listPostActions: ListS3Actions = (request) => [
  ...listPutting(request, true),
  ...sealNew(request, 'GenerateDataKey'),
]

export const listBucketsActions: readonly RequiredAction[] = [{ action: 's3:ListAllMyBuckets', resource: '*' }]

/** Without this permission a missing object looks like a refused one. */
export const listActionToSeeMissing = (request: S3AuthorizationRequest, isVersion: boolean): RequiredAction => ({
  action: isVersion ? 's3:ListBucketVersions' : 's3:ListBucket',
  resource: `arn:aws:s3:::${request.bucket}`,
  keys: requestKeys(request),
})
