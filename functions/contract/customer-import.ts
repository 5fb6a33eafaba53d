import * as z from 'zod/mini'
import { NewCustomer } from './customer.ts'
import { healthDataLegalBases } from './health-consent.ts'
import { FileContentText, ItemNameText } from './text-schemas.ts'
import { CustomerImportId, IsoInstant } from './value-schemas.ts'

export const MAX_IMPORT_ROWS = 10_000

/**
 * 250 characters a row. The reply repeats the rows with column names and quotation marks, and a Lambda response is
 * limited to 6 MB.
 */
export const MAX_IMPORT_CHARACTERS = 2_500_000

/** Rows of one transaction: three items each, of at most 100 in DynamoDB. */
export const IMPORT_CHUNK_ROWS = 24

/** Legal basis for the imported notes: the clients cannot have given consent yet. */
const NotesBasis = z.optional(z.enum(healthDataLegalBases))

export const CheckCustomerImport = z.strictObject({
  text: FileContentText.check(z.maxLength(MAX_IMPORT_CHARACTERS, { error: 'El archivo es demasiado grande' })),
  basis: NotesBasis,
})

export const CustomerImportChunk = z.strictObject({
  rows: z.array(NewCustomer).check(z.minLength(1), z.maxLength(IMPORT_CHUNK_ROWS)),
  basis: NotesBasis,
})

/** `row` counts as in a spreadsheet: the header is row 1. */
const CustomerImportProblem = z.object({ row: z.number(), column: z.nullable(z.string()), text: z.string() })
export type CustomerImportProblem = z.infer<typeof CustomerImportProblem>

export const CustomerImportCheckResult = z.object({
  rows: z.array(NewCustomer),
  found: z.number(),
  problems: z.array(CustomerImportProblem),
  ignored: z.array(z.string()),
})
export type CustomerImportCheckResult = z.infer<typeof CustomerImportCheckResult>

export const BeginCustomerImport = z.strictObject({
  fileName: ItemNameText.check(z.minLength(1), z.maxLength(200)),
  total: z.int().check(z.minimum(1), z.maximum(MAX_IMPORT_ROWS)),
})

/** `writing` → `done` → `undoing` → `undone`, or `writing` → `discarding` → `discarded`. */
export const customerImportStates = ['writing', 'done', 'undoing', 'undone', 'discarding', 'discarded'] as const

export const CustomerImport = z.object({
  importId: CustomerImportId,
  fileName: z.string(),
  total: z.number(),
  written: z.number(),
  undone: z.number(),
  kept: z.number(),
  state: z.enum(customerImportStates),
  createdAt: IsoInstant,
  undoableUntil: IsoInstant,
})
export type CustomerImport = z.infer<typeof CustomerImport>
