import * as z from 'zod'
import { Password } from '#contract/password'
import { MINIMUM_AGE } from '#contract/sign-up'
import { Day, Email } from '#contract/values'

/** The latest birth date of somebody who is old enough today, as `YYYY-MM-DD`. */
function latestBirthDate(today: Date): string {
  const latest = new Date(Date.UTC(today.getFullYear() - MINIMUM_AGE, today.getMonth(), today.getDate()))
  return latest.toISOString().slice(0, 10)
}

const required = 'Este campo es obligatorio'
const shortName = 'Nombre demasiado corto'
const shortLastName = 'Apellidos demasiado cortos'

const BirthDate = Day.or(z.literal('')).superRefine((day, context) => {
  const now = new Date()
  const refuse = (message: string) => context.addIssue({ code: 'custom', message })
  if (!day) refuse(required)
  else if (day > now.toISOString().slice(0, 10)) refuse('La fecha de nacimiento no puede ser futura')
  else if (day > latestBirthDate(now)) refuse(`Debes tener al menos ${MINIMUM_AGE} años para registrarte`)
})

/** The registration form: the browser refuses what sign-up would. */
export const RegistrationSchema = z
  .object({
    nombre: z
      .string()
      .trim()
      .min(1, { error: required })
      .min(2, { error: shortName })
      .max(80, { error: 'Nombre demasiado largo' }),
    apellidos: z
      .string()
      .trim()
      .min(1, { error: required })
      .min(2, { error: shortLastName })
      .max(120, { error: 'Apellidos demasiado largos' }),
    fecha_de_nacimiento: BirthDate,
    email: z.string().trim().min(1, { error: required }).pipe(Email),
    password: Password,
    confirmPassword: z.string(),
    acceptedTerms: z.boolean().refine((accepted) => accepted, { error: required }),
    marketingOptIn: z.boolean(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    error: 'Las contraseñas no coinciden',
    path: ['confirmPassword'],
    when: ({ value }) => z.object({ password: z.string(), confirmPassword: z.string() }).safeParse(value).success,
  })
export type RegistrationForm = z.infer<typeof RegistrationSchema>

/** What is asked of somebody who comes by Google: the same rules, without the password that Google stands in for. */
export const ConsentSchema = z.object({
  nombre: z.string().trim().min(1, { error: required }).min(2, { error: shortName }).max(80),
  apellidos: z.string().trim().min(1, { error: required }).min(2, { error: shortLastName }).max(120),
  fecha_de_nacimiento: BirthDate,
  acceptedTerms: z.boolean().refine((accepted) => accepted, { error: required }),
  marketingOptIn: z.boolean(),
})
export type ConsentForm = z.infer<typeof ConsentSchema>
