import { commonPasswordSequences, commonPasswordWords } from './common-passwords.ts'

export interface PasswordOwner {
  readonly email?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
}

export const weakPasswordMessages = {
  common: 'Es una de las contraseñas que antes se adivinan. Elige otra que no sea una palabra con números y signos',
  name: 'La contraseña no puede llevar tu nombre ni tus apellidos',
  address: 'La contraseña no puede llevar tu correo ni una parte de él',
} as const

const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const signs: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
}

const asLetters = (text: string): string => text.replaceAll(/[0134570@$!€]/g, (sign) => signs[sign] ?? sign)
const lettersOf = (text: string): string => text.replaceAll(/[^a-z]/g, '')
const withoutEnds = (text: string): string => text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')

/** One or two characters repeated: 'Aaaaaa1!'. */
const isRepetition = (letters: string): boolean => letters.length > 2 && new Set(letters).size < 3

/** Shorter parts occur by chance in many passwords. */
const SHORTEST_PART = 4

const partsOf = (text: string): string[] =>
  withoutAccents(text)
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length >= SHORTEST_PART)

function isCommon(plain: string): boolean {
  const inside = withoutEnds(plain)
  const letters = lettersOf(plain)
  // A sign at the end may be a letter or an addition: 'Secret0!' is 'secret' plus '0!'.
  const words = [plain, inside, asLetters(plain), withoutEnds(asLetters(plain)), asLetters(inside)].map(lettersOf)
  return (
    words.some((word) => commonPasswordWords.has(word)) ||
    isRepetition(letters) ||
    (plain.includes('12345') && letters.length < SHORTEST_PART) ||
    [plain, inside].some((form) => commonPasswordSequences.has(form.replaceAll(/[^a-z0-9]/g, '')))
  )
}

function holdsAny(plain: string, parts: readonly string[]): boolean {
  const forms = [plain, asLetters(plain)].flatMap((form) => [form, form.replaceAll(/[^a-z0-9]/g, '')])
  return parts.some((part) => forms.some((form) => form.includes(part)))
}

/**
 * Why a password that meets the pool's policy is still easy to guess: a common one with additions, or one with its
 * owner's name or address. Undefined when it is strong.
 */
export function findPasswordWeakness(
  password: string,
  { email = '', firstName = '', lastName = '' }: PasswordOwner = {},
): keyof typeof weakPasswordMessages | undefined {
  const plain = withoutAccents(password)
  if (isCommon(plain)) return 'common'
  if (holdsAny(plain, partsOf(`${firstName} ${lastName}`))) return 'name'
  // Without the top-level domain, which half of all addresses share.
  return holdsAny(plain, partsOf(email.replace(/\.[^.]*$/, ''))) ? 'address' : undefined
}
