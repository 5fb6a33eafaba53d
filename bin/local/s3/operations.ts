import type { S3RequestHeaders } from './body.ts'
import { getBucketEncryption, getBucketLogging, getPublicAccessBlock, getBucketVersioning } from './bucket-settings.ts'
import { type S3Call, sendS3Response } from './s3-call.ts'
import { listObjects, listObjectVersions } from './listing.ts'
import { abortMultipartUpload, completeMultipartUpload, createMultipartUpload, uploadPart } from './multipart.ts'
import {
  copyObject,
  deleteObject,
  deleteObjects,
  deleteObjectTagging,
  getObject,
  getObjectTagging,
  putObject,
  putObjectTagging,
} from './objects.ts'
import { createNotImplementedError } from './s3-error.ts'
import { writeXmlDocument } from './xml.ts'

type Operation = (call: S3Call) => Promise<void> | void

const bucketOperations: Readonly<Record<string, Operation>> = {
  'HEAD ': (call) => sendS3Response(call, 200),
  'GET list-type': listObjects,
  'GET versions': listObjectVersions,
  'GET versioning': getBucketVersioning,
  'GET encryption': getBucketEncryption,
  'GET publicAccessBlock': getPublicAccessBlock,
  'GET logging': getBucketLogging,
  'GET location': (call) => sendS3Response(call, 200, writeXmlDocument('LocationConstraint', call.vault.key.region)),
  'POST delete': deleteObjects,
}

const objectOperations: Readonly<Record<string, Operation>> = {
  'GET ': getObject,
  'HEAD ': getObject,
  'PUT ': putObject,
  'PUT copy': copyObject,
  'DELETE ': deleteObject,
  'GET tagging': getObjectTagging,
  'PUT tagging': putObjectTagging,
  'DELETE tagging': deleteObjectTagging,
  'POST uploads': createMultipartUpload,
  'PUT uploadId': uploadPart,
  'POST uploadId': completeMultipartUpload,
  'DELETE uploadId': abortMultipartUpload,
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

/** @throws {S3Error} `NotImplemented` */
export function findS3Operation({ method, query, headers, hasKey }: RequestedOperation): Operation {
  const subresources = [...query.keys()].filter((name) => !qualifiers.test(name))
  if (headers.has('x-amz-copy-source')) subresources.push('copy')
  const name = `${method} ${subresources.join(' ')}`
  const operations = hasKey ? objectOperations : bucketOperations
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (!operation) throw createNotImplementedError(`${name} of ${hasKey ? 'an object' : 'a bucket'}`)
  return operation
}
