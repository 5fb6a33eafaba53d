import { randomInt } from 'node:crypto'
import { StandInServiceError } from '../json-protocol.ts'

/** Cognito's list; a space inside the password counts too. */
const SYMBOL = /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+= ]/

const RULES: readonly (readonly [(password: string) => boolean, string])[] = [
  [(password) => password.length >= 8, 'Password not long enough'],
  [(password) => /[a-z]/.test(password), 'Password must have lowercase characters'],
  [(password) => /[A-Z]/.test(password), 'Password must have uppercase characters'],
  [(password) => /\d/.test(password), 'Password must have numeric characters'],
  [(password) => SYMBOL.test(password), 'Password must have symbol characters'],
]

/** @throws StandInServiceError InvalidPasswordException with Cognito's sentence for the first broken rule */
export function checkPasswordPolicy(password: unknown): asserts password is string {
  if (typeof password !== 'string' || password.length === 0 || password.length > 256) {
    throw new StandInServiceError('InvalidParameterException', "Value at 'password' failed to satisfy constraint")
  }
  if (password !== password.trim()) {
    throw new StandInServiceError(
      'InvalidParameterException',
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    )
  }
  const broken = RULES.find(([holds]) => !holds(password))
  if (broken)
    throw new StandInServiceError('InvalidPasswordException', `Password did not conform with policy: ${broken[1]}`)
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const SYMBOLS = `^$*.[]{}()?-"!@#%&/\\,><':;|_~\`+=`
/** Characters that break an unescaped link or page. Every password has some here; Cognito's have them occasionally. */
const BREAKING = ['&', '#', '%', '+', '"', '<']

const draw = (alphabet: string): string => alphabet[randomInt(alphabet.length)] ?? ''

export function generateTemporaryPassword(): string {
  const whole = `${LETTERS}${LETTERS.toUpperCase()}${DIGITS}${SYMBOLS}`
  const kinds = [LETTERS, LETTERS.toUpperCase(), DIGITS, ...BREAKING, ...Array.from({ length: 7 }, () => whole)]
  const signs = kinds.map(draw)
  for (let last = signs.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[signs[last], signs[other]] = [signs[other] ?? '', signs[last] ?? '']
  }
  return signs.join('')
}
