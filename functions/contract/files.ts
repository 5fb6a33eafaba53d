import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { enteredOf, optionalText, textsOf, valuesOf } from './record.ts'
import { Lines, ThingName } from './text.ts'
import { CustomerId, FileId, Instant, pageOf, PageQuery } from './values.ts'

export const fileTypes = ['invoice', 'analytics'] as const
export type FileType = (typeof fileTypes)[number]

const LARGEST_FILE_BYTES = 25 * 1024 * 1024

export const contentTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
} as const
export type Extension = keyof typeof contentTypes

export function extensionOf(fileName: string): Extension | undefined {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(contentTypes, ending) ? (ending as Extension) : undefined
}

/** Shown and used for downloads: no folders, nothing that could inject a header. */
const FileName = ThingName.check(
  z.minLength(1, { error: 'Por favor selecciona un archivo.' }),
  z.maxLength(180, { error: 'El nombre del archivo es demasiado largo' }),
  z.regex(/^[^/\\<>:"|?*]+$/, { error: 'El nombre del archivo tiene caracteres no permitidos' }),
  z.refine((name) => extensionOf(name) !== undefined, {
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
  fileType: { label: 'Tipo', value: z.enum(fileTypes), entered: z.enum(fileTypes) },
  sizeBytes: { label: 'Tamaño', value: z.int().check(z.positive()), entered: Size },
  description: optionalText('Descripción', Lines.check(z.maxLength(500))),
}

/** What is written freely of a file. */
export const fileTexts = textsOf(fileFields)

export const ClientFile = z.object({ fileId: FileId, ...valuesOf(fileFields), createdAt: Instant })
export type ClientFile = z.infer<typeof ClientFile>

export const NewFile = z.strictObject(enteredOf(fileFields))

/** S3 POST policy: the form fields come before the file. */
const UploadOffer = z.object({
  fileId: FileId,
  url: z.url(),
  fields: z.record(z.string(), z.string()),
})

const Link = z.object({ url: z.url(), fileName: z.string() })
const TypedPage = z.extend(PageQuery, { fileType: z.enum(fileTypes) })
const params = z.object({ customerId: CustomerId, fileId: FileId })

export const files = {
  listMine: endpoint({
    method: 'GET',
    path: '/files',
    allow: ['cliente'],
    query: TypedPage,
    reply: pageOf(ClientFile),
    audit: 'none',
    refusals: [],
  }),
  /** The link is valid for sixty seconds. */
  downloadMine: endpoint({
    method: 'GET',
    path: '/files/{fileId}/download',
    allow: ['cliente'],
    params: z.object({ fileId: FileId }),
    reply: Link,
    audit: 'none',
    refusals: [],
  }),
  listOfCustomer: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/files',
    allow: ['administrador'],
    opens: 'files',
    params: z.object({ customerId: CustomerId }),
    query: TypedPage,
    reply: pageOf(ClientFile),
    audit: 'none',
    refusals: [],
  }),
  /**
   * Returns an upload form that is valid for two minutes. The file is visible to nobody until the upload is completed.
   */
  offerUpload: endpoint({
    method: 'POST',
    path: '/customers/{customerId}/files',
    allow: ['administrador'],
    opens: 'nothing',
    status: 201,
    params: z.object({ customerId: CustomerId }),
    body: NewFile,
    reply: UploadOffer,
    audit: 'FILE_OFFERED',
    health: ({ fileType }) => fileType === 'analytics',
    refusals: ['health-basis-required'],
  }),
  /**
   * Verifies the uploaded bytes; a file that matches its extension becomes visible and its client is notified. An
   * analysis is discarded when the client has withdrawn consent since the offer. The action checks this, because no
   * body says whether the file is an analysis.
   */
  completeUpload: endpoint({
    method: 'POST',
    path: '/customers/{customerId}/files/{fileId}/completion',
    allow: ['administrador'],
    opens: 'files',
    params,
    reply: ClientFile,
    audit: 'FILE_ADDED',
    refusals: ['file-missing', 'file-rejected', 'health-basis-required'],
  }),
  downloadOfCustomer: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/files/{fileId}/download',
    allow: ['administrador'],
    opens: 'downloads',
    params,
    reply: Link,
    audit: 'none',
    refusals: [],
  }),
  /** Also cancels an upload that was not completed. */
  remove: endpoint({
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
