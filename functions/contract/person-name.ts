import * as z from 'zod/mini'
import { Line } from './text.ts'

/**
 * What makes a link, a tag or a placeholder out of a name, what is not seen or turns the direction of what follows it, and
 * what breaks a line, also in the wide or small forms that other scripts have of these signs. Cognito replaces its code placeholder wherever it stands in a mail: a name with one would carry the code along.
 */
const SIGNS = '{}<>/:@#='
const FORBIDDEN = new RegExp(String.raw`[${SIGNS}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]`, 'u')

export const nameProblem = `Un nombre no puede llevar estos signos: ${[...SIGNS].join(' ')}`

/** Any name of a person, whoever types it: each form adds how short and how long it may be. */
export const PersonName = Line.check(
  z.refine((name) => !FORBIDDEN.test(name.normalize('NFKC')), { error: nameProblem }),
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

/** What a person is called. */
export const FullName = z.strictObject({ firstName: FirstName, lastName: LastName })

/** A name as somebody else's system gave it, without what a name may not have; empty when nothing of it is a name. */
export function cleanName(given = ''): string {
  const plain = given
    .normalize('NFKC')
    .replaceAll(new RegExp(FORBIDDEN, 'gu'), ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, LAST_NAME_LENGTH)
    .replace(/\p{Cs}$/u, '')
    .trim()
  return /\p{L}/u.test(plain) ? plain : ''
}
