import { addDays, mondayOf } from '#contract/calendar-days'
import type { Database } from '#data/database'
import { toPracticeInstant } from './demo-days.ts'

type Scores = readonly [bloating: number, energy: number, sleep: number, mood: number]

interface DemoWeek {
  readonly scores: Scores
  readonly note?: string
}

/** Latest first. */
export const weeksOfClient: readonly DemoWeek[] = [
  { scores: [3, 3, 4, 4], note: 'Con los paseos después de cenar duermo mejor.' },
  { scores: [2, 3, 3, 4] },
  { scores: [2, 2, 3, 3], note: 'Hinchada casi todas las tardes.' },
]

export const weeksOfFinisher: readonly DemoWeek[] = [
  { scores: [5, 4, 5, 5], note: 'Ni me acuerdo de la barriga.' },
  { scores: [4, 4, 5, 5] },
  { scores: [4, 4, 4, 4] },
  { scores: [4, 3, 4, 4] },
  { scores: [3, 3, 4, 4], note: 'Una boda: cené de todo.' },
  { scores: [4, 3, 3, 4] },
  { scores: [3, 3, 3, 3] },
  { scores: [2, 2, 3, 3] },
]

export async function seedCheckIns(
  data: Database,
  { customerId, today }: { readonly customerId: string; readonly today: string },
  weeks: readonly DemoWeek[],
): Promise<void> {
  for (const [ago, { scores, note }] of weeks.entries()) {
    const week = addDays(mondayOf(today), -7 * (ago + 1))
    const [bloating, energy, sleep, mood] = scores
    const answeredAt = toPracticeInstant(addDays(week, 4), 21, 10).toISOString()
    await data.checkIns.put({ customerId, week, bloating, energy, sleep, mood, ...(note && { note }), answeredAt }).go()
  }
}
