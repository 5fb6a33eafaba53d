import * as z from 'zod'
import { Email, ImportId, Instant } from './values.ts'

/** What nobody filled in is null, never an empty text. */
const optional = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `Como mucho ${most} caracteres` })
    .nullable()
    .default(null)
    .transform((text) => text || null)

/** A client as the practice enters one. */
export const NewCustomer = z.strictObject({
  name: z.string().trim().min(1, { error: 'Indica el nombre' }).max(160, { error: 'Como mucho 160 caracteres' }),
  email: Email,
  phone: optional(40),
  address: optional(300),
  notes: optional(4000),
})
export type NewCustomer = z.infer<typeof NewCustomer>

/** How many clients one file may bring. */
export const IMPORT_ROWS = 2000

/** How long a file may be: some 450 letters a row, and within what one request carries. */
export const IMPORT_CHARACTERS = 900_000

/** Rows that are written together: two items each, and DynamoDB writes at most 100 together. */
export const CHUNK_ROWS = 45

export const customerColumns = ['name', 'email', 'phone', 'address', 'notes'] as const
export type CustomerColumn = (typeof customerColumns)[number]

/** What stands at the head of each column, in the files we give and in those we take. */
export const columnTitles: Readonly<Record<CustomerColumn, string>> = {
  name: 'Nombre',
  email: 'Email',
  phone: 'Teléfono',
  address: 'Dirección',
  notes: 'Notas',
}

export const CheckImport = z.strictObject({
  text: z.string().max(IMPORT_CHARACTERS, { error: 'El archivo es demasiado grande' }),
})

/** Something in a file that has to be put right. `row` counts as spreadsheets do: the titles are row 1. */
const ImportProblem = z.object({ row: z.number(), column: z.string().nullable(), text: z.string() })
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
  fileName: z.string().trim().min(1).max(200),
  total: z.number().int().min(1).max(IMPORT_ROWS),
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
