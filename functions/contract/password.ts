import * as z from 'zod/mini'
import { SecretText } from './text-schemas.ts'

/**
 * In the order on screen; the same predicates for all forms and the server. Cognito allows a few more special
 * characters (`~`, inner spaces) and shows passwords to no trigger, so a sign-up outside our form may use those, which
 * is no weaker.
 */
export const passwordRules = [
  { id: 'length', text: 'Al menos 8 caracteres', holds: (password: string) => password.length >= 8 },
  { id: 'upper', text: 'Una letra mayúscula', holds: (password: string) => /[A-Z]/.test(password) },
  { id: 'lower', text: 'Una letra minúscula', holds: (password: string) => /[a-z]/.test(password) },
  { id: 'digit', text: 'Un número', holds: (password: string) => /[0-9]/.test(password) },
  {
    id: 'special',
    text: 'Un carácter especial (!@#$%^&*(),.?":{}|<>._-)',
    holds: (password: string) => /[!@#$%^&*(),.?":{}|<>_-]/.test(password),
  },
] as const

/** Cognito refuses surrounding spaces, and people do not see that they typed them. */
const padded = {
  text: 'La contraseña no puede empezar ni terminar con un espacio',
  holds: (password: string) => password === password.trim(),
}

export const findBrokenPasswordRule = (password: string): { readonly text: string } | undefined =>
  [padded, ...passwordRules].find(({ holds }) => !holds(password))

/** May be older than the rules. Cognito's limit is 256 characters. */
export const ExistingPassword = SecretText.check(
  z.maxLength(256, { error: 'La contraseña puede tener como máximo 256 caracteres' }),
)

/** Meets every rule. Cognito accepts no space at either end. */
export const ValidPassword = z.pipe(
  z.string().check(
    z.superRefine((password, context) => {
      const broken = findBrokenPasswordRule(password)
      if (broken) context.addIssue({ code: 'custom', message: broken.text })
    }),
  ),
  ExistingPassword,
)
