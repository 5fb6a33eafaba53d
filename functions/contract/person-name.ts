import * as z from 'zod/mini'
import { SingleLineText } from './text-schemas.ts'

/**
 * Characters that form links, tags or placeholders, invisible or direction-changing ones and line breaks, including
 * their full-width and small forms. Cognito replaces its code placeholder anywhere in a mail: a name containing it
 * would reveal the code.
 */
const SIGNS = '{}<>/:@#='
const FORBIDDEN = new RegExp(String.raw`[${SIGNS}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]`, 'u')

export const invalidPersonNameMessage = `Un nombre no puede llevar estos signos: ${[...SIGNS].join(' ')}`

export const PersonName = SingleLineText.check(
  z.refine((name) => !FORBIDDEN.test(name.normalize('NFKC')), { error: invalidPersonNameMessage }),
)

const FIRST_NAME_LENGTH = 80
const LAST_NAME_LENGTH = 120

export const FirstName = PersonName.check(
  z.minLength(2, { error: 'Nombre demasiado corto' }),
  z.maxLength(FIRST_NAME_LENGTH, {
    error: 'Nombre demasiado largo',
  }),
)
export const LastName = PersonName.check(
  z.minLength(2, { error: 'Apellidos demasiado cortos' }),
  z.maxLength(LAST_NAME_LENGTH, {
    error: 'Apellidos demasiado largos',
  }),
)

export const personNameFields = {
  // Stored values may be older than the form's rules.
  firstName: { label: 'Nombre', value: z.string(), entered: FirstName },
  lastName: { label: 'Apellidos', value: z.string(), entered: LastName },
}

export const FullName = z.strictObject({ firstName: FirstName, lastName: LastName })

/** For names from other systems: removes forbidden characters; empty when no letter is left. */
export function cleanPersonName(given = ''): string {
  const plain = given
    .normalize('NFKC')
    .replaceAll(new RegExp(FORBIDDEN, 'gu'), ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, LAST_NAME_LENGTH)
    .replace(/\p{Cs}$/u, '')
    .trim()
  return /\p{L}/u.test(plain) ? plain : ''
}
