import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  RegistrationCompletionSchema,
  RegistrationFormSchema,
} from '../../../frontend/src/features/account/registration-schema.ts'
import {
  AdminBookingFormData,
  emptyAdminBookingValues,
} from '../../../frontend/src/features/consultations/admin-booking-values.ts'
import {
  createEmptyDosingForm,
  dosingFormResolver,
  DosingFormSchema,
  type DosingFormInput,
} from '../../../frontend/src/features/supplements/dosing-form.ts'

type Values = Readonly<Record<string, unknown>>

const createReader = (schema: z.ZodMiniType, valid: () => Values) => (field: string, value: unknown) => {
  const { data, error } = schema.safeParse({ ...valid(), [field]: value })
  return error ? error.issues.map(({ path, message }) => [path[0], message]) : (data as Values)[field]
}

const prescription = (): DosingFormInput => ({
  ...createEmptyDosingForm(),
  name: 'Magnesio',
  amount: '300',
  times: ['Mañana'],
  startDate: '2026-11-21',
})
const booking = {
  ...emptyAdminBookingValues,
  customerId: 'cus_aaaaaaaa',
  customerName: 'Lucía',
  day: '2026-12-10',
  time: '10:30',
}
const completion = {
  nombre: 'Lucía',
  apellidos: 'Ferrer',
  fecha_de_nacimiento: '1990-05-04',
  acceptedTerms: true,
  marketingOptIn: false,
}
const registration = {
  ...completion,
  email: 'lucia@example.com',
  password: 'Secreta-2026',
  confirmPassword: 'Secreta-2026',
}

const thousands = 'Escribe la cantidad sin separar los miles: 1000, o 1 si es una unidad'
const quarter = 'La hora tiene que ser en punto, y cuarto, y media o menos cuarto'
const euros = 'Escribe un importe en euros, por ejemplo 60,50'
const required = 'Este campo es obligatorio'

type Row = readonly [field: string, written: unknown, result: unknown]

interface FormCase {
  readonly form: string
  readonly read: ReturnType<typeof createReader>
  readonly accepted: readonly Row[]
  readonly refused: readonly Row[]
}

const accountRefusals: readonly Row[] = [
  ['email', ' ', required],
  ['confirmPassword', 'Secreta-2027', 'Las contraseñas no coinciden'],
]

const forms: readonly FormCase[] = [
  {
    form: 'A-66 SUP-20 a prescription',
    read: createReader(DosingFormSchema, prescription),
    accepted: [
      ['amount', '0,5', 0.5],
      ['amount', ' 2.25 ', 2.25],
      ['amount', '1000', 1000],
      ['packDoses', ' ', null],
      ['packDoses', '1', 1],
      ['packDoses', '10000', 10_000],
      ['endDate', '', ''],
      ['endDate', '2026-11-21', '2026-11-21'],
      ['name', 'M'.repeat(120), 'M'.repeat(120)],
    ],
    refused: [
      ['amount', '1.000', thousands],
      ['amount', ' 12,500 ', thousands],
      ['amount', '1.000.000', thousands],
      ['packDoses', 'muchas', 'Indica cuántas tomas trae el envase'],
      ['packDoses', '0', 'Indica cuántas tomas trae el envase'],
      ['packDoses', '1,5', 'Indica un número entero de tomas'],
      ['packDoses', '10001', 'Son demasiadas tomas para un envase'],
      ['name', '', 'Indica el suplemento'],
      ['startDate', '', 'Indica el inicio'],
      ['endDate', '2026-11-20', 'El final no puede ser anterior al inicio'],
    ],
  },
  {
    form: 'ADM-14 LIM-10 a consultation',
    read: createReader(AdminBookingFormData, () => booking),
    accepted: [
      ['time', '10:45', '10:45'],
      ['price', '', null],
      ['price', ' 60,5 ', 6050],
      ['price', '0.29', 29],
      ['durationMinutes', '45', 45],
      ['durationMinutes', ' ', 60],
      ['durationMinutes', 'una hora', 60],
      ['notes', '', null],
      ['notes', 'n'.repeat(4000), 'n'.repeat(4000)],
    ],
    refused: [
      ['customerId', '', 'Elige un cliente'],
      ['day', '', 'Indica el día'],
      ['time', '1030', 'Indica la hora'],
      ['time', '10:20', quarter],
      ['price', '60,555', euros],
      ['price', '-60', euros],
      ['notes', 'n'.repeat(4001), 'Las notas pueden tener 4000 caracteres como mucho'],
    ],
  },
  ...[
    { form: 'REG-05 a registration', schema: RegistrationFormSchema, values: registration },
    { form: 'REG-05 the rest of one that began with Google', schema: RegistrationCompletionSchema, values: completion },
  ].map(({ form, schema, values }): FormCase => ({
    form,
    read: createReader(schema, () => values),
    accepted: [['nombre', 'Lucía', 'Lucía']],
    refused: [
      ['nombre', '', required],
      ['apellidos', '', required],
      ['fecha_de_nacimiento', '', required],
      ['acceptedTerms', false, required],
      ...('email' in values ? accountRefusals : []),
    ],
  })),
]

const withShortText = ([field, written, result]: Row) => [field, String(written).slice(0, 12), written, result] as const

describe.each(forms)('$form', ({ read, accepted, refused }) => {
  test.each(accepted.map(withShortText))('takes %s %j', (field, _, written, value) => {
    expect(read(field, written)).toEqual(value)
  })

  test.each(refused.map(withShortText))(
    'says of %s %j, and of nothing else, what is wrong',
    (field, _, written, sentence) => {
      expect(read(field, written)).toEqual([[field, sentence]])
    },
  )
})

test('A-66 of amounts by moment the one that is wrong is named, and the single amount is not asked for', async () => {
  const values: DosingFormInput = {
    ...prescription(),
    amount: '',
    frequency: '2 veces al día',
    times: ['Noche', 'Mañana'],
    byMoment: true,
    amounts: { Mañana: '1', Noche: '1.000' },
  }
  const check = (changes: Partial<DosingFormInput>) =>
    dosingFormResolver({ ...values, ...changes }, undefined, { fields: {}, shouldUseNativeValidation: false })

  expect(await check({})).toMatchObject({ errors: { amounts: { Noche: { message: thousands } } } })
  expect((await check({ amounts: { Mañana: '1', Noche: '2' } })).errors).toEqual({})
  expect((await check({ amounts: { Mañana: '1' } })).errors).toHaveProperty('amounts.Noche')
  expect((await check({ byMoment: false })).errors).toHaveProperty('amount')
  expect((await check({ frequency: '1 vez al día', times: ['Noche'] })).errors).toHaveProperty('amount')
})
