import * as z from 'zod/mini'
import { AnyPassword, Password } from './password.ts'
import { FirstName, FullName, LastName } from './person-name.ts'
import { Line } from './text.ts'
import { Email } from './values.ts'

/** The youngest who may have an account, in years. */
export const MINIMUM_AGE = 16

/** From this age on somebody decides alone, in years. */
export const ADULT_AGE = 18

/** The purchase form of /comprar. Its password keeps the form's own lower bound; the rules of password.ts hold besides. */
export const PurchaseForm = z
  .object({
    firstName: FirstName,
    lastName: LastName,
    email: Email,
    confirmEmail: Email,
    discountCode: z.optional(Line.check(z.maxLength(40))),
    password: AnyPassword.check(z.minLength(6, { error: 'Mínimo 6 caracteres' })),
    terms: z.boolean().check(z.refine((accepted) => accepted, { error: 'Debes aceptar los términos y condiciones' })),
  })
  .check(
    z.refine(({ email, confirmEmail }) => email === confirmEmail, {
      error: 'Los emails no coinciden',
      path: ['confirmEmail'],
      // Shown as soon as both addresses are valid, not only when the rest of the form is.
      when: ({ value }) => z.object({ email: Email, confirmEmail: Email }).safeParse(value).success,
    }),
  )
export type PurchaseForm = z.infer<typeof PurchaseForm>

/** Names of the attributes that sign-up leaves with Cognito, from which the profile is made. */
export const signUpAttributes = {
  firstName: 'given_name',
  lastName: 'family_name',
  birthDate: 'birthdate',
  termsAcceptedAt: 'custom:terms_accepted_at',
  termsVersion: 'custom:terms_version',
  marketingOptIn: 'custom:marketing_opt_in',
} as const

/** Those of them that are evidence of what was accepted: nobody, not even their owner, may change them afterwards. */
export const signUpEvidence = [
  signUpAttributes.termsAcceptedAt,
  signUpAttributes.termsVersion,
  signUpAttributes.marketingOptIn,
] as const

/** The oldest that anybody is taken to be, in years: an earlier birth is a slip of the keyboard. */
const MAXIMUM_AGE = 120

/**
 * Whether somebody born on `birthDate` (`YYYY-MM-DD`) has reached `years` on the calendar day `today`, and can be alive.
 * It is the year of today that is moved: a birth in the year 9990 would get a fifth digit, and as text that is before any
 * today.
 */
export const hasAge = (birthDate: string, years: number, today: string): boolean => {
  const dayYearsAgo = (ago: number) => `${Number(today.slice(0, 4)) - ago}${today.slice(4)}`
  return birthDate <= dayYearsAgo(years) && birthDate > dayYearsAgo(MAXIMUM_AGE + 1)
}

/** What Google, or an invitation, does not tell: asked in the consent step, never invented. */
export const CompleteRegistration = z.extend(FullName, {
  birthDate: z.iso.date({ error: 'Indica tu fecha de nacimiento' }),
  acceptedTerms: z.literal(true, { error: 'Debes aceptar los Términos y la Política de Privacidad' }),
  marketingOptIn: z._default(z.boolean(), false),
})

/** Which form signs up. */
const signUpFlows = ['registration', 'purchase'] as const

/** Somebody who wants an account. The purchase asks for no birth date, as its form does not. */
export const SignUp = z
  .extend(FullName, {
    email: Email,
    password: Password,
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

/** Where the mailed link for signing in carries its token: `/auth?enlace=…`. */
export const SIGN_IN_LINK = 'enlace'
