import * as z from 'zod/mini'
import { ExistingPassword, ValidPassword } from './password.ts'
import { FirstName, FullName, LastName } from './person-name.ts'
import { SingleLineText } from './text-schemas.ts'
import { AccountEmail, Email } from './value-schemas.ts'

/** Years. Younger clients need a guardian's consent. */
export const ADULT_AGE_YEARS = 18

/** The form of /comprar. It has its own minimum password length; the rules of password.ts apply as well. */
export const PurchaseForm = z
  .object({
    firstName: FirstName,
    lastName: LastName,
    email: AccountEmail,
    confirmEmail: Email,
    discountCode: z.optional(SingleLineText.check(z.maxLength(40))),
    password: ExistingPassword.check(z.minLength(6, { error: 'Mínimo 6 caracteres' })),
    terms: z.boolean().check(z.refine((accepted) => accepted, { error: 'Debes aceptar los términos y condiciones' })),
  })
  .check(
    z.refine(({ email, confirmEmail }) => email === confirmEmail, {
      error: 'Los emails no coinciden',
      path: ['confirmEmail'],
      // As soon as both addresses are valid, even if the rest of the form is not.
      when: ({ value }) => z.object({ email: Email, confirmEmail: Email }).safeParse(value).success,
    }),
  )
export type PurchaseForm = z.infer<typeof PurchaseForm>

export const cognitoSignUpAttributes = {
  firstName: 'given_name',
  lastName: 'family_name',
  birthDate: 'birthdate',
  termsAcceptedAt: 'custom:terms_accepted_at',
  termsVersion: 'custom:terms_version',
  marketingOptIn: 'custom:marketing_opt_in',
} as const

/** Evidence of what was accepted: immutable, even for the account's owner. */
export const signUpEvidenceAttributes = [
  cognitoSignUpAttributes.termsAcceptedAt,
  cognitoSignUpAttributes.termsVersion,
  cognitoSignUpAttributes.marketingOptIn,
] as const

/** Years. An earlier birth date is a typing error. */
const MAXIMUM_AGE = 120

/**
 * `birthDate` and `today` are `YYYY-MM-DD`. False for an age of more than 120 whole years. Shifts the year of
 * `today`, not of the birth date: 9990 would get a fifth digit and sort wrongly as text.
 */
export const hasReachedAge = (birthDate: string, years: number, today: string): boolean => {
  const dayYearsAgo = (ago: number) => `${Number(today.slice(0, 4)) - ago}${today.slice(4)}`
  return birthDate <= dayYearsAgo(years) && birthDate > dayYearsAgo(MAXIMUM_AGE + 1)
}

export const CompleteRegistration = z.extend(FullName, {
  birthDate: z.iso.date({ error: 'Indica tu fecha de nacimiento' }),
  acceptedTerms: z.literal(true, { error: 'Debes aceptar los Términos y la Política de Privacidad' }),
  marketingOptIn: z._default(z.boolean(), false),
})

const signUpFlows = ['registration', 'purchase'] as const

export const SignUpInput = z
  .extend(FullName, {
    email: AccountEmail,
    password: ValidPassword,
    flow: z.enum(signUpFlows),
    birthDate: z.optional(z.iso.date({ error: 'Indica tu fecha de nacimiento' })),
    acceptedTerms: z.literal(true, { error: 'Debes aceptar los Términos y la Política de Privacidad' }),
    marketingOptIn: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ flow, birthDate }) => flow === 'purchase' || birthDate !== undefined, {
      error: 'Indica tu fecha de nacimiento',
      path: ['birthDate'],
    }),
  )
