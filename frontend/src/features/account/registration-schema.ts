import * as z from 'zod/mini'
import { dayOf } from '#contract/days'
import { Password } from '#contract/password'
import { FirstName, LastName } from '#contract/person-name'
import { MINIMUM_AGE } from '#contract/sign-up'
import { Line } from '#contract/text'
import { Day, Email } from '#contract/values'
import { serverNow } from '../../ui/server-clock.ts'

const latestBirthDate = (today: string): string => `${Number(today.slice(0, 4)) - MINIMUM_AGE}${today.slice(4)}`

const required = 'Este campo es obligatorio'

const BirthDate = z.union([Day, z.literal('')]).check(
  z.superRefine((day, context) => {
    const today = dayOf(serverNow())
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (!day) refuse(required)
    else if (day > today) refuse('La fecha de nacimiento no puede ser futura')
    else if (day > latestBirthDate(today)) refuse(`Debes tener al menos ${MINIMUM_AGE} años para registrarte`)
  }),
)

export const RegistrationSchema = z
  .object({
    nombre: z.pipe(Line.check(z.minLength(1, { error: required })), FirstName),
    apellidos: z.pipe(Line.check(z.minLength(1, { error: required })), LastName),
    fecha_de_nacimiento: BirthDate,
    email: z.pipe(z.string().check(z.trim(), z.minLength(1, { error: required })), Email),
    password: Password,
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
export type RegistrationForm = z.infer<typeof RegistrationSchema>

export const ConsentSchema = z.object({
  nombre: z.pipe(Line.check(z.minLength(1, { error: required })), FirstName),
  apellidos: z.pipe(Line.check(z.minLength(1, { error: required })), LastName),
  fecha_de_nacimiento: BirthDate,
  acceptedTerms: z.boolean().check(z.refine((accepted) => accepted, { error: required })),
  marketingOptIn: z.boolean(),
})
export type ConsentForm = z.infer<typeof ConsentSchema>
