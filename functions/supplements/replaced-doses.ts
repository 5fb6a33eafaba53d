import type { TakenDose } from '#contract/own-supplements'
import { momentOf } from './moment-of-group.ts'
import { computeCountedDoses, toCountedFrom } from './public/dose-counts.ts'
import type { StoredClientSupplement } from './to-client-supplement.ts'

const listDoses = (row: StoredClientSupplement, day: string): readonly TakenDose[] => {
  const { clientSupplementId } = row
  const times = computeCountedDoses({ ...row, countedFrom: toCountedFrom(row) }, day)
  return times.map((time) => ({ clientSupplementId, day, time }))
}

interface Replacement {
  readonly stored: StoredClientSupplement
  readonly by: readonly StoredClientSupplement[]
  /** What the client has ticked on that day, of all supplements. */
  readonly taken: readonly TakenDose[]
  readonly day: string
}

/**
 * For a row that is replaced during a day: the doses of the new rows that are taken already, because the old row's were
 * at the same moments.
 * @returns undefined when the old row's doses of that day stay: no other replaces them, or all were taken at moments
 *   that the new rows do not have
 */
export function computeTakenOver({ stored, by, taken, day }: Replacement): readonly TakenDose[] | undefined {
  const replacing = by.flatMap((row) => listDoses(row, day))
  if (replacing.length === 0) return undefined
  const takenTimes = taken.flatMap(({ clientSupplementId, time }) =>
    clientSupplementId === stored.clientSupplementId ? [time] : [],
  )
  const takenMoments = new Set(takenTimes.map(momentOf))
  const takenOver = replacing.filter(({ time }) => takenMoments.has(momentOf(time)))
  const isAllTaken = listDoses(stored, day).every(({ time }) => takenTimes.includes(time))
  return isAllTaken && takenOver.length === 0 ? undefined : takenOver
}
