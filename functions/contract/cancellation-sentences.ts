import {
  type CancellationRule,
  type CancellationTerms,
  type NoShowRule,
  type Purchase,
  WITHDRAWAL_DAYS,
  computeFreeChangeEnd,
  computeRefundDeadlineDay,
  computeWithdrawalEnd,
  isWithdrawable,
} from './cancellation-rules.ts'
import { createDayFormatter, createInstantFormatter, toPracticeDay } from './calendar-days.ts'
import { formatCents } from './money.ts'
import { practiceLegalDetails } from './practice.ts'

const weekdayDate = createDayFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
const dayOfMonth = createDayFormatter({ day: 'numeric', month: 'long' })
const clock = createInstantFormatter({ timeStyle: 'short' })

/** `martes 1 de diciembre a las 10:30`, of the practice. */
function formatDayAndHour(instant: string): string {
  const time = clock(instant)
  return `${weekdayDate(toPracticeDay(instant)).replace(',', '')} a ${time.startsWith('1:') ? 'la' : 'las'} ${time}`
}

/** The last minute before an exclusive end: of a day, `23:59`. */
const formatLastMinute = (end: string): string => {
  const isMidnight = clock(end) === '0:00'
  return formatDayAndHour(isMidnight ? new Date(Date.parse(end) - 60_000).toISOString() : end)
}

/** For cards and mails about a consultation to come. */
export const formatFreeChangeLimit = (startsAt: string): string =>
  `Puedes cambiarla o cancelarla gratis hasta el ${formatDayAndHour(computeFreeChangeEnd(startsAt))}.`

export interface RulesBeforePaying {
  /** Undefined in a page that was rendered beforehand: the right of withdrawal is then told without its last day. */
  readonly now?: string | undefined
  readonly amountCents: number
  /** Undefined where the hour is chosen later. */
  readonly startsAt?: string | undefined
  /** Undefined while it is not known. */
  readonly noShowRule?: NoShowRule | undefined
}

/** What is shown before paying, and what the practice chooses from. */
export const NO_SHOW_SENTENCES: Readonly<Record<NoShowRule, string>> = {
  lost: 'el pago se pierde',
  'another-hour': 'te damos otra hora con el mismo pago',
  refund: 'te devolvemos lo que pagaste',
}

/** Longer than Stripe's page can be open. */
const SOON_MS = 3_600_000

/** Whether it may have begun by the time that it is paid. */
export const mayBeginBeforePaid = (startsAt: string, now: string): boolean =>
  Date.parse(startsAt) - Date.parse(now) < SOON_MS

/** What has to be read before paying: all limits with their day and hour. */
export function formatRulesBeforePaying(about: RulesBeforePaying): readonly string[] {
  const { now, amountCents, startsAt, noShowRule } = about
  if (now && startsAt && startsAt <= now) return formatRulesAfterStart(now, noShowRule)
  return [
    `${now ? formatNotice(now, startsAt) : noticeOfAnyHour} ${formatChoices(amountCents)}`,
    `Además, ${now ? `hasta el ${formatLastMinute(computeWithdrawalEnd(now))}` : withinWithdrawalDays} ${formatWithdrawal()}`,
    ...(noShowRule ? [`Si no te presentas y ese plazo ha pasado, ${NO_SHOW_SENTENCES[noShowRule]}.`] : []),
    ...(now && startsAt && mayBeginBeforePaid(startsAt, now) ? [formatBegunMeanwhile(noShowRule)] : []),
  ]
}

/** Held or missed by now, or under way: which of them the practice says when it closes the consultation. */
const formatRulesAfterStart = (now: string, noShowRule: NoShowRule | undefined): readonly string[] => [
  `Esa consulta ya ha empezado o ya ha pasado: lo que se ha celebrado se paga y no se devuelve. Si se cortó antes de acabar, hasta el ${formatLastMinute(computeWithdrawalEnd(now))} puedes desistir de la parte que no se celebró.`,
  ...(noShowRule ? [`Si no te presentaste, ${NO_SHOW_SENTENCES[noShowRule]}.`] : []),
]

