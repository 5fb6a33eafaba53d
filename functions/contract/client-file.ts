import * as z from 'zod/mini'
import { createOptionalTextField, getFieldValueSchemas, pickTextFields } from './record-fields.ts'
import { ItemNameText, MultilineText } from './text-schemas.ts'
import { FileId, IsoInstant } from './value-schemas.ts'

export const clientFileTypes = ['invoice', 'analytics', 'message'] as const
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

/** Messages may concern health, so their files count as health data, as analyses do. */
export const isHealthFile = (fileType: ClientFileType): boolean => fileType !== 'invoice'

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

export const fileFields = {
  fileName: { label: 'Archivo', value: z.string(), entered: FileName },
  fileType: { label: 'Tipo', value: z.enum(clientFileTypes), entered: z.enum(clientFileTypes) },
  sizeBytes: { label: 'Tamaño', value: z.int().check(z.positive()), entered: Size },
  description: createOptionalTextField('Descripción', MultilineText.check(z.maxLength(500))),
}

export const fileTextFields = pickTextFields(fileFields)

/** `pending`: upload not completed, never listed; `scanning`: no scan result yet; `rejected`: the bytes are removed. */
export const fileStatuses = ['pending', 'scanning', 'available', 'rejected'] as const

export const fileRejectionReasons = [
  'threats-found',
  /** Encrypted, or an archive beyond the scan's limits. */
  'scan-unsupported',
  'scan-failed',
  'scan-missing',
  'type-mismatch',
  'consent-withdrawn',
] as const
export type FileRejectionReason = (typeof fileRejectionReasons)[number]

/** Lists show clients available files only. */
export const ClientFile = z.object({
  fileId: FileId,
  ...getFieldValueSchemas(fileFields),
  createdAt: IsoInstant,
  // The defaults cover replies from an API version that does not have the field yet.
  status: z._default(z.enum(fileStatuses), 'available'),
  rejectedBecause: z._default(z.nullable(z.enum(fileRejectionReasons)), null),
})
export type ClientFile = z.infer<typeof ClientFile>
