import { BUDGET_ABSENCE_SENTENCES } from './budget-labels.ts'
import {
  type CancellationRule,
  type CancellationTerms,
  type NoShowRule,
  type Purchase,
  computeFreeChangeEnd,
  computeRefundDeadlineDay,
  computeWithdrawalEnd,
  isWithdrawable,
  isWithinWithdrawal,
} from './cancellation-rules.ts'
import { createDayFormatter } from './calendar-days.ts'
import { formatCents } from './money.ts'
import {
  type FormatAside,
  formatCancellationChoices,
  formatLastMinute,
  formatNotice,
  formatWithdrawal,
  NO_SHOW_SENTENCES,
} from './rules-before-paying.ts'
import { practiceLegalDetails } from './practice.ts'

const dayOfMonth = createDayFormatter({ day: 'numeric', month: 'long' })
export interface RulesOfConsultation {
  readonly now: string
  readonly startsAt?: string | undefined
  readonly payment?: (Purchase & { readonly leftCents: number }) | undefined
  readonly noShowRule: NoShowRule
  /** @default false */
  readonly hasMissedBefore?: boolean | undefined
  /**
   * Whether the right of withdrawal ends with the consultation.
   * @default true
   */
  readonly isLostWhenHeld?: boolean | undefined
  readonly formatAside?: FormatAside | undefined
}

export type RulesByName = readonly (readonly [name: string, text: string])[]

export function formatRulesOfConsultation({
  now,
  startsAt,
  payment,
  noShowRule,
  hasMissedBefore = false,
  isLostWhenHeld = true,
  formatAside,
}: RulesOfConsultation): RulesByName {
  const isFree = !startsAt || Date.parse(now) < Date.parse(computeFreeChangeEnd(startsAt))
  const notice = formatNotice(now, startsAt, formatAside)
  const later = 'Después, escríbenos.'
  if (!payment || payment.leftCents === 0) return [['Cambios', isFree ? `${notice} ${later}` : notice]]
  const until = computeWithdrawalEnd(payment.purchasedAt)
  const mayWithdraw = isWithdrawable(now, payment)
  const isBound = hasMissedBefore && noShowRule !== 'refund'
  const choices = isBound ? formatBoundChoices(mayWithdraw) : formatCancellationChoices(payment.leftCents)
  return [
    ['Cambios', isFree ? `${notice} ${choices} ${later}` : notice],
    ...(mayWithdraw
      ? ([
          ['Desistir', `Hasta el ${formatLastMinute(until, formatAside)} ${formatWithdrawal(isLostWhenHeld)}`],
        ] as const)
      : []),
    ['Ausencia', `Si no te presentas${mayWithdraw ? ' y ese plazo ha pasado' : ''}, ${NO_SHOW_SENTENCES[noShowRule]}.`],
  ]
}

export function formatRulesOfAbsence({
  now,
  payment,
  noShowRule,
  formatAside,
}: Pick<RulesOfConsultation, 'now' | 'payment' | 'noShowRule' | 'formatAside'>): RulesByName {
  if (!payment || payment.leftCents === 0) return []
  const until = computeWithdrawalEnd(payment.purchasedAt)
  const rule = `vale la regla que leíste al pagar: ${NO_SHOW_SENTENCES[noShowRule]}.`
  if (!isWithdrawable(now, payment)) return [['Tu pago', `Para las ausencias ${rule}`]]
  return [
    [
      'Desistir',
      `Hasta el ${formatLastMinute(until, formatAside)} puedes desistir de la compra, aunque no asistieras, y te devolvemos ${formatCents(payment.leftCents)}.`,
    ],
    ['Tu pago', `Si no desistes, ${rule}`],
  ]
}

interface AcceptedBudget {
  readonly acceptedAt: string
  readonly isEnded: boolean
  readonly noShowRule: NoShowRule
  readonly formatAside?: FormatAside | undefined
}

export function formatBudgetRulesOfAbsence(
  now: string,
  { acceptedAt, isEnded, noShowRule, formatAside }: AcceptedBudget,
): RulesByName {
  // An ended budget gives nothing back for a later absence, whatever its rule.
  if (isEnded) return [['Tu presupuesto', 'Ya ha terminado, y esta consulta cuenta como usada.']]
  const rule = `vale la regla que leíste al aceptarlo. ${BUDGET_ABSENCE_SENTENCES[noShowRule]}`
  if (!isWithinWithdrawal(now, acceptedAt)) return [['Tu presupuesto', `Para las ausencias ${rule}`]]
  return [
    [
      'Desistir',
      `Hasta el ${formatLastMinute(computeWithdrawalEnd(acceptedAt), formatAside)} puedes desistir de tu presupuesto, y entonces esta consulta no se te cobra.`,
    ],
    ['Tu presupuesto', `Si no desistes, ${rule}`],
  ]
}

const formatBoundChoices = (mayWithdraw: boolean): string =>
  mayWithdraw
    ? 'Si la cancelas a tiempo, eliges entre otra hora y guardar tu pago, que no caduca.'
    : 'Tu pago vale para otra hora, pero ya no se devuelve, porque no pudiste asistir a una anterior.'

/**
 * For the client of a paid consultation booked by the practice.
 * @param until end of the right of withdrawal
 */
