import * as z from 'zod/mini'
import { NewCustomer } from './customer.ts'
import { legalBases } from './health-consent.ts'
import { FileText, ThingName } from './text.ts'
import { ImportId, Instant } from './values.ts'

export const IMPORT_ROWS = 10_000

/**
 * 250 characters a row. The reply repeats the rows with column names and quotation marks, and a Lambda response is
 * limited to 6 MB.
 */
export const IMPORT_CHARACTERS = 2_500_000

/** Rows of one transaction: three items each, of at most 100 in DynamoDB. */
export const CHUNK_ROWS = 24

/** Legal basis for the imported notes: the clients cannot have been asked for consent yet. */
const NotesBasis = z.optional(z.enum(legalBases))

export const CheckImport = z.strictObject({
  text: FileText.check(z.maxLength(IMPORT_CHARACTERS, { error: 'El archivo es demasiado grande' })),
  basis: NotesBasis,
})

export const ImportChunk = z.strictObject({
  rows: z.array(NewCustomer).check(z.minLength(1), z.maxLength(CHUNK_ROWS)),
  basis: NotesBasis,
})

/** `row` counts as in a spreadsheet: the header is row 1. */
const ImportProblem = z.object({ row: z.number(), column: z.nullable(z.string()), text: z.string() })
export type ImportProblem = z.infer<typeof ImportProblem>

export const CheckedImport = z.object({
  rows: z.array(NewCustomer),
  found: z.number(),
  problems: z.array(ImportProblem),
  /** Unknown column titles, whose columns are ignored. */
  ignored: z.array(z.string()),
})
export type CheckedImport = z.infer<typeof CheckedImport>

export const BeginImport = z.strictObject({
  fileName: ThingName.check(z.minLength(1), z.maxLength(200)),
  total: z.int().check(z.minimum(1), z.maximum(IMPORT_ROWS)),
})

/** `writing` → `done` → `undoing` → `undone`, or `writing` → `discarding` → `discarded`. */
export const importStates = ['writing', 'done', 'undoing', 'undone', 'discarding', 'discarded'] as const

export const CustomerImport = z.object({
  importId: ImportId,
  fileName: z.string(),
  total: z.number(),
  written: z.number(),
  undone: z.number(),
  /** Clients that the undo could not delete. */
  kept: z.number(),
  state: z.enum(importStates),
  createdAt: Instant,
  undoableUntil: Instant,
})
export type CustomerImport = z.infer<typeof CustomerImport>
