import { formatDecimal, formatInteger } from '../../ui/format.ts'
import type { Dosing, DoseFoodRelation, DoseTime } from '#contract/dosing'
import type { ClientSupplement } from '#contract/client-supplement'
import { formatDoseUnit } from '#contract/dosing-text'

export function toRemainingDosesText(left: number): string {
  if (left === 0) return 'Todo tomado. ¡Bien hecho!'
  return left === 1 ? 'Te queda 1 toma.' : `Te quedan ${formatInteger(left)} tomas.`
}

export function toMissedDosesText(missed: number): string {
  if (missed === 0) return toRemainingDosesText(0)
  return missed === 1 ? 'Quedó 1 toma sin marcar' : `Quedaron ${formatInteger(missed)} tomas sin marcar`
}

/** `1 cápsula`, `2,5 g` */
export const formatDoseAmount = ({ amount, unit }: Pick<Dosing, 'amount' | 'unit'>): string =>
  `${formatDecimal(amount)} ${formatDoseUnit({ amount, unit })}`

export const formatUnitOption = (unit: Dosing['unit']): string => (unit === 'capsulas' ? 'cápsulas' : unit)

const ofMeal: Readonly<Partial<Record<DoseTime, string>>> = {
  'Con desayuno': 'del desayuno',
  'Con comida': 'de la comida',
  'Con cena': 'de la cena',
}
const besideMeal: Readonly<Partial<Record<DoseFoodRelation, string>>> = {
  'Antes de comer': 'Antes',
  'Después de comer': 'Después',
}

/** Combines time and food relation in one phrase, so that nobody reads 'with' and 'before' of the same dose. */
export function formatDoseMoment(time: DoseTime, foodRelation: DoseFoodRelation): string {
  const [side, meal] = [besideMeal[foodRelation], ofMeal[time]]
  if (side && meal) return `${side} ${meal}`
  const isSaid = foodRelation === 'Indiferente' || (foodRelation === 'Con comida' && meal)
  return isSaid ? time : `${time} · ${foodRelation}`
}

export const formatSupplementInstructions = ({
  instructionsText,
}: Pick<ClientSupplement, 'instructionsText'>): string =>
  instructionsText.replace(/^Cómo tomar con comida: (En ayunas|Con comida)$/m, '$1').replace(/\nPatrón: Continuo$/m, '')

export const supplementUnderReviewText = 'Tu especialista está revisando esta pauta'