const formatBegunMeanwhile = (noShowRule: NoShowRule | undefined): string =>
  `Si terminas de pagar cuando ya ha empezado, lo que se celebre no se devuelve${noShowRule ? ` y, si no te presentas, ${NO_SHOW_SENTENCES[noShowRule]}` : ''}.`

const formatChoices = (amountCents: number): string =>
  `Si la cancelas a tiempo, eliges entre otra hora, guardar tu pago, que no caduca, o la devolución de ${formatCents(amountCents)}.`

const withinWithdrawalDays = `durante los ${WITHDRAWAL_DAYS} días siguientes al pago`

const formatWithdrawal = (isLostWhenHeld = true): string =>
  `puedes desistir de la compra y te devolvemos todo, aunque falten menos de 24 horas${isLostWhenHeld ? ', mientras la consulta no se haya celebrado' : ' y también después de la consulta'}.`

export interface RulesOfConsultation {
  readonly now: string
  /** Undefined where the hour is still to be chosen. */
  readonly startsAt?: string | undefined
  /** Undefined where nothing was paid. */
  readonly payment?: (Purchase & { readonly leftCents: number }) | undefined
  readonly noShowRule: NoShowRule
  /** @default false */
  readonly hasMissedBefore?: boolean | undefined
  /**
   * Whether the right of withdrawal ends with the consultation.
   * @default true
   */
  readonly isLostWhenHeld?: boolean | undefined
}

export type RulesByName = readonly (readonly [name: string, text: string])[]

/** What holds at this moment of a consultation to come, or of a payment that waits for one: each rule with its name. */
export function formatRulesOfConsultation({
  now,
  startsAt,
  payment,
  noShowRule,
  hasMissedBefore = false,
  isLostWhenHeld = true,
}: RulesOfConsultation): RulesByName {
  const isFree = !startsAt || Date.parse(now) < Date.parse(computeFreeChangeEnd(startsAt))
  const notice = formatNotice(now, startsAt)
  const later = 'Después, escríbenos.'
  if (!payment || payment.leftCents === 0) return [['Cambios', isFree ? `${notice} ${later}` : notice]]
  const until = computeWithdrawalEnd(payment.purchasedAt)
  const mayWithdraw = isWithdrawable(now, payment)
  const isBound = hasMissedBefore && noShowRule !== 'refund'
  const choices = isBound ? formatBoundChoices(mayWithdraw) : formatChoices(payment.leftCents)
  return [
    ['Cambios', isFree ? `${notice} ${choices} ${later}` : notice],
    ...(mayWithdraw
      ? ([['Desistir', `Hasta el ${formatLastMinute(until)} ${formatWithdrawal(isLostWhenHeld)}`]] as const)
      : []),
    ['Ausencia', `Si no te presentas${mayWithdraw ? ' y ese plazo ha pasado' : ''}, ${NO_SHOW_SENTENCES[noShowRule]}.`],
  ]
}

/** What becomes of the payment of a consultation that was missed; nothing where nothing of it is left. */
export function formatRulesOfAbsence({
  now,
  payment,
  noShowRule,
}: Pick<RulesOfConsultation, 'now' | 'payment' | 'noShowRule'>): RulesByName {
  if (!payment || payment.leftCents === 0) return []
  const until = computeWithdrawalEnd(payment.purchasedAt)
  const rule = `vale la regla que leíste al pagar: ${NO_SHOW_SENTENCES[noShowRule]}.`
  if (!isWithdrawable(now, payment)) return [['Tu pago', `Para las ausencias ${rule}`]]
  return [
    [
      'Desistir',
      `Hasta el ${formatLastMinute(until)} puedes desistir de la compra, aunque no asistieras, y te devolvemos ${formatCents(payment.leftCents)}.`,
    ],
    ['Tu pago', `Si no desistes, ${rule}`],
  ]
}

