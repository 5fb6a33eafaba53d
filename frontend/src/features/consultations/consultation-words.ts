import type { OwnConsultation } from '#contract/consultation'
import type { ConsultationType } from '#contract/consultation-types'
import { addDays, instantToWallTime } from '#contract/calendar-days'
import { ROOM_OPENS_MINUTES_BEFORE } from '#contract/consultation-room'
import { formatCents } from '#contract/money'
import { consultationStatusLabels, consultationTypeLabels } from '#contract/status-labels'
import { formatInteger } from '../../ui/format.ts'
import { formatTime, formatWeekdayNumber } from '../../ui/wall-time.ts'

/** Types that clients may request; stored consultations may have others. */
export const clientConsultationTypes = ['general', 'seguimiento', 'revision', 'urgente'] as const

export const adminConsultationTypes = ['general', 'seguimiento', 'primera_consulta', 'revision'] as const

export const toConsultationTypeOptions = (types: readonly ConsultationType[], stored?: ConsultationType) =>
  [...new Set([...types, ...(stored ? [stored] : [])])].map((type) => [type, consultationTypeLabels[type]] as const)

/** A request that was not confirmed in time is shown as lapsed, not as cancelled by the client. */
export const toConsultationStatusText = (
  { status, toConfirm, lapsed }: Pick<OwnConsultation, 'status' | 'toConfirm' | 'lapsed'>,
  labels = consultationStatusLabels,
) => {
  if (lapsed) return 'Caducada sin confirmar'
  return toConfirm ? 'Pendiente de confirmar' : labels[status]
}

export const getEnteredPriceCents = ({
  priceCents,
  proposedPriceCents,
}: Pick<OwnConsultation, 'priceCents' | 'proposedPriceCents'>): number | null => proposedPriceCents ?? priceCents

/** Also true if nothing is charged on top of what was paid. */
export const isPriceKnown = (
  consultation: Pick<OwnConsultation, 'isPaid' | 'isIncluded' | 'priceCents' | 'proposedPriceCents'>,
): boolean => consultation.isPaid || consultation.isIncluded || getEnteredPriceCents(consultation) !== null

export const missingPriceText = 'Escribe el precio, o 0 si no le cobras nada'

/** Whoever asks for an hour is promised its price with the confirmation. */
export const isPriceDue = ({
  toConfirm,
  isPaid,
  isIncluded,
}: Pick<OwnConsultation, 'toConfirm' | 'isPaid' | 'isIncluded'>): boolean => toConfirm && !isPaid && !isIncluded

export const hasOpenPrice = ({
  proposedPriceCents,
  priceDeclinedAt,
  status,
}: Pick<OwnConsultation, 'proposedPriceCents' | 'priceDeclinedAt' | 'status'>): boolean =>
  proposedPriceCents !== null && priceDeclinedAt === null && status !== 'cancelled'

/** Also of a declined price, which can still be accepted. */
export const mayAcceptPrice = ({
  proposedPriceCents,
  isPaid,
  status,
}: Pick<OwnConsultation, 'proposedPriceCents' | 'isPaid' | 'status'>): boolean =>
  proposedPriceCents !== null && !isPaid && status !== 'cancelled'

export const isPaymentDue = (
  consultation: Pick<OwnConsultation, 'priceCents' | 'isPaid' | 'toConfirm'> & Parameters<typeof hasOpenPrice>[0],
): boolean => {
  const { priceCents, isPaid, toConfirm, status } = consultation
  return Boolean(priceCents) && !isPaid && !toConfirm && status !== 'cancelled' && !hasOpenPrice(consultation)
}

export const paidPriceHint = 'Ya está pagada: su precio no cambia.'
const includedPriceHint = 'Incluida en su presupuesto: no se cobra aparte.'

export function toPriceHint(
  consultation:
    | Pick<
        OwnConsultation,
        'isIncluded' | 'isPaid' | 'priceCents' | 'proposedPriceCents' | 'priceDeclinedAt' | 'status'
      >
    | undefined,
): string | undefined {
  if (!consultation) return undefined
  const { isIncluded, isPaid, priceCents, proposedPriceCents } = consultation
  if (isIncluded) return includedPriceHint
  if (isPaid) return paidPriceHint
  if (proposedPriceCents === null) return 'Si lo subes, el cliente tiene que aceptarlo: se lo preguntamos por correo.'
  const agreed = priceCents === null ? '' : ` El acordado es ${formatCents(priceCents)}.`
  return hasOpenPrice(consultation)
    ? `El cliente todavía no ha aceptado ${formatCents(proposedPriceCents)}.${agreed}`
    : `El cliente no acepta ${formatCents(proposedPriceCents)}.${agreed}`
}

type PricedConsultation = Pick<
  OwnConsultation,
  'priceCents' | 'isPaid' | 'toConfirm' | 'proposedPriceCents' | 'priceDeclinedAt' | 'status'
>

/** Undefined while a price waits for an answer, and for a confirmed, unpaid consultation without a price. */
export function toConsultationPriceText(consultation: PricedConsultation): string | undefined {
  const { priceCents, isPaid, toConfirm } = consultation
  if (hasOpenPrice(consultation)) return undefined
  if (priceCents === null) return isPaid ? 'ya pagada' : toConfirm ? 'te confirmaremos el precio' : undefined
  if (priceCents === 0) return 'sin coste'
  return `${formatCents(priceCents)}, ${isPaid ? 'ya pagada' : 'pendiente de pago'}`
}

const MINUTE_MS = 60_000

/** `faltan 3 días`, `faltan 7 h 50 min`; undefined in the last 15 minutes, when the heading says it. */
export function toCountdownText(startsAt: string, now: Date): string | undefined {
  const minutes = Math.ceil((Date.parse(startsAt) - now.getTime()) / MINUTE_MS)
  if (minutes <= ROOM_OPENS_MINUTES_BEFORE) return undefined
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60), minutes % 60]
  if (days >= 2) return `faltan ${formatInteger(days)} días`
  const words = hours > 0 ? `${hours} h${rest > 0 ? ` ${rest} min` : ''}` : `${rest} min`
  return `${hours === 1 && rest === 0 ? 'falta' : 'faltan'} ${words}`
}

/** `hoy a las 16:30`, `empieza en 12 min`, in the practice's time zone. */
export function toConsultationHeading(
  { startsAt, durationMinutes, status }: Pick<OwnConsultation, 'startsAt' | 'durationMinutes' | 'status'>,
  now: Date,
): string {
  const minutes = Math.ceil((Date.parse(startsAt) - now.getTime()) / MINUTE_MS)
  const time = formatTime(startsAt)
  if (minutes <= -durationMinutes && status !== 'in_progress') return `ha terminado, empezó a las ${time}`
  if (minutes <= 0) return `en curso desde las ${time}`
  if (minutes <= ROOM_OPENS_MINUTES_BEFORE) return `empieza en ${minutes} min`
  const { day } = instantToWallTime(startsAt)
  const { day: today } = instantToWallTime(now.toISOString())
  if (day === today) return `hoy a las ${time}`
  return day === addDays(today, 1) ? `mañana a las ${time}` : `el ${formatWeekdayNumber(startsAt)} a las ${time}`
}
