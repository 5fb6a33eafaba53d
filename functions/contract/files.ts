import * as z from 'zod/mini'
import { analysisEndpoints } from './analysis-endpoints.ts'
import { ClientFile, clientFileTypes, fileFields } from './client-file.ts'
import { defineEndpoint } from './endpoint.ts'
import { ownHealthDataEndpointOptions } from './health-consent.ts'
import { getFieldInputSchemas } from './record-fields.ts'
import { CustomerId, FileId, createPageSchema, PageQuery } from './value-schemas.ts'

const RejectedFile = z.extend(ClientFile, { customerId: CustomerId, customerName: z.string() })
export type RejectedFile = z.infer<typeof RejectedFile>

export const NewClientFile = z.strictObject(getFieldInputSchemas(fileFields))

const NewOwnFile = z.strictObject({ fileName: fileFields.fileName.entered, sizeBytes: fileFields.sizeBytes.entered })

/** S3 POST policy: the form fields come before the file. */
const UploadOffer = z.object({
  fileId: FileId,
  url: z.url(),
  fields: z.record(z.string(), z.string()),
})

const Link = z.object({ url: z.url(), fileName: z.string() })
const TypedPage = z.extend(PageQuery, { fileType: z.enum(clientFileTypes) })
const params = z.object({ customerId: CustomerId, fileId: FileId })

export const files = {
  listMine: defineEndpoint({
    method: 'GET',
    path: '/files',
    allow: ['cliente'],
    query: TypedPage,
    reply: createPageSchema(ClientFile),
    audit: 'none',
    refusals: [],
  }),
  /** The link is valid for sixty seconds. */
  downloadMine: defineEndpoint({
    method: 'GET',
    path: '/files/{fileId}/download',
    allow: ['cliente'],
    params: z.object({ fileId: FileId }),
    reply: Link,
    audit: 'none',
    refusals: [],
  }),
  offerUploadOfMine: defineEndpoint({
    method: 'POST',
    path: '/files',
    allow: ['cliente'],
    status: 201,
    body: NewOwnFile,
    reply: UploadOffer,
    audit: 'FILE_OFFERED',
    ...ownHealthDataEndpointOptions,
  }),
  /** Like `completeUpload`, without a mail: the message carries the news. */
  completeUploadOfMine: defineEndpoint({
    method: 'POST',
    path: '/files/{fileId}/completion',
    allow: ['cliente'],
    params: z.object({ fileId: FileId }),
    reply: ClientFile,
    audit: 'FILE_RECEIVED',
    refusals: ['file-missing', 'health-consent-required'],
  }),
  listOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/files',
    allow: ['administrador'],
    opens: 'files',
    params: z.object({ customerId: CustomerId }),
    query: TypedPage,
    reply: createPageSchema(ClientFile),
    audit: 'none',
    refusals: [],
  }),
  /**
   * Of all clients, newest first. They stay until an administrador removes them. A file of an unsent message is listed
   * only for its author, and expires.
   */
  listRejected: defineEndpoint({
    method: 'GET',
    path: '/files/rejected',
    allow: ['administrador'],
    opens: 'list',
    query: PageQuery,
    reply: createPageSchema(RejectedFile),
    audit: 'none',
    refusals: [],
  }),
  /** Returns an upload form valid for two minutes. The file is visible to nobody until the upload is completed. */
  offerUpload: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/files',
    allow: ['administrador'],
    opens: 'nothing',
    status: 201,
    params: z.object({ customerId: CustomerId }),
    body: NewClientFile,
    reply: UploadOffer,
    audit: 'FILE_OFFERED',
    health: ({ fileType }) => fileType !== 'invoice',
    refusals: ['health-basis-required'],
  }),
  /**
   * Hands the uploaded version to the malware scan. A clean file that matches its extension becomes visible and its
   * client is notified: at once when the scan has ended, otherwise with its event. A file with health data is discarded
   * when the client has withdrawn consent since the offer. The action checks this, because the request does not contain
   * the file's type.
   */
  completeUpload: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/files/{fileId}/completion',
    allow: ['administrador'],
    opens: 'files',
    params,
    reply: ClientFile,
    audit: 'FILE_RECEIVED',
    refusals: ['file-missing', 'health-basis-required'],
  }),
  downloadOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/files/{fileId}/download',
    allow: ['administrador'],
    opens: 'downloads',
    params,
    reply: Link,
    audit: 'none',
    refusals: [],
  }),
  /** Also cancels an upload that was not completed, and dismisses a rejected file. */
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/customers/{customerId}/files/{fileId}',
    allow: ['administrador'],
    opens: 'nothing',
    params,
    reply: z.object({ removed: z.literal(true) }),
    audit: 'FILE_REMOVED',
    refusals: [],
  }),
  ...analysisEndpoints,
}