const formatBoundChoices = (mayWithdraw: boolean): string =>
  mayWithdraw
    ? 'Si la cancelas a tiempo, eliges entre otra hora y guardar tu pago, que no caduca.'
    : 'Tu pago vale para otra hora, pero ya no se devuelve: no pudiste asistir a una anterior.'

const noticeOfAnyHour = 'Puedes cambiar o cancelar tu consulta gratis hasta 24 horas antes.'

function formatNotice(now: string, startsAt: string | undefined): string {
  if (!startsAt) return noticeOfAnyHour
  return Date.parse(now) < Date.parse(computeFreeChangeEnd(startsAt))
    ? formatFreeChangeLimit(startsAt)
    : 'Faltan menos de 24 horas para esa consulta: para cambiarla, escríbenos.'
}

/** Beside an empty box: the express request and the acknowledgement of TRLGDCU articles 98.8 and 103.a. */
export const EARLY_START_REQUEST =
  'Pido tener la consulta antes de que acabe el plazo de 14 días para desistir y sé que, una vez celebrada entera, ya no podré desistir.'

const withoutEarlyStart = (until: string) =>
  `Marca esta casilla para reservar esa hora. Si prefieres no hacerlo, elige una a partir del ${weekdayDate(toPracticeDay(until)).replace(',', '')}`

/** Names the first day after the right has ended. */
export const formatEarlyStartMissing = (now: string): string =>
  `${withoutEarlyStart(computeWithdrawalEnd(now))} o elige la hora después de pagar.`

/** To whoever has paid already. @param until when the right ends */
export const formatEarlyStartMissingOfPaid = (until: string): string => `${withoutEarlyStart(until)}.`

/** To the client of a paid hour that the practice has given. @param until when the right ends */
export const formatEarlyHourOfPractice = (until: string): string =>
  `Te hemos dado una hora antes de que acabe tu plazo para desistir, el ${formatLastMinute(until)}. No tienes que hacer nada: mientras no la pidas tú, conservas ese derecho entero, también después de la consulta. Si quieres, pídela:`

/** To the practice that gives a paid hour. @param until when the right ends */
export const formatEarlyHourForPractice = (until: string): string =>
  `${formatEarlyBudgetHourForPractice(until)} Se lo preguntamos en su panel y en el recordatorio.`

/** Of one that a budget includes, about which its client is asked when they choose an hour themselves. */
export const formatEarlyBudgetHourForPractice = (until: string): string =>
  `Esa hora es antes de que acabe su plazo para desistir, el ${formatLastMinute(until)}, y no la ha pedido expresamente. Mientras no lo haga conserva el derecho entero: hasta ese día puede recuperar todo lo pagado, aunque la consulta se celebre.`

export const formatReturnedPayment = (refundedCents: number): string =>
  `Te devolvemos ${formatCents(refundedCents)} por el mismo medio con el que pagaste.`

export const formatRefundArrival = (refundCents: number, now: string): string =>
  `${formatReturnedPayment(refundCents)} Sale hoy y tu banco suele tardar de 5 a 10 días laborables; como muy tarde, el ${dayOfMonth(computeRefundDeadlineDay(now))}.`

/** What Stripe or the bank has refused. The money is not lost. */
export const REFUND_REFUSED = 'El dinero sigue siendo tuyo: te escribiremos para devolvértelo de otra forma.'

/** @param isRefundable not where an hour of this payment was missed */
export const formatKeptPayment = (amountCents: number, isRefundable = true): string =>
  `Guardamos tus ${formatCents(amountCents)}: no caducan. Eliges hora cuando quieras${isRefundable ? ' y, mientras no la uses, puedes pedir la devolución' : ''}.`

const changeByWriting = `Escríbenos a ${practiceLegalDetails.email} y lo vemos contigo.`

/** `mayKeep`: the payment stays good for another hour. */
type RuleSentence = (refundCents: number, until: string, mayKeep: boolean) => string

