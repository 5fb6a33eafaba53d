import { addDays } from '#contract/calendar-days'
import type { TakenDose } from '#contract/own-supplements'
import { momentOf } from './moment-of-group.ts'
import type { PastCourse } from './past-courses.ts'
import { computeCountedDoses, toCountedFrom } from './public/dose-counts.ts'
import type { StoredClientSupplement } from './to-client-supplement.ts'

export const listDoses = (row: StoredClientSupplement | PastCourse, day: string): readonly TakenDose[] => {
  const { clientSupplementId } = row
  const times =
    'countedUntil' in row
      ? // Also on the day on which it was replaced.
        computeCountedDoses({ ...row, countedUntil: addDays(day, 1) }, day)
      : computeCountedDoses({ ...row, countedFrom: toCountedFrom(row) }, day)
  return times.map((time) => ({ clientSupplementId, day, time }))
}

interface ChangedLine {
  readonly before: readonly (StoredClientSupplement | PastCourse)[]
  readonly after: readonly StoredClientSupplement[]
}

/** Without those at moments that the line had already: an unrelated change replaces no dose of another line. */
export function listNewDoses({ before, after }: ChangedLine, day: string): readonly TakenDose[] {
  const known = new Set(before.flatMap((row) => listDoses(row, day)).map(({ time }) => momentOf(time)))
  return after.flatMap((row) => listDoses(row, day)).filter(({ time }) => !known.has(momentOf(time)))
}

interface Replacement {
  readonly stored: StoredClientSupplement
  readonly replacing: readonly TakenDose[]
  /** What the client has ticked on that day, of all supplements. */
  readonly taken: readonly TakenDose[]
  readonly day: string
}

const listTakenTimes = ({ stored, taken }: Pick<Replacement, 'stored' | 'taken'>) =>
  taken.flatMap(({ clientSupplementId, time }) => (clientSupplementId === stored.clientSupplementId ? [time] : []))

/** Of the new doses, those at moments that the client has ticked of `stored`. */
function findTakenMoments({ replacing, ...before }: Omit<Replacement, 'day'>): readonly TakenDose[] {
  const takenMoments = new Set(listTakenTimes(before).map(momentOf))
  return replacing.filter(({ time }) => takenMoments.has(momentOf(time)))
}

/**
 * For a row that is replaced during a day: the doses of the new rows that are taken already, because the old row's were
 * at the same moments.
 * @returns undefined when the old row's doses of that day stay: no other replaces them, or all were taken at moments
 *   that the new rows do not have
 */
export function computeTakenOver({ day, ...replacement }: Replacement): readonly TakenDose[] | undefined {
  const { stored, replacing } = replacement
  if (replacing.length === 0) return undefined
  const takenTimes = listTakenTimes(replacement)
  const takenOver = findTakenMoments(replacement)
  const isAllTaken = listDoses(stored, day).every(({ time }) => takenTimes.includes(time))
  return isAllTaken && takenOver.length === 0 ? undefined : takenOver
}

/** For a row that stays: what is taken already where a moment has another name, or is of another row of its line, now. */
export const computeRenamed = (replacement: Omit<Replacement, 'day'>): readonly TakenDose[] =>
  findTakenMoments(replacement).filter(
    (dose) =>
      !replacement.taken.some(
        ({ clientSupplementId, time }) => clientSupplementId === dose.clientSupplementId && time === dose.time,
      ),
  )
