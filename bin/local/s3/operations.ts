import { type ListS3Actions, s3BucketActions, s3ObjectActions } from '../authorization/s3-actions.ts'
import type { S3RequestHeaders } from './body.ts'
import {
  serveGetBucketEncryption,
  serveGetBucketLogging,
  serveGetPublicAccessBlock,
  serveGetBucketVersioning,
} from './bucket-settings.ts'
import { type AuthenticatedS3Request, sendS3Response } from './authenticated-s3-request.ts'
import { serveListObjects, serveListObjectVersions } from './listing.ts'
import {
  serveAbortMultipartUpload,
  serveCompleteMultipartUpload,
  serveCreateMultipartUpload,
  serveUploadPart,
} from './multipart.ts'
import {
  serveCopyObject,
  serveDeleteObject,
  serveDeleteObjects,
  serveDeleteObjectTagging,
  serveGetObject,
  serveGetObjectTagging,
  servePutObject,
  servePutObjectTagging,
} from './objects.ts'
import { requireS3Permission } from './permission.ts'
import type { S3BucketOperation, S3ObjectOperation } from './operation-names.ts'
import { createNotImplementedError } from './s3-stand-in-error.ts'
import { writeXmlDocument } from './xml.ts'

type Operation = (call: AuthenticatedS3Request) => Promise<void> | void
type Operations = Readonly<Record<string, Operation>>

const bucketOperations: Readonly<Record<S3BucketOperation, Operation>> = {
  'HEAD ': (call) => sendS3Response(call, 200),
  'GET list-type': serveListObjects,
  'GET versions': serveListObjectVersions,
  'GET versioning': serveGetBucketVersioning,
  'GET encryption': serveGetBucketEncryption,
  'GET publicAccessBlock': serveGetPublicAccessBlock,
  'GET logging': serveGetBucketLogging,
  'GET location': (call) => sendS3Response(call, 200, writeXmlDocument('LocationConstraint', call.vault.region)),
  'POST delete': serveDeleteObjects,
}

const objectOperations: Readonly<Record<S3ObjectOperation, Operation>> = {
  'GET ': serveGetObject,
  'HEAD ': serveGetObject,
  'PUT ': servePutObject,
  'PUT copy': serveCopyObject,
  'DELETE ': serveDeleteObject,
  'GET tagging': serveGetObjectTagging,
  'PUT tagging': servePutObjectTagging,
  'DELETE tagging': serveDeleteObjectTagging,
  'POST uploads': serveCreateMultipartUpload,
  'PUT uploadId': serveUploadPart,
  'POST uploadId': serveCompleteMultipartUpload,
  'DELETE uploadId': serveAbortMultipartUpload,
}

/** Query parameters that qualify an operation; any other name is a subresource. */
const qualifiers =
  /^(x-amz-|x-id$|response-|versionId$|partNumber$|prefix$|delimiter$|max-keys$|marker$|start-after$|continuation-token$|key-marker$|version-id-marker$|fetch-owner$)/i

interface RequestedOperation {
  readonly method: string
  readonly query: URLSearchParams
  readonly headers: S3RequestHeaders
  readonly hasKey: boolean
}

/**
 * The returned operation checks the template's permissions before it runs.
 * @throws {S3StandInError} `NotImplemented`
 */
export function findS3Operation({ method, query, headers, hasKey }: RequestedOperation): Operation {
  const subresources = [...query.keys()].filter((name) => !qualifiers.test(name))
  if (headers.has('x-amz-copy-source')) subresources.push('copy')
  const name = `${method} ${subresources.join(' ')}`
  const operations: Operations = hasKey ? objectOperations : bucketOperations
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (!operation) throw createNotImplementedError(`${name} of ${hasKey ? 'an object' : 'a bucket'}`)
  const actions: Readonly<Record<string, ListS3Actions | undefined>> = hasKey ? s3ObjectActions : s3BucketActions
  const list = actions[name]
  return async (call) => {
    if (list) requireS3Permission(call, list)
    await operation(call)
  }
}
