import * as z from 'zod/mini'
import './spanish.ts'

/** Control characters and lone surrogates, which keys, mails and PDFs cannot contain. */
const UNWRITABLE = /[\p{Cc}\p{Cs}]/u
const UNWRITABLE_IN_LINES = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u
const NOT_TEXT = /[\0\p{Cs}]/u

const unwritable = { error: 'Hay un carácter que no se puede guardar: bórralo y vuelve a escribirlo' }

/** For all typed text: well formed, without control characters. */
export const SingleLineText = z.string().check(
  z.trim(),
  z.refine((text) => !UNWRITABLE.test(text), unwritable),
)

/** Name of a file or supplement, shown within other text: without direction-changing characters. */
export const ItemNameText = SingleLineText.check(z.regex(/^\P{Bidi_Control}*$/u, unwritable))

export const MultilineText = z.string().check(
  z.trim(),
  z.refine((text) => !UNWRITABLE_IN_LINES.test(text), unwritable),
)

export const FileContentText = z.string().check(
  z.refine((text) => !NOT_TEXT.test(text), {
    error: 'El archivo tiene caracteres que no son texto: guárdalo como CSV UTF-8',
  }),
)

/** Not trimmed, because every character of a password counts. */
export const SecretText = z.string().check(z.refine((text) => !UNWRITABLE.test(text), unwritable))
