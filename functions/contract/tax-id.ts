import * as z from 'zod/mini'

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const NIE_LETTERS = 'XYZ'
const NIF = /^(\d{8}|[XYZ]\d{7})[A-Z]$/

/** Spanish NIF, or NIE of a foreigner, with its control letter. */
export function isPersonTaxId(text: string): boolean {
  if (!NIF.test(text)) return false
  const digits = text.slice(0, -1).replace(/^[XYZ]/, (letter) => String(NIE_LETTERS.indexOf(letter)))
  return LETTERS[Number(digits) % LETTERS.length] === text.at(-1)
}

/** Normalised: `12.345.678-z` becomes `12345678Z`. */
export const PersonTaxId = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(20)),
    z.transform((text) => text.replaceAll(/[\s.-]/g, '').toUpperCase()),
  ),
  z.string().check(
    z.refine(isPersonTaxId, {
      error: 'El NIF o NIE no es correcto: revisa los números y la letra',
    }),
  ),
)