const ruleSentences: Readonly<Record<CancellationRule, RuleSentence>> = {
  notice: (_, until) => `Puedes cambiarla o cancelarla gratis hasta el ${formatLastMinute(until)}.`,
  withdrawal: (_, until) =>
    `Puedes desistir de la compra hasta el ${formatLastMinute(until)}: va antes que la regla de las 24 horas y te devolvemos todo.`,
  'withdrawal-in-part': (refundCents, until) =>
    refundCents > 0
      ? `Puedes desistir de la compra hasta el ${formatLastMinute(until)}. Pagas solo la parte de la consulta que se celebró.`
      : 'La consulta se celebró entera dentro del plazo para desistir, como pediste: no queda nada que devolver.',
  unused: () => 'Tu pago no caduca. Mientras no lo uses puedes pedir la devolución.',
  'no-show': (refundCents, _, mayKeep) => {
    if (refundCents > 0) return 'No pudiste asistir: te devolvemos lo que pagaste.'
    return mayKeep
      ? `No pudiste asistir: te damos otra hora con el mismo pago. ${changeByWriting}`
      : `La consulta figura como no asistida y ya no se puede desistir de la compra. ${changeByWriting}`
  },
  'missed-before': (_, until) =>
    `${until ? `Puedes cambiarla o cancelarla gratis hasta el ${formatLastMinute(until)}` : 'Tu pago no caduca'}. Vale para otra hora, pero ya no se devuelve: no pudiste asistir a una anterior.`,
  'by-the-practice': () =>
    `Faltan menos de 24 horas: desde aquí ya no se puede cambiar ni cancelar. ${changeByWriting}`,
  begun: () => `La consulta ya ha empezado. ${changeByWriting}`,
  held: () => 'La consulta ya se ha celebrado.',
  refunded: () => 'Este pago ya se ha devuelto.',
  'of-budget': () => 'Este pago es de un presupuesto: lo no usado se devuelve al cancelar el presupuesto.',
}

/** By which rule the client may have what the terms say, or why nothing. */
export const formatCancellationRule = ({ rule, refundCents, until = '', mayKeep }: CancellationTerms): string =>
  ruleSentences[rule](refundCents, until, mayKeep)

const practiceSentences: Readonly<Record<CancellationRule, RuleSentence>> = {
  notice: (_, until) => `puede cancelar gratis hasta el ${formatLastMinute(until)}.`,
  withdrawal: (_, until) => `puede desistir de la compra hasta el ${formatLastMinute(until)}.`,
  'withdrawal-in-part': (refundCents, until) =>
    refundCents > 0
      ? `puede desistir hasta el ${formatLastMinute(until)}, y debe solo la parte de la consulta que se celebró.`
      : 'la consulta se celebró entera dentro del plazo para desistir, como pidió.',
  unused: () => 'todavía no ha usado este pago.',
  'no-show': (refundCents, _, mayKeep) => {
    if (refundCents > 0) return 'no asistió, y la regla que leyó al pagar es devolverlo.'
    return mayKeep
      ? 'no asistió, y la regla que leyó al pagar es darle otra hora con el mismo pago.'
      : 'no asistió y ya no puede desistir.'
  },
  'missed-before': () => 'no asistió a una hora anterior de este pago, que vale para otra hora pero ya no se devuelve.',
  'by-the-practice': () => 'faltan menos de 24 horas y ya no puede desistir.',
  begun: () => 'la consulta ya ha empezado. Lo que se devuelve lo decides tú.',
  held: () => 'la consulta ya se ha celebrado. Lo que se devuelve lo decides tú.',
  refunded: () => 'este pago ya se ha devuelto.',
  'of-budget': () => 'este pago es de un presupuesto: lo no usado se devuelve al cancelar el presupuesto.',
}

/** For the practice: what the client is owed by the rules, and by which. */
export const formatRefundAdvice = ({ rule, refundCents, until = '', mayKeep }: CancellationTerms): string =>
  `Según las reglas ${refundCents > 0 ? `le corresponden ${formatCents(refundCents)}` : 'no le corresponde nada'}: ${practiceSentences[rule](refundCents, until, mayKeep)}`
