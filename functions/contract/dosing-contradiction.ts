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

/** What of a prescription does not agree, in a sentence for the field beside which it is shown. */
export interface Contradiction {
  readonly field: 'times' | 'pattern' | 'foodRelation' | 'endDate'
  readonly text: string
}

export type DosingRule = Pick<Dosing, 'frequency' | 'times' | 'pattern' | 'foodRelation'>

/** Which rules these are: with a stricter one the number goes up, and what was stored before is gone over again. */
export const DOSING_RULES = 2

/** The first thing in which a prescription contradicts itself; undefined when it says one thing. */
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

/** The relation to food is never a moment: it says where at each moment's meal the dose is taken. Between meals is none. */
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

/** The longest break of a pattern is a calendar month, and the longest of a frequency a week. Days. */
const LONGEST_BREAK = 31 + 7

/** The rules of a whole prescription also see what the rule of a field has refused already. */
const isDay = (text?: string | null): text is string => Day.safeParse(text).success

function datesContradiction(course: DosingRule & Partial<Course>): Contradiction | undefined {
  const { startDate, endDate } = course
  if (!isDay(startDate) || !isDay(endDate) || endDate < startDate) return undefined
  for (let day = startDate; day <= endDate && day <= addDays(startDate, LONGEST_BREAK); day = addDays(day, 1)) {
    if (isDoseDay({ ...course, startDate, endDate }, day)) return undefined
  }
  return { field: 'endDate', text: 'Entre estas fechas no toca ninguna toma' }
}

/** For `superRefine`: a prescription that contradicts itself is not taken, and the field of it is told why. */
export function refuseContradiction(
  value: DosingRule & Partial<Pick<Course, 'startDate' | 'endDate'>>,
  context: z.core.$RefinementCtx,
): void {
  const found = contradictionOf(value)
  if (found) context.addIssue({ code: 'custom', message: found.text, path: [found.field] })
}