export const formatEarlyHourOfPractice = (until: string): string =>
  `La hora que te hemos dado es anterior al final de tu plazo para desistir, que acaba el ${formatLastMinute(until)}. No tienes que hacer nada: mientras no la pidas tú, conservas ese derecho entero, también después de la consulta. Si quieres, pídela:`

/**
 * For the practice booking a paid consultation.
 * @param until end of the right of withdrawal
 */
export const explainEarlyStartToPractice = (until: string): string =>
  `${explainEarlyStartOfBudgetToPractice(until)} Se lo preguntamos en su panel y en el recordatorio.`

/** For the practice booking a consultation of a budget; clients are asked when they book one themselves. */
export const explainEarlyStartOfBudgetToPractice = (until: string): string =>
  `Esa hora es antes de que acabe su plazo para desistir, el ${formatLastMinute(until)}, y no la ha pedido expresamente. Mientras no lo haga conserva el derecho entero: hasta ese día puede recuperar todo lo pagado, aunque la consulta se celebre.`

/** @param heldUpCents part of it that waits until the client's bank has decided about a dispute */
export const formatReturnedPayment = (refundedCents: number, heldUpCents = 0): string =>
  formatWithHeldUp({ refundedCents, heldUpCents, arrival: '' })

/** @param heldUpCents part of it that waits until the client's bank has decided about a dispute */
export const formatRefundArrival = (refundCents: number, now: string, heldUpCents = 0): string =>
  formatWithHeldUp({
    refundedCents: refundCents,
    heldUpCents,
    arrival: ` Sale hoy y tu banco suele tardar de 5 a 10 días laborables; como muy tarde, el ${dayOfMonth(computeRefundDeadlineDay(now))}.`,
  })

interface ReturnedPayment {
  readonly refundedCents: number
  readonly heldUpCents: number
  readonly arrival: string
}

function formatWithHeldUp({ refundedCents, heldUpCents, arrival }: ReturnedPayment): string {
  const made = `Te devolvemos ${formatCents(refundedCents - heldUpCents)} por el mismo medio con el que pagaste.${arrival}`
  if (heldUpCents === 0) return made
  const isAll = heldUpCents >= refundedCents
  const heldUp = `Has reclamado ${isAll ? 'el' : 'un'} pago a tu banco y, mientras no decida, no podemos devolvértelo. Si no te lo devuelve él, te devolvemos ${isAll ? '' : 'otros '}${formatCents(heldUpCents)} por el mismo medio con el que pagaste; su decisión puede tardar unos meses.`
  return isAll ? heldUp : `${made} ${heldUp}`
}

/** @param heldUpCents part of it that waits until the client's bank has decided about a dispute */
export function formatRefundRequested(refundedCents: number, heldUpCents = 0): string {
  const made = `Te devolvemos ${formatCents(refundedCents - heldUpCents)}: te lo confirmamos por correo.`
  if (heldUpCents === 0) return made
  const isAll = heldUpCents >= refundedCents
  const heldUp = `Si tu banco no te devuelve el pago que has reclamado, te devolvemos ${isAll ? '' : 'otros '}${formatCents(heldUpCents)} cuando decida.`
  return isAll ? heldUp : `${made} ${heldUp}`
}

export const REFUND_REFUSED = 'El dinero sigue siendo tuyo: te escribiremos para devolvértelo de otra forma.'

/** @param isRefundable false when a consultation of this payment was missed */
export const formatKeptPayment = (amountCents: number, isRefundable = true): string =>
  `Guardamos tus ${formatCents(amountCents)}: no caducan. Eliges hora cuando quieras${isRefundable ? ' y, mientras no la uses, puedes pedir la devolución' : ''}.`

const changeByWriting = `Escríbenos a ${practiceLegalDetails.email} y lo vemos contigo.`

/** `mayKeep`: the payment stays valid for another date. */
type RuleSentence = (refundCents: number, until: string, mayKeep: boolean) => string

const ruleSentences: Readonly<Record<CancellationRule, RuleSentence>> = {
  notice: (_, until) => `Puedes cambiar o cancelar tu consulta gratis hasta el ${formatLastMinute(until)}.`,
  withdrawal: (_, until) =>
    `Puedes desistir de la compra hasta el ${formatLastMinute(until)} y te devolvemos todo: este derecho está por encima de la regla de las 24 horas.`,
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
    `${until ? `Puedes cambiar o cancelar tu consulta gratis hasta el ${formatLastMinute(until)}; tu pago` : 'Tu pago no caduca y'} vale para otra hora, pero ya no se devuelve, porque no pudiste asistir a una anterior.`,
  'by-the-practice': () =>
    `Faltan menos de 24 horas: desde aquí ya no se puede cambiar ni cancelar. ${changeByWriting}`,
  begun: () => `La consulta ya ha empezado. ${changeByWriting}`,
  held: () => 'La consulta ya se ha celebrado.',
  refunded: () => 'Este pago ya se ha devuelto.',
  'of-budget': () => 'Este pago es de un presupuesto: lo no usado se devuelve al cancelar el presupuesto.',
}

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

export const formatRefundAdvice = ({ rule, refundCents, until = '', mayKeep }: CancellationTerms): string =>
  `Según las reglas ${refundCents > 0 ? `le corresponden ${formatCents(refundCents)}` : 'no le corresponde nada'}: ${practiceSentences[rule](refundCents, until, mayKeep)}`
