import * as z from 'zod/mini'
import { legalBases } from './health-consent.ts'
import { nameProblem, PersonName } from './person-name.ts'
import { FileText, Line, Lines, ThingName } from './text.ts'
import { Email, ImportId, Instant } from './values.ts'

/** What nobody filled in is null, never an empty text. */
const optional = (kind: typeof Line, most: number) =>
  z.pipe(
    z._default(z.nullable(kind.check(z.maxLength(most))), null),
    z.transform((text) => text || null),
  )

/** A client who never gave a name is filed under their address, and stays so until somebody knows better. */
const isCalled = (customer: { readonly name?: unknown; readonly email?: unknown } | null): boolean => {
  // The refinement also sees what is no client at all, which the schema refuses besides.
  const { name, email } = customer ?? {}
  return typeof name !== 'string' || PersonName.safeParse(name).success || name.toLowerCase() === email
}

/** A client as the practice enters one. */
export const NewCustomer = z
  .strictObject({
    name: Line.check(z.minLength(1, { error: 'Indica el nombre' }), z.maxLength(160)),
    email: z.pipe(
      z.string({ error: 'Escribe el email' }).check(z.trim(), z.minLength(1, { error: 'Escribe el email' })),
      Email,
    ),
    phone: optional(Line, 40),
    address: optional(Lines, 300),
    notes: optional(Lines, 4000),
  })
  .check(z.refine(isCalled, { error: nameProblem, path: ['name'], when: () => true }))
export type NewCustomer = z.infer<typeof NewCustomer>

/** How many clients one file may bring. */
export const IMPORT_ROWS = 10_000

/**
 * How long a file may be: 250 letters a row. The reply repeats the rows with the names of their columns and quotation
 * marks, and Lambda answers with 6 MB at most.
 */
export const IMPORT_CHARACTERS = 2_500_000

/** Rows that are written together: three items each, and DynamoDB writes at most 100 together. */
export const CHUNK_ROWS = 24

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
