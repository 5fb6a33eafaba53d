import * as z from 'zod/mini'
import { NewCustomer } from './customer.ts'
import { legalBases } from './health-consent.ts'
import { FileText, ThingName } from './text.ts'
import { ImportId, Instant } from './values.ts'

/** How many clients one file may bring. */
export const IMPORT_ROWS = 10_000

/**
 * How long a file may be: 250 letters a row. The reply repeats the rows with the names of their columns and quotation
 * marks, and Lambda answers with 6 MB at most.
 */
export const IMPORT_CHARACTERS = 2_500_000

/** Rows that are written together: three items each, and DynamoDB writes at most 100 together. */
export const CHUNK_ROWS = 24

/** On what the practice enters the notes of a file: none of its clients could be asked for their consent yet. */
const NotesBasis = z.optional(z.enum(legalBases))

export const CheckImport = z.strictObject({
  text: FileText.check(z.maxLength(IMPORT_CHARACTERS, { error: 'El archivo es demasiado grande' })),
  basis: NotesBasis,
})

/** A part of the rows, in their order. */
export const ImportChunk = z.strictObject({
  rows: z.array(NewCustomer).check(z.minLength(1), z.maxLength(CHUNK_ROWS)),
  basis: NotesBasis,
})

/** Something in a file that has to be put right. `row` counts as spreadsheets do: the titles are row 1. */
const ImportProblem = z.object({ row: z.number(), column: z.nullable(z.string()), text: z.string() })
export type ImportProblem = z.infer<typeof ImportProblem>

export const CheckedImport = z.object({
  /** The clients as they would be written; none when there are problems. */
  rows: z.array(NewCustomer),
  /** How many rows the file has. */
  found: z.number(),
  problems: z.array(ImportProblem),
  /** Titles that say nothing to us, and whose columns are left out. */
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
  /** Rows that have been written. */
  written: z.number(),
  /** Rows that have been gone through to take them back. */
  undone: z.number(),
  /** Clients who stayed all the same. */
  kept: z.number(),
  state: z.enum(importStates),
  createdAt: Instant,
  undoableUntil: Instant,
})
export type CustomerImport = z.infer<typeof CustomerImport>
