import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { recordOpeningEndpoints } from './record-openings.ts'
import { IsoInstant } from './value-schemas.ts'

export const DELETION_UNDO_DAYS = 14

export const DATA_EXPORT_AVAILABLE_DAYS = 7

/** `none`: never requested, or expired. */
const exportStates = ['none', 'queued', 'working', 'ready', 'failed'] as const

export const missingFileReasons = ['under-review', 'not-clean', 'gone'] as const
export type MissingFileReason = (typeof missingFileReasons)[number]

export const MissingFile = z.object({ fileName: z.string(), because: z.enum(missingFileReasons) })
export type MissingFile = z.infer<typeof MissingFile>

export const missingFileReasonLabels: Readonly<Record<MissingFileReason, string>> = {
  'under-review': 'Todavía lo estamos revisando. Pide otra descarga dentro de unas horas.',
  'not-clean': 'La revisión de seguridad no lo ha dado por bueno. Escríbenos y te lo haremos llegar de otra forma.',
  gone: 'No lo encontramos en nuestro almacén. Escríbenos y lo buscaremos.',
}

export const DataExport = z.object({
  state: z.enum(exportStates),
  requestedAt: z.nullable(IsoInstant),
  progress: z.int().check(z.minimum(0), z.maximum(100)),
  // The default covers replies from an API version that does not have the field yet.
  missing: z._default(z.array(MissingFile), []),
  /** Set when `state` is `ready`; the URL is valid for a minute. */
  download: z.nullable(
    z.object({
      url: z.url(),
      fileName: z.string(),
      sizeBytes: z.int().check(z.positive()),
      availableUntil: IsoInstant,
    }),
  ),
})
export type DataExport = z.infer<typeof DataExport>

const Ticked = z.literal(true, { error: 'Marca la casilla para continuar' })

export const RequestAccountDeletion = z.strictObject({
  understood: Ticked,
  final: Ticked,
  word: z.pipe(z.string().check(z.trim(), z.toUpperCase()), z.literal('ELIMINAR', { error: 'Escribe ELIMINAR' })),
})

const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: 'Enlace no válido' }))

const clientes = ['cliente'] as const

export const privacy = {
  /** No effect while an export is being made. */
  requestExport: defineEndpoint({
    method: 'POST',
    path: '/privacy/exports',
    allow: clientes,
    body: z.strictObject({}),
    reply: DataExport,
    audit: 'EXPORT_REQUESTED',
    refusals: [],
  }),
  latestExport: defineEndpoint({
    method: 'GET',
    path: '/privacy/exports/latest',
    allow: clientes,
    reply: DataExport,
    audit: 'none',
    refusals: ['export-not-zip'],
  }),
  /** Closes the account at once and erases it after fourteen days. With a second factor it needs a fresh code. */
  requestDeletion: defineEndpoint({
    method: 'POST',
    path: '/privacy/deletion',
    allow: clientes,
    body: RequestAccountDeletion,
    reply: z.object({ undoUntil: IsoInstant }),
    audit: 'DELETION_REQUESTED',
    refusals: ['budget-active', 'changed-meanwhile', 'consultation-unused'],
  }),
  undoDeletion: defineEndpoint({
    method: 'POST',
    path: '/privacy/deletion/undo',
    allow: 'everyone',
    body: z.strictObject({ token: Token }),
    reply: z.object({ undone: z.literal(true) }),
    audit: 'DELETION_UNDONE',
    refusals: ['link-invalid'],
  }),
  ...recordOpeningEndpoints,
}
