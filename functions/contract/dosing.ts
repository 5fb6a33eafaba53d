import * as z from 'zod/mini'
import { addDays, daysBetween, weekdayOf, countWholeMonths } from './calendar-days.ts'
import { getFieldInputSchemas, createOptionalTextField } from './record-fields.ts'
import { MultilineText } from './text-schemas.ts'

/** Fixed Spanish values of the practice: stored as they are, and shown so except the units (`formatDoseUnit`). */
export const doseUnits = ['mg', 'g', 'mcg', 'UI', 'capsulas', 'comprimidos', 'dosificador', 'gotas', 'ml'] as const
export const doseFrequencies = [
  '1 vez al día',
  '2 veces al día',
  '3 veces al día',
  'Cada 2 días',
  '3 veces por semana',
  '1 vez por semana',
] as const
export const doseTimeOptions = [
  'Mañana',
  'Mediodía',
  'Tarde',
  'Noche',
  'Con desayuno',
  'Con comida',
  'Con cena',
  'Entre comidas',
] as const
export const doseFoodRelations = [
  'Con comida',
  'Antes de comer',
  'Después de comer',
  'En ayunas',
  'Indiferente',
] as const
export const dosePatterns = [
  'Continuo',
  '5 días sí 2 días no',
  '3 semanas sí 1 semana no',
  '1 mes sí 1 mes no',
  'Solo fines de semana',
  'Solo días laborables',
] as const

export type DoseFrequency = (typeof doseFrequencies)[number]
export type DoseTime = (typeof doseTimeOptions)[number]
export type DoseFoodRelation = (typeof doseFoodRelations)[number]
export type DosePattern = (typeof dosePatterns)[number]

const Amount = z.number({ error: 'Indica la cantidad' }).check(
  z.positive({ error: 'La cantidad tiene que ser mayor que 0' }),
  z.maximum(100_000, { error: 'La cantidad es demasiado grande' }),
  z.refine((amount) => Number(amount.toFixed(3)) === amount, {
    error: 'La cantidad puede tener como máximo 3 decimales',
  }),
)

const Times = z.pipe(
  z.array(z.enum(doseTimeOptions)).check(z.maxLength(doseTimeOptions.length)),
  z.transform((chosen) => doseTimeOptions.filter((time) => chosen.includes(time))),
)

const chosenFrom = <const Values extends readonly string[]>(label: string, values: Values) => {
  const Choice = z.enum(values)
  return { label, value: Choice, entered: Choice }
}

export const structuredDosingFields = {
  // Stored values may be older than the form's rules.
  amount: { label: 'Cantidad', value: z.number(), entered: Amount },
  unit: chosenFrom('Unidad', doseUnits),
  frequency: chosenFrom('Frecuencia', doseFrequencies),
  times: { label: 'Momentos', value: Times, entered: Times },
  foodRelation: chosenFrom('Relación con las comidas', doseFoodRelations),
  pattern: chosenFrom('Patrón', dosePatterns),
}

export const dosingFields = {
  ...structuredDosingFields,
  instructions: createOptionalTextField('Instrucciones', MultilineText.check(z.maxLength(2000))),
}
export const Dosing = z.object(getFieldInputSchemas(dosingFields))
export type Dosing = z.infer<typeof Dosing>

/** `endDate` is inclusive. Days are `YYYY-MM-DD`. */
export interface DosingCourse extends Pick<Dosing, 'frequency' | 'times' | 'pattern'> {
  readonly startDate: string
  readonly endDate: string | null
}

const isWeekend = (day: string): boolean => [0, 6].includes(weekdayOf(day))

function isPatternDay(pattern: DosePattern, startDate: string, day: string): boolean {
  const since = daysBetween(startDate, day)
  switch (pattern) {
    case 'Continuo':
      return true
    case '5 días sí 2 días no':
      return since % 7 < 5
    case '3 semanas sí 1 semana no':
      return since % 28 < 21
    case '1 mes sí 1 mes no':
      return countWholeMonths(startDate, day) % 2 === 0
    case 'Solo fines de semana':
      return isWeekend(day)
    case 'Solo días laborables':
      return !isWeekend(day)
  }
}

/** Weekdays of weekly frequencies combined with a weekday pattern. 0 is Sunday. */
const fixedWeekdays: Readonly<
  Partial<Record<DosePattern, Readonly<Partial<Record<DoseFrequency, readonly number[]>>>>>
> = {
  'Solo días laborables': { '3 veces por semana': [1, 3, 5], '1 vez por semana': [1] },
  // A weekend has two days: three doses, stored before that was refused, are shown as two.
  'Solo fines de semana': { '3 veces por semana': [6, 0], '1 vez por semana': [6] },
}

