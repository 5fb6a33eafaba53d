import * as z from 'zod/mini'
import './spanish.ts'

/** Control characters and halves of surrogate pairs: no key, mail or PDF can carry them. */
const UNWRITABLE = /[\p{Cc}\p{Cs}]/u
/** The same, but for what separates lines and columns. */
const UNWRITABLE_IN_LINES = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u
/** Of these a file that was read as text is none, or was read in the wrong encoding. */
const NOT_TEXT = /[\0\p{Cs}]/u

const unwritable = { error: 'Hay un carácter que no se puede guardar: bórralo y vuelve a escribirlo' }

/** Every text that a person types: a single line. Well formed, without control characters. */
export const Line = z.string().check(
  z.trim(),
  z.refine((text) => !UNWRITABLE.test(text), unwritable),
)

/** The name of a file or a supplement, which is shown and mailed beside other text: nothing that turns its direction. */
export const ThingName = Line.check(z.regex(/^\P{Bidi_Control}*$/u, unwritable))

/** A text of several lines. */
export const Lines = z.string().check(
  z.trim(),
  z.refine((text) => !UNWRITABLE_IN_LINES.test(text), unwritable),
)

/** A whole file as text. What of it is kept is judged cell by cell. */
export const FileText = z.string().check(
  z.refine((text) => !NOT_TEXT.test(text), {
    error: 'El archivo tiene caracteres que no son texto: guárdalo como CSV UTF-8',
  }),
)

/** What is not trimmed, because every character of it counts: passwords. */
export const Secret = z.string().check(z.refine((text) => !UNWRITABLE.test(text), unwritable))
