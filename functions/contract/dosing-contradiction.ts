import type * as z from 'zod/mini'
import { addDays } from './calendar-days.ts'
import {
  findEquivalentDoseTimes,
  type DosingCourse,
  type Dosing,
  dosesPerDayByFrequency,
  type DoseFoodRelation,
  isDoseDay,
  mealTimesWithPartOfDay,
  sortDistinctDoseTimes,
  type DoseTime,
} from './dosing.ts'
import { CalendarDay } from './value-schemas.ts'

export interface DosingContradiction {
  readonly field: 'times' | 'pattern' | 'foodRelation' | 'endDate'
  readonly text: string
}

export type DosingSchedule = Pick<Dosing, 'frequency' | 'times' | 'pattern' | 'foodRelation'>

/** Incremented when the rules become stricter: stored prescriptions are then checked again. */
export const DOSING_RULES_VERSION = 2

export const findDosingContradiction = (
  dosing: DosingSchedule & Partial<DosingCourse>,
): DosingContradiction | undefined =>
  timesContradiction(dosing) ?? patternContradiction(dosing) ?? foodContradiction(dosing) ?? datesContradiction(dosing)

function timesContradiction({ frequency, times }: DosingSchedule): DosingContradiction | undefined {
  const [wanted, moments] = [dosesPerDayByFrequency[frequency], sortDistinctDoseTimes(times).length]
  if (moments === wanted) return undefined
  const often = frequency.endsWith('al día') ? frequency : `${frequency} es una toma por día`
  const because = findEquivalentDoseTimes(times)
    .map(([meal, part]) => ` («${part}» y «${meal}» son el mismo)`)
    .join('')
  return { field: 'times', text: `${often}, pero ${momentsText(moments)}${because}` }
}

function momentsText(moments: number): string {
  if (moments === 0) return 'no has marcado ningún momento'
  return moments === 1 ? 'has marcado 1 momento' : `has marcado ${moments} momentos`
}

const patternContradiction = ({ frequency, pattern }: DosingSchedule): DosingContradiction | undefined =>
  frequency === '3 veces por semana' && pattern === 'Solo fines de semana'
    ? { field: 'pattern', text: '3 veces por semana, pero un fin de semana solo tiene 2 días' }
    : undefined

const meals: readonly DoseTime[] = mealTimesWithPartOfDay.map(([meal]) => meal)

/** Relations of a dose to a meal, which need a moment with a meal; 'Entre comidas' has none. */
const relationsToMeal: readonly DoseFoodRelation[] = ['Con comida', 'Antes de comer', 'Después de comer']

function foodContradiction({ times, foodRelation }: DosingSchedule): DosingContradiction | undefined {
  const meal = times.find((time) => meals.includes(time))
  if (foodRelation === 'En ayunas' && meal) {
    return { field: 'foodRelation', text: `En ayunas, pero has marcado «${meal}»` }
  }
  return relationsToMeal.includes(foodRelation) && times.includes('Entre comidas')
    ? { field: 'foodRelation', text: `${foodRelation}, pero has marcado «Entre comidas»` }
    : undefined
}

/** Days. The longest break of a pattern is a calendar month, that of a frequency a week. */
const LONGEST_BREAK = 31 + 7

/** The schema's rules also run on values that a field's own rule has refused. */
const isDay = (text?: string | null): text is string => CalendarDay.safeParse(text).success

function datesContradiction(course: DosingSchedule & Partial<DosingCourse>): DosingContradiction | undefined {
  const { startDate, endDate } = course
  if (!isDay(startDate) || !isDay(endDate) || endDate < startDate) return undefined
  for (let day = startDate; day <= endDate && day <= addDays(startDate, LONGEST_BREAK); day = addDays(day, 1)) {
    if (isDoseDay({ ...course, startDate, endDate }, day)) return undefined
  }
  return { field: 'endDate', text: 'Entre estas fechas no toca ninguna toma' }
}

export function rejectDosingContradiction(
  value: DosingSchedule & Partial<Pick<DosingCourse, 'startDate' | 'endDate'>>,
  context: z.core.$RefinementCtx,
): void {
  const found = findDosingContradiction(value)
  if (found) context.addIssue({ code: 'custom', message: found.text, path: [found.field] })
}
