import type { Headers } from './body.ts'
import { getEncryption, getLogging, getPublicAccessBlock, getVersioning } from './bucket-settings.ts'
import { type Call, send } from './call.ts'
import { listObjects, listVersions } from './listing.ts'
import { abortUpload, completeUpload, createUpload, uploadPart } from './multipart.ts'
import {
  copyObject,
  deleteObject,
  deleteObjects,
  deleteTagging,
  getObject,
  getTagging,
  putObject,
  putTagging,
} from './objects.ts'
import { notImplemented } from './s3-error.ts'
import { xmlDocument } from './xml.ts'

type Operation = (call: Call) => Promise<void> | void

const bucketOperations: Readonly<Record<string, Operation>> = {
  'HEAD ': (call) => send(call, 200),
  'GET list-type': listObjects,
  'GET versions': listVersions,
  'GET versioning': getVersioning,
  'GET encryption': getEncryption,
  'GET publicAccessBlock': getPublicAccessBlock,
  'GET logging': getLogging,
  'GET location': (call) => send(call, 200, xmlDocument('LocationConstraint', call.vault.key.region)),
  'POST delete': deleteObjects,
}

const objectOperations: Readonly<Record<string, Operation>> = {
  'GET ': getObject,
  'HEAD ': getObject,
  'PUT ': putObject,
  'PUT copy': copyObject,
  'DELETE ': deleteObject,
  'GET tagging': getTagging,
  'PUT tagging': putTagging,
  'DELETE tagging': deleteTagging,
  'POST uploads': createUpload,
  'PUT uploadId': uploadPart,
  'POST uploadId': completeUpload,
  'DELETE uploadId': abortUpload,
}

/** Query parameters that qualify an operation; any other name is a subresource. */
const qualifiers =
  /^(x-amz-|x-id$|response-|versionId$|partNumber$|prefix$|delimiter$|max-keys$|marker$|start-after$|continuation-token$|key-marker$|version-id-marker$|fetch-owner$)/i

interface RequestedOperation {
  readonly method: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly hasKey: boolean
}

/** @throws {S3Error} `NotImplemented` */
export function operationFor({ method, query, headers, hasKey }: RequestedOperation): Operation {
  const subresources = [...query.keys()].filter((name) => !qualifiers.test(name))
  if (headers.has('x-amz-copy-source')) subresources.push('copy')
  const name = `${method} ${subresources.join(' ')}`
  const operations = hasKey ? objectOperations : bucketOperations
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (!operation) throw notImplemented(`${name} of ${hasKey ? 'an object' : 'a bucket'}`)
  return operation
}