function isFrequencyDay({ frequency, pattern, startDate }: DosingCourse, day: string): boolean {
  const weekdays = fixedWeekdays[pattern]?.[frequency]
  if (weekdays) return weekdays.includes(weekdayOf(day))
  const since = daysBetween(startDate, day)
  switch (frequency) {
    case 'Cada 2 días':
      return since % 2 === 0
    case '3 veces por semana':
      return [0, 2, 4].includes(since % 7)
    case '1 vez por semana':
      return since % 7 === 0
    default:
      return true
  }
}

export function isDoseDay(course: DosingCourse, day: string): boolean {
  const { startDate, endDate, pattern } = course
  if (day < startDate || (endDate !== null && day > endDate)) return false
  return isPatternDay(pattern, startDate, day) && isFrequencyDay(course, day)
}

export const dosesPerDayByFrequency: Readonly<Record<DoseFrequency, number>> = {
  '1 vez al día': 1,
  '2 veces al día': 2,
  '3 veces al día': 3,
  'Cada 2 días': 1,
  '3 veces por semana': 1,
  '1 vez por semana': 1,
}

export const doseTimesByPartOfDay = [
  { part: 'Mañana', times: ['Mañana', 'Con desayuno'] },
  { part: 'Mediodía', times: ['Mediodía', 'Con comida'] },
  { part: 'Tarde', times: ['Tarde', 'Entre comidas'] },
  { part: 'Noche', times: ['Con cena', 'Noche'] },
] as const satisfies readonly { part: string; times: readonly DoseTime[] }[]

const inCourseOfDay: readonly DoseTime[] = doseTimesByPartOfDay.flatMap((part): readonly DoseTime[] => part.times)

/** A meal and its part of the day are one moment when both are chosen. */
export const mealTimesWithPartOfDay: readonly (readonly [meal: DoseTime, part: DoseTime])[] = [
  ['Con desayuno', 'Mañana'],
  ['Con comida', 'Mediodía'],
  ['Con cena', 'Noche'],
]

export const findEquivalentDoseTimes = (chosen: readonly DoseTime[]): typeof mealTimesWithPartOfDay =>
  mealTimesWithPartOfDay.filter((pair) => pair.every((time) => chosen.includes(time)))

/** Distinct moments in the order of the day. A chosen meal replaces its part of the day. */
export const sortDistinctDoseTimes = (chosen: readonly DoseTime[]): readonly DoseTime[] =>
  inCourseOfDay.filter(
    (time) =>
      chosen.includes(time) && !mealTimesWithPartOfDay.some(([meal, part]) => part === time && chosen.includes(meal)),
  )

/**
 * In the order of the options, without a part of the day whose meal is also chosen. When moments and frequency disagree
 * nothing is removed, so that the contradiction stays visible for correction.
 */
export const removeEquivalentDoseTimes = ({
  frequency,
  times: chosen,
}: Pick<DosingCourse, 'frequency' | 'times'>): DoseTime[] => {
  const moments = sortDistinctDoseTimes(chosen)
  const agree = moments.length === dosesPerDayByFrequency[frequency]
  return doseTimeOptions.filter((time) => (agree ? moments : chosen).includes(time))
}

/**
 * The chosen moments in the order of the day. If there are more moments than the frequency has doses, the first ones
 * count, so that a contradiction never adds a dose.
 */
export const computeDoseTimes = ({
  frequency,
  times: chosen,
}: Pick<DosingCourse, 'frequency' | 'times'>): readonly DoseTime[] =>
  sortDistinctDoseTimes(chosen).slice(0, dosesPerDayByFrequency[frequency])

export const computeDosesOnDay = (course: DosingCourse, day: string): readonly DoseTime[] =>
  isDoseDay(course, day) ? computeDoseTimes(course) : []

/** Five years; no course is evaluated further. */
const HORIZON_DAYS = 5 * 366

/**
 * The day of the last dose of a pack of `packDoses` started on the first day.
 * @returns undefined when the course ends before, or the pack lasts longer than five years
 */
export function computePackRunOutDay(course: DosingCourse, packDoses: number): string | undefined {
  let left = packDoses
  for (let days = 0; days < HORIZON_DAYS; days += 1) {
    const day = addDays(course.startDate, days)
    if (course.endDate !== null && day > course.endDate) return undefined
    left -= computeDosesOnDay(course, day).length
    if (left <= 0) return day
  }
  return undefined
}
