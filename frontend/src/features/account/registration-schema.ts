import * as z from 'zod/mini'
import { toPracticeDay } from '#contract/calendar-days'
import { ValidPassword } from '#contract/password'
import { FirstName, LastName } from '#contract/person-name'
import { MIN_ACCOUNT_AGE_YEARS } from '#contract/product'
import { SingleLineText } from '#contract/text-schemas'
import { CalendarDay, Email } from '#contract/value-schemas'
import { getServerNow } from '../../ui/server-clock.ts'

const latestBirthDate = (today: string): string =>
  `${Number(today.slice(0, 4)) - MIN_ACCOUNT_AGE_YEARS}${today.slice(4)}`

export const registrationInputNamesByField = {
  firstName: 'nombre',
  lastName: 'apellidos',
  birthDate: 'fecha_de_nacimiento',
}

const required = 'Este campo es obligatorio'

const BirthDate = z.union([CalendarDay, z.literal('')]).check(
  z.superRefine((day, context) => {
    const today = toPracticeDay(getServerNow())
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (!day) refuse(required)
    else if (day > today) refuse('La fecha de nacimiento no puede ser futura')
    else if (day > latestBirthDate(today)) refuse(`Debes tener al menos ${MIN_ACCOUNT_AGE_YEARS} años para registrarte`)
  }),
)

export const RegistrationFormSchema = z
  .object({
    nombre: z.pipe(SingleLineText.check(z.minLength(1, { error: required })), FirstName),
    apellidos: z.pipe(SingleLineText.check(z.minLength(1, { error: required })), LastName),
    fecha_de_nacimiento: BirthDate,
    email: z.pipe(z.string().check(z.trim(), z.minLength(1, { error: required })), Email),
    password: ValidPassword,
    confirmPassword: z.string(),
    acceptedTerms: z.boolean().check(z.refine((accepted) => accepted, { error: required })),
    marketingOptIn: z.boolean(),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      error: 'Las contraseñas no coinciden',
      path: ['confirmPassword'],
      when: ({ value }) => z.object({ password: z.string(), confirmPassword: z.string() }).safeParse(value).success,
    }),
  )
export type RegistrationFormValues = z.infer<typeof RegistrationFormSchema>

export const RegistrationCompletionSchema = z.object({
  nombre: z.pipe(SingleLineText.check(z.minLength(1, { error: required })), FirstName),
  apellidos: z.pipe(SingleLineText.check(z.minLength(1, { error: required })), LastName),
  fecha_de_nacimiento: BirthDate,
  acceptedTerms: z.boolean().check(z.refine((accepted) => accepted, { error: required })),
  marketingOptIn: z.boolean(),
})
export type RegistrationCompletionValues = z.infer<typeof RegistrationCompletionSchema>
