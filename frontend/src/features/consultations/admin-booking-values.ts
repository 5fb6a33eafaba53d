import * as z from 'zod/mini'
import { instantToWallTime, wallTimeToInstant } from '#contract/calendar-days'
import {
  AgreedConsultationPrice,
  BookConsultation,
  consultationBookingFields,
  type Consultation,
  getDefaultConsultationMinutes,
} from '#contract/consultation'
import { type EnteredRecord, getFieldInputSchemas, getObjectKeys, pickTextFields } from '#contract/record-fields'
import { MultilineText } from '#contract/text-schemas'
import { toFormTextValues } from '../../ui/form-text-values.ts'
import { formatInteger } from '../../ui/format.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { getEnteredPriceCents } from './consultation-words.ts'
import { consultationTypeLabels } from '#contract/status-labels'
import { formatCents } from '#contract/money'
import { checkHourExists, consultationSlotFields } from './consultation-slot-fields.ts'

export const FALLBACK_CONSULTATION_MINUTES = 60

const minutesOf = (text: string): number => {
  const minutes = Number(text.trim() || 'none')
  return Number.isNaN(minutes) ? FALLBACK_CONSULTATION_MINUTES : minutes
}

const centsOf = (text: string): number | null => (text === '' ? null : Math.round(Number(text.replace(',', '.')) * 100))

export const bookingTextFields = pickTextFields(consultationBookingFields)

export const AdminBookingFormData = z
  .object({
    customerId: z.string().check(z.minLength(1, { error: 'Elige un cliente' })),
    customerName: z.string(),
    /** The budget that pays for the consultation, or the choice of none; empty before a choice. */
    budgetId: z.string(),
    /** The paid order that is redeemed, or `OTHER_CLIENT`; empty before a choice. */
    orderId: z.string(),
    ...consultationSlotFields,
    type: BookConsultation.shape.type,
    durationMinutes: z.pipe(z.pipe(z.string(), z.transform(minutesOf)), BookConsultation.shape.durationMinutes),
    price: z.pipe(
      z.pipe(
        z
          .string()
          .check(
            z.trim(),
            z.regex(/^(\d+([.,]\d{1,2})?)?$/, { error: 'Escribe un importe en euros, por ejemplo 60,50' }),
          ),
        z.transform(centsOf),
      ),
      AgreedConsultationPrice,
    ),
    roomUrl: BookConsultation.shape.roomUrl,
    ...getFieldInputSchemas(bookingTextFields),
    notes: z.pipe(
      MultilineText.check(z.maxLength(4000, { error: 'Las notas pueden tener 4000 caracteres como mucho' })),
      z.transform((notes) => notes || null),
    ),
  })
  .check(checkHourExists)
export type AdminBookingFormValues = z.input<typeof AdminBookingFormData>
export type AdminBookingFormData = z.output<typeof AdminBookingFormData>

export const emptyAdminBookingValues: AdminBookingFormValues = {
  customerId: '',
  customerName: '',
  budgetId: '',
  orderId: '',
  day: '',
  time: '',
  type: 'general',
  durationMinutes: String(getDefaultConsultationMinutes('general')),
  price: '',
  roomUrl: '',
  ...toFormTextValues(bookingTextFields),
}

export const toEuroText = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2))

export const toAdminBookingValues = (consultation: Consultation): AdminBookingFormValues => ({
  customerId: consultation.customerId,
  customerName: consultation.customerName,
  budgetId: '',
  orderId: '',
  ...instantToWallTime(consultation.startsAt),
  type: consultation.type,
  durationMinutes: String(consultation.durationMinutes),
  price: toEuroText(getEnteredPriceCents(consultation)),
  roomUrl: consultation.roomUrl ?? '',
  ...toFormTextValues(bookingTextFields, consultation),
})

export const toBookingRequestBody = ({
  day,
  time,
  price,
  customerId: _customerId,
  customerName: _customerName,
  budgetId: _budgetId,
  orderId: _orderId,
  ...rest
}: AdminBookingFormData): EnteredRecord<typeof consultationBookingFields> => ({
  ...rest,
  startsAt: wallTimeToInstant({ day, time }),
  priceCents: price,
})

interface Part {
  readonly label: string
  readonly names: readonly (keyof AdminBookingFormValues)[]
  readonly text: (consultation: Consultation) => string
}

/** Fields merged as a unit: the day of one edit must not be combined with the hour of another. */
const parts: readonly Part[] = [
  {
    label: consultationBookingFields.startsAt.label,
    names: ['day', 'time'],
    text: ({ startsAt }) => `${formatWeekdayDate(startsAt)}, ${formatTime(startsAt)} h`,
  },
  {
    label: consultationBookingFields.durationMinutes.label,
    names: ['durationMinutes'],
    text: ({ durationMinutes }) => `${formatInteger(durationMinutes)} minutos`,
  },
  { label: consultationBookingFields.type.label, names: ['type'], text: ({ type }) => consultationTypeLabels[type] },
  {
    label: consultationBookingFields.priceCents.label,
    names: ['price'],
    text: (consultation) => {
      const priceCents = getEnteredPriceCents(consultation)
      return priceCents === null ? 'sin precio' : formatCents(priceCents)
    },
  },
  {
    label: consultationBookingFields.roomUrl.label,
    names: ['roomUrl'],
    text: ({ roomUrl }) => roomUrl ?? 'la de la consulta',
  },
  ...getObjectKeys(bookingTextFields).map((name) => {
    const { label } = bookingTextFields[name]
    return {
      label,
      names: [name],
      text: (consultation: Consultation) => consultation[name] ?? `sin ${label.toLowerCase()}`,
    }
  }),
]

export interface ConcurrentBookingChange {
  readonly values: AdminBookingFormValues
  readonly changes: readonly {
    readonly label: string
    readonly text: string
    readonly adopted: boolean
  }[]
}

/**
 * Three-way merge after a concurrent save: edited fields keep their value, others take the saved one, so that saving
 * reverts nobody's change.
 */
export function mergeConcurrentBookingChange(
  base: Consultation,
  theirs: Consultation,
  mine: AdminBookingFormValues,
): ConcurrentBookingChange {
  const [was, is] = [toAdminBookingValues(base), toAdminBookingValues(theirs)]
  const changed = parts.filter(({ names }) => names.some((name) => was[name] !== is[name]))
  const untouched = changed.filter(({ names }) => names.every((name) => was[name] === mine[name]))
  const adopted = untouched.flatMap(({ names }) => names.map((name) => [name, is[name]] as const))
  return {
    values: { ...mine, ...Object.fromEntries(adopted) },
    changes: changed.map((part) => ({
      label: part.label,
      text: part.text(theirs),
      adopted: untouched.includes(part),
    })),
  }
}
