import { daysBetween, toPracticeDay } from './calendar-days.ts'
import { PRACTICE_TIME_ZONE } from './product.ts'
import { onFirstUse } from './on-first-use.ts'

export const PROPOSED_SLOTS = 3

const hourFormat = onFirstUse(
  () => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: PRACTICE_TIME_ZONE }),
)

const partsOfDay = ['morning', 'midday', 'afternoon'] as const
export type PartOfDay = (typeof partsOfDay)[number]

export function getPartOfDay(instant: string): PartOfDay {
  const hour = Number(hourFormat.format(Date.parse(instant)))
  if (hour < 12) return 'morning'
  return hour < 16 ? 'midday' : 'afternoon'
}

interface SlotChoice {
  readonly free: readonly string[]
  /** Proposed before: not repeated, and their days are less preferred (see `chooseSlotProposals`). */
  readonly offered?: readonly string[]
  /** Varies the choice, so that simultaneous requests do not all get the same hours. Same seed, same hours. */
  readonly seed: string
  /** @default 3 */
  readonly count?: number
}

interface Candidate {
  readonly slot: string
  readonly day: string
  readonly part: PartOfDay
  readonly isNewDay: boolean
}

/** Compared days for each part of the day: enough for different days and parts whenever possible. */
const COMPARED_DAYS = 6

/**
 * Proposed hours in order. Preferences, strongest first: different days, different parts of the day, days not proposed
 * before, not two days in a row, early.
 */
export function chooseSlotProposals({
  free,
  offered = [],
  seed,
  count = PROPOSED_SLOTS,
}: SlotChoice): readonly string[] {
  const before = new Set(offered.map(toPracticeDay))
  const choosable = free
    .filter((slot) => !offered.includes(slot))
    .map((slot): Candidate => {
      const day = toPracticeDay(slot)
      return { slot, day, part: getPartOfDay(slot), isNewDay: !before.has(day) }
    })
  const candidates = partsOfDay.flatMap((part) =>
    toCandidates(
      choosable.filter((each) => each.part === part),
      seed,
    ),
  )
  const best = findBest(combine(candidates, count))
  const rest = choosable.filter((each) => !best.includes(each))
  return [...best, ...fill(best, rest, count - best.length)].map(({ slot }) => slot).toSorted()
}

function toCandidates(ofPart: readonly Candidate[], seed: string): readonly Candidate[] {
  const byDay = Map.groupBy(ofPart, ({ day }) => day)
  return [...byDay.values()]
    .map((ofDay) => ofDay[hashOf(`${seed} ${ofDay[0]?.day}`) % ofDay.length])
    .filter((each) => each !== undefined)
    .toSorted((a, b) => Number(b.isNewDay) - Number(a.isNewDay) || a.day.localeCompare(b.day))
    .slice(0, COMPARED_DAYS)
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0
  return hash
}

function combine(candidates: readonly Candidate[], count: number): readonly (readonly Candidate[])[] {
  if (count === 0 || candidates.length <= count) return [candidates.slice(0, count)]
  return candidates.flatMap((first, index) => {
    const rest = candidates.slice(index + 1)
    return rest.length < count - 1 ? [] : combine(rest, count - 1).map((others) => [first, ...others])
  })
}

function findBest(choices: readonly (readonly Candidate[])[]): readonly Candidate[] {
  const ranked = choices.map((choice) => ({ choice, ranks: rank(choice) }))
  const best = ranked.reduce((a, b) => (isBetter(b.ranks, a.ranks) ? b : a), ranked[0] ?? { choice: [], ranks: [] })
  return best.choice
}

function isBetter(ranks: readonly number[], than: readonly number[]): boolean {
  const index = ranks.findIndex((value, at) => value !== than[at])
  return index >= 0 && (ranks[index] ?? 0) < (than[index] ?? 0)
}

function rank(choice: readonly Candidate[]): readonly number[] {
  const days = [...new Set(choice.map(({ day }) => day))].toSorted()
  const first = days[0] ?? ''
  const apart = days.map((day) => daysBetween(first, day))
  return [
    -days.length,
    -new Set(choice.map(({ part }) => part)).size,
    choice.filter(({ isNewDay }) => !isNewDay).length,
    apart.filter((each, index) => index > 0 && each - (apart[index - 1] ?? 0) < 2).length,
    choice.reduce((sum, { day }) => sum + Date.parse(day), 0),
  ]
}

/** Fills missing hours from the same part of the day, farthest from those chosen. */
function fill(chosen: readonly Candidate[], rest: readonly Candidate[], missing: number): readonly Candidate[] {
  if (missing <= 0 || rest.length === 0) return []
  const distance = ({ slot }: Candidate) =>
    Math.min(...chosen.map((each) => Math.abs(Date.parse(each.slot) - Date.parse(slot))), Number.MAX_SAFE_INTEGER)
  const next = rest.toSorted((a, b) => distance(b) - distance(a) || a.slot.localeCompare(b.slot))[0]
  if (!next) return []
  return [
    next,
    ...fill(
      [...chosen, next],
      rest.filter((each) => each !== next),
      missing - 1,
    ),
  ]
}
