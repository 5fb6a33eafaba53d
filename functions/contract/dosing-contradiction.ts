import type * as z from 'zod/mini'
import { addDays } from './days.ts'
import {
  momentsChosenTwice,
  type Course,
  type Dosing,
  dosesPerDay,
  type FoodRelation,
  isDoseDay,
  mealMoments,
  momentsOf,
  type Time,
} from './dosing.ts'
import { Day } from './values.ts'

export interface Contradiction {
  readonly field: 'times' | 'pattern' | 'foodRelation' | 'endDate'
  readonly text: string
}

export type DosingRule = Pick<Dosing, 'frequency' | 'times' | 'pattern' | 'foodRelation'>

/** Incremented when the rules become stricter: stored prescriptions are then checked again. */
export const DOSING_RULES = 2

export const contradictionOf = (dosing: DosingRule & Partial<Course>): Contradiction | undefined =>
  timesContradiction(dosing) ?? patternContradiction(dosing) ?? foodContradiction(dosing) ?? datesContradiction(dosing)

function timesContradiction({ frequency, times }: DosingRule): Contradiction | undefined {
  const [wanted, moments] = [dosesPerDay[frequency], momentsOf(times).length]
  if (moments === wanted) return undefined
  const often = frequency.endsWith('al día') ? frequency : `${frequency} es una toma por día`
  const because = momentsChosenTwice(times)
    .map(([meal, part]) => ` («${part}» y «${meal}» son el mismo)`)
    .join('')
  return { field: 'times', text: `${often}, pero ${momentsText(moments)}${because}` }
}

function momentsText(moments: number): string {
  if (moments === 0) return 'no has marcado ningún momento'
  return moments === 1 ? 'has marcado 1 momento' : `has marcado ${moments} momentos`
}

const patternContradiction = ({ frequency, pattern }: DosingRule): Contradiction | undefined =>
  frequency === '3 veces por semana' && pattern === 'Solo fines de semana'
    ? { field: 'pattern', text: '3 veces por semana, pero un fin de semana solo tiene 2 días' }
    : undefined

const meals: readonly Time[] = mealMoments.map(([meal]) => meal)

/**
 * These say how a dose relates to the meal at its moment, so they need a moment with a meal; 'Entre comidas' has none.
 */
const relationsToMeal: readonly FoodRelation[] = ['Con comida', 'Antes de comer', 'Después de comer']

function foodContradiction({ times, foodRelation }: DosingRule): Contradiction | undefined {
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

/** The schema's rules also run on values that a field's own rule has already refused. */
const isDay = (text?: string | null): text is string => Day.safeParse(text).success

function datesContradiction(course: DosingRule & Partial<Course>): Contradiction | undefined {
  const { startDate, endDate } = course
  if (!isDay(startDate) || !isDay(endDate) || endDate < startDate) return undefined
  for (let day = startDate; day <= endDate && day <= addDays(startDate, LONGEST_BREAK); day = addDays(day, 1)) {
    if (isDoseDay({ ...course, startDate, endDate }, day)) return undefined
  }
  return { field: 'endDate', text: 'Entre estas fechas no toca ninguna toma' }
}

export function refuseContradiction(
  value: DosingRule & Partial<Pick<Course, 'startDate' | 'endDate'>>,
  context: z.core.$RefinementCtx,
): void {
  const found = contradictionOf(value)
  if (found) context.addIssue({ code: 'custom', message: found.text, path: [found.field] })
}
