import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { getFieldInputSchemas, createOptionalTextField, pickTextFields, getFieldValueSchemas } from './record-fields.ts'
import { MultilineText, ItemNameText } from './text-schemas.ts'
import { CustomerId, FileId, IsoInstant, createPageSchema, PageQuery } from './value-schemas.ts'

export const clientFileTypes = ['invoice', 'analytics'] as const
export type ClientFileType = (typeof clientFileTypes)[number]

const LARGEST_FILE_BYTES = 25 * 1024 * 1024

export const uploadContentTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
} as const
export type UploadFileExtension = keyof typeof uploadContentTypes

export function getUploadFileExtension(fileName: string): UploadFileExtension | undefined {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(uploadContentTypes, ending) ? (ending as UploadFileExtension) : undefined
}

/** Shown and used for downloads: no folders, nothing that could inject a header. */
const FileName = ItemNameText.check(
  z.minLength(1, { error: 'Por favor selecciona un archivo.' }),
  z.maxLength(180, { error: 'El nombre del archivo es demasiado largo' }),
  z.regex(/^[^/\\<>:"|?*]+$/, { error: 'El nombre del archivo tiene caracteres no permitidos' }),
  z.refine((name) => getUploadFileExtension(name) !== undefined, {
    error: 'Tipo de archivo no permitido. Usa PDF, DOC, DOCX, JPG, JPEG, PNG, XLSX o XLS.',
  }),
)

const Size = z
  .int()
  .check(
    z.positive({ error: 'El archivo está vacío' }),
    z.maximum(LARGEST_FILE_BYTES, { error: 'El archivo pesa más de 25 MB' }),
  )

/** What is said of a file. */
export const fileFields = {
  fileName: { label: 'Archivo', value: z.string(), entered: FileName },
  fileType: { label: 'Tipo', value: z.enum(clientFileTypes), entered: z.enum(clientFileTypes) },
  sizeBytes: { label: 'Tamaño', value: z.int().check(z.positive()), entered: Size },
  description: createOptionalTextField('Descripción', MultilineText.check(z.maxLength(500))),
}

/** What is written freely of a file. */
export const fileTextFields = pickTextFields(fileFields)

/**
 * `pending` until the upload is complete, and then in no list; `scanning` until the malware scan has said something of
 * the bytes; `rejected` files have no bytes any more.
 */
export const fileStatuses = ['pending', 'scanning', 'available', 'rejected'] as const

export const fileRejectionReasons = [
  'threats-found',
  /** With a password, or an archive beyond the limits of the scan. */
  'scan-unsupported',
  'scan-failed',
  /** The scan has said nothing for a day. */
  'scan-missing',
  'type-mismatch',
  'consent-withdrawn',
] as const
export type FileRejectionReason = (typeof fileRejectionReasons)[number]

/** Clients get available ones only. */
export const ClientFile = z.object({
  fileId: FileId,
  ...getFieldValueSchemas(fileFields),
  createdAt: IsoInstant,
  // The defaults cover replies from an API version that does not have the field yet.
  status: z._default(z.enum(fileStatuses), 'available'),
  rejectedBecause: z._default(z.nullable(z.enum(fileRejectionReasons)), null),
})
export type ClientFile = z.infer<typeof ClientFile>

const RejectedFile = z.extend(ClientFile, { customerId: CustomerId, customerName: z.string() })
export type RejectedFile = z.infer<typeof RejectedFile>

export const NewClientFile = z.strictObject(getFieldInputSchemas(fileFields))

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
  /** Of all clients, newest first. They stay until an administrador removes them. */
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
  /**
   * Returns an upload form that is valid for two minutes. The file is visible to nobody until the upload is completed.
   */
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
    health: ({ fileType }) => fileType === 'analytics',
    refusals: ['health-basis-required'],
  }),
  /**
   * Hands the uploaded version to the malware scan. A clean file that matches its extension becomes visible and its
   * client is notified: at once where the scan has ended already, otherwise with its event. An analysis is discarded
   * when the client has withdrawn consent since the offer. The action checks this, because no body says whether the
   * file is an analysis.
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
}
