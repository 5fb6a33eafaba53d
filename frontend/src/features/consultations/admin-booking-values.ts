import * as z from 'zod/mini'
import { AgreedPrice, BookConsultation, bookingFields, type Consultation, usualDuration } from '#contract/consultation'
import { type Entered, enteredOf, keysOf, textsOf } from '#contract/record'
import { Lines } from '#contract/text'
import { textsIn } from '../../ui/record-texts.ts'
import { formatCount } from '../../ui/format.ts'
import { formatTime, formatWeekday, instantOf, wallTimeOf } from '../../ui/wall-time.ts'
import { consultationTypeText } from '#contract/status-words'
import { formatCents } from '#contract/money'

/** Used while the duration field holds no number. */
export const FALLBACK_MINUTES = 60

const minutesOf = (text: string): number => {
  const minutes = Number(text.trim() || 'none')
  return Number.isNaN(minutes) ? FALLBACK_MINUTES : minutes
}

const centsOf = (text: string): number | null => (text === '' ? null : Math.round(Number(text.replace(',', '.')) * 100))

export const bookingTexts = textsOf(bookingFields)

/** Local time of the practice, price in euros; otherwise as in the contract. */
export const AdminBooking = z.object({
  customerId: z.string().check(z.minLength(1, { error: 'Elige un cliente' })),
  /** The text in the client field; stored with a draft. */
  customerName: z.string(),
  day: z.iso.date({ error: 'Indica el día' }),
  time: z.string().check(
    z.regex(/^\d\d:\d\d$/, { error: 'Indica la hora' }),
    z.refine((time) => Number(time.slice(3)) % 15 === 0, {
      error: 'La hora tiene que ser en punto, y cuarto, y media o menos cuarto',
    }),
  ),
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
    AgreedPrice,
  ),
  ...enteredOf(bookingTexts),
  notes: z.pipe(
    Lines.check(z.maxLength(4000, { error: 'Las notas pueden tener 4000 caracteres como mucho' })),
    z.transform((notes) => notes || null),
  ),
})
export type AdminBookingValues = z.input<typeof AdminBooking>
export type AdminBooking = z.output<typeof AdminBooking>

export const emptyValues: AdminBookingValues = {
  customerId: '',
  customerName: '',
  day: '',
  time: '',
  type: 'general',
  durationMinutes: String(usualDuration('general')),
  price: '',
  ...textsIn(bookingTexts),
}

export const valuesOf = (consultation: Consultation): AdminBookingValues => ({
  customerId: consultation.customerId,
  customerName: consultation.customerName,
  ...wallTimeOf(consultation.startsAt),
  type: consultation.type,
  durationMinutes: String(consultation.durationMinutes),
  price: consultation.priceCents === null ? '' : (consultation.priceCents / 100).toFixed(2),
  ...textsIn(bookingTexts, consultation),
})

export const bodyOf = ({
  day,
  time,
  price,
  customerId: _customerId,
  customerName: _customerName,
  ...rest
}: AdminBooking): Entered<typeof bookingFields> => ({
  ...rest,
  startsAt: instantOf({ day, time }),
  priceCents: price,
})

interface Part {
  readonly label: string
  readonly names: readonly (keyof AdminBookingValues)[]
  readonly text: (consultation: Consultation) => string
}

/** Fields that are merged as a unit: one person's day must not be combined with another's hour. */
const parts: readonly Part[] = [
  {
    label: bookingFields.startsAt.label,
    names: ['day', 'time'],
    text: ({ startsAt }) => `${formatWeekday(startsAt)}, ${formatTime(startsAt)} h`,
  },
  {
    label: bookingFields.durationMinutes.label,
    names: ['durationMinutes'],
    text: ({ durationMinutes }) => `${formatCount(durationMinutes)} minutos`,
  },
  { label: bookingFields.type.label, names: ['type'], text: ({ type }) => consultationTypeText[type] },
  {
    label: bookingFields.priceCents.label,
    names: ['price'],
    text: ({ priceCents }) => (priceCents === null ? 'sin precio' : formatCents(priceCents)),
  },
  ...keysOf(bookingTexts).map((name) => {
    const { label } = bookingTexts[name]
    return {
      label,
      names: [name],
      text: (consultation: Consultation) => consultation[name] ?? `sin ${label.toLowerCase()}`,
    }
  }),
]

export interface ConcurrentChange {
  readonly values: AdminBookingValues
  /** What the other user changed, with their values. */
  readonly changes: readonly {
    readonly label: string
    readonly text: string
    /** False when the field was edited here too: then the value typed here stays. */
    readonly adopted: boolean
  }[]
}

/**
 * Three-way merge of a concurrent save: edited fields stay, others take the saved value, so that saving reverts
 * nobody's change.
 */
export function mergeConcurrentChange(
  base: Consultation,
  theirs: Consultation,
  mine: AdminBookingValues,
): ConcurrentChange {
  const [was, is] = [valuesOf(base), valuesOf(theirs)]
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
