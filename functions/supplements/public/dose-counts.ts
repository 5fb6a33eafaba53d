import type { EntityItem } from 'electrodb'
import { addDays } from '#contract/calendar-days'
import { computeDosesOnDay } from '#contract/dosing'
import type { TableEntities } from '#data/entities'
import { toDoseTimes } from './dose-times.ts'

interface Courses {
  readonly current: readonly EntityItem<TableEntities['clientSupplements']>[]
  readonly past: readonly EntityItem<TableEntities['pastCourses']>[]
  readonly ticked: readonly { readonly day: string; readonly clientSupplementId: string; readonly time: string }[]
}

interface Days {
  readonly from: string
  readonly to: string
}

/** Of the doses that were due from one day to another, by the course that was valid on each: how many were taken. */
export function countDoses({ current, past, ticked }: Courses, { from, to }: Days) {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  const due = [...current.map((course) => ({ ...course, countedUntil: undefined })), ...past]
    .filter(({ status }) => status === 'active' || status === 'completed')
    .flatMap((course) => {
      const { clientSupplementId, endDate = null, countedFrom = from, countedUntil = addDays(to, 1) } = course
      const planned = { ...course, times: toDoseTimes(course), endDate }
      return days
        .filter((day) => day >= countedFrom && day < countedUntil)
        .flatMap((day) => computeDosesOnDay(planned, day).map((time) => `${day} ${clientSupplementId} ${time}`))
    })
  const taken = new Set(ticked.map(({ day, clientSupplementId, time }) => `${day} ${clientSupplementId} ${time}`))
  return { due: due.length, taken: due.filter((dose) => taken.has(dose)).length }
}
