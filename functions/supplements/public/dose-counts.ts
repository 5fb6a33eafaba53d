import type { EntityItem } from 'electrodb'
import { addDays, toPracticeDay } from '#contract/calendar-days'
import { type DoseTime, computeDosesOnDay } from '#contract/dosing'
import type { TableEntities } from '#data/entities'
import { toDoseTimes } from './dose-times.ts'

type Current = EntityItem<TableEntities['clientSupplements']>
type Past = EntityItem<TableEntities['pastCourses']>

interface Courses {
  readonly current: readonly Current[]
  readonly past: readonly Past[]
  readonly ticked: readonly { readonly day: string; readonly clientSupplementId: string; readonly time: string }[]
}

interface Days {
  readonly from: string
  readonly to: string
}

export const toCountedFrom = ({ countedFrom, createdAt }: Pick<Current, 'countedFrom' | 'createdAt'>): string =>
  countedFrom ?? toPracticeDay(new Date(createdAt))

type Course = Pick<Past, 'frequency' | 'times' | 'pattern' | 'startDate' | 'endDate' | 'status' | 'countedFrom'>

/** Older past courses begin with their `startDate`. `countedUntil` is exclusive. */
export function computeCountedDoses(
  course: Course & { readonly countedUntil?: string },
  day: string,
): readonly DoseTime[] {
  const { status, endDate = null, countedFrom = day, countedUntil } = course
  const isValid = day >= countedFrom && (countedUntil === undefined || day < countedUntil)
  if (!isValid || (status !== 'active' && status !== 'completed')) return []
  return computeDosesOnDay({ ...course, times: toDoseTimes(course), endDate }, day)
}

export function listDays({ from, to }: Days): readonly string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

export function countDoses({ current, past, ticked }: Courses, days: Days) {
  const toKey = ({ day, clientSupplementId, time }: Courses['ticked'][number]) => `${day} ${clientSupplementId} ${time}`
  const courses = [...current.map((course) => ({ ...course, countedFrom: toCountedFrom(course) })), ...past]
  const due = listDays(days).flatMap((day) =>
    courses.flatMap((course) => computeCountedDoses(course, day).map((time) => toKey({ ...course, day, time }))),
  )
  const taken = new Set(ticked.map(toKey))
  return { due: due.length, taken: due.filter((dose) => taken.has(dose)).length }
}
