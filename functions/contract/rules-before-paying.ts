import { WITHDRAWAL_DAYS, computeFreeChangeEnd, computeWithdrawalEnd, type NoShowRule } from './cancellation-rules.ts'
import { createDayFormatter, createInstantFormatter, toPracticeDay } from './calendar-days.ts'
import { formatCents } from './money.ts'

const weekdayDate = createDayFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
const clock = createInstantFormatter({ timeStyle: 'short' })

function formatDayAndHour(instant: string): string {
  const time = clock(instant)
  return `${weekdayDate(toPracticeDay(instant)).replace(',', '')} a ${time.startsWith('1:') ? 'la' : 'las'} ${time}`
}

/** What follows an instant: in mails to somebody in another time zone, theirs. */
export type FormatAside = (instant: string) => string

const withoutAside: FormatAside = () => ''

/** An exclusive end: midnight as `23:59` of the day before, any other time as it is. */
export const formatLastMinute = (end: string, formatAside = withoutAside): string => {
  const isMidnight = clock(end) === '0:00'
  const last = isMidnight ? new Date(Date.parse(end) - 60_000).toISOString() : end
  return formatDayAndHour(last) + formatAside(last)
}

export function formatFreeChangeLimit(startsAt: string, formatAside = withoutAside): string {
  const end = computeFreeChangeEnd(startsAt)
  return `Puedes cambiar o cancelar tu consulta gratis hasta el ${formatDayAndHour(end)}${formatAside(end)}.`
}

export interface RulesBeforePaying {
  /** Undefined in prerendered pages: the right of withdrawal is then stated without its last day. */
  readonly now?: string | undefined
  readonly amountCents: number
  readonly startsAt?: string | undefined
  readonly noShowRule?: NoShowRule | undefined
}

export const NO_SHOW_SENTENCES: Readonly<Record<NoShowRule, string>> = {
  lost: 'el pago se pierde',
  'another-hour': 'te damos otra hora con el mismo pago',
  refund: 'te devolvemos lo que pagaste',
}

/** Longer than Stripe's page can stay open. */
const SOON_MS = 3_600_000

/** The consultation may begin before the payment is completed. */
export const mayBeginBeforePaid = (startsAt: string, now: string): boolean =>
  Date.parse(startsAt) - Date.parse(now) < SOON_MS

export function formatRulesBeforePaying(about: RulesBeforePaying): readonly string[] {
  const { now, amountCents, startsAt, noShowRule } = about
  if (now && startsAt && startsAt <= now) return formatRulesAfterStart(now, noShowRule)
  return [
    `${now ? formatNotice(now, startsAt) : noticeOfAnyHour} ${formatCancellationChoices(amountCents)}`,
    `Además, ${now ? `hasta el ${formatLastMinute(computeWithdrawalEnd(now))}` : withinWithdrawalDays} ${formatWithdrawal()}`,
    ...(noShowRule ? [`Si no te presentas y ese plazo ha pasado, ${NO_SHOW_SENTENCES[noShowRule]}.`] : []),
    ...(now && startsAt && mayBeginBeforePaid(startsAt, now) ? [formatBegunMeanwhile(noShowRule)] : []),
  ]
}

/** For consultations that may begin before payment: whether it was held or missed is the practice's decision. */
const formatRulesAfterStart = (now: string, noShowRule: NoShowRule | undefined): readonly string[] => [
  `Esa consulta ya ha empezado o ya ha pasado: lo que se ha celebrado se paga y no se devuelve. Si se cortó antes de acabar, hasta el ${formatLastMinute(computeWithdrawalEnd(now))} puedes desistir de la parte que no se celebró.`,
  ...(noShowRule ? [`Si no te presentaste, ${NO_SHOW_SENTENCES[noShowRule]}.`] : []),
]

const formatBegunMeanwhile = (noShowRule: NoShowRule | undefined): string =>
  `Si terminas de pagar cuando ya ha empezado, lo que se celebre no se devuelve${noShowRule ? ` y, si no te presentas, ${NO_SHOW_SENTENCES[noShowRule]}` : ''}.`

export const formatCancellationChoices = (amountCents: number): string =>
  `Si la cancelas a tiempo, eliges entre otra hora, guardar tu pago, que no caduca, o la devolución de ${formatCents(amountCents)}.`

const withinWithdrawalDays = `durante los ${WITHDRAWAL_DAYS} días siguientes al pago`

export const formatWithdrawal = (isLostWhenHeld = true): string =>
  `puedes desistir de la compra y te devolvemos todo, aunque falten menos de 24 horas${isLostWhenHeld ? ', mientras la consulta no se haya celebrado' : ' y también después de la consulta'}.`

const noticeOfAnyHour = 'Puedes cambiar o cancelar tu consulta gratis hasta 24 horas antes.'

export function formatNotice(now: string, startsAt: string | undefined, formatAside?: FormatAside): string {
  if (!startsAt) return noticeOfAnyHour
  return Date.parse(now) < Date.parse(computeFreeChangeEnd(startsAt))
    ? formatFreeChangeLimit(startsAt, formatAside)
    : 'Faltan menos de 24 horas para esa consulta: para cambiarla, escríbenos.'
}

/**
 * Label of a checkbox that is not ticked beforehand: express request and acknowledgement (TRLGDCU articles 98.8 and
 * 103.a).
 */
export const EARLY_START_REQUEST =
  'Pido tener la consulta antes de que acabe el plazo de 14 días para desistir y sé que, una vez celebrada entera, ya no podré desistir.'

const withoutEarlyStart = (until: string) =>
  `Marca esta casilla para reservar esa hora. Si prefieres no hacerlo, elige una a partir del ${weekdayDate(toPracticeDay(until)).replace(',', '')}`

export const formatMissingEarlyStart = (now: string): string =>
  `${withoutEarlyStart(computeWithdrawalEnd(now))} o elige la hora después de pagar.`

/**
 * After payment.
 * @param until end of the right of withdrawal
 */
export const formatMissingEarlyStartAfterPayment = (until: string): string => `${withoutEarlyStart(until)}.`
