import type { RecordOpening } from '#contract/record-openings'
import { RECORD_OPENING_DEDUPE_MINUTES } from '#contract/record-parts'

export interface RecordOpeningGroup {
  readonly latest: RecordOpening
  readonly openings: readonly RecordOpening[]
}

/** Openings by one person within 15 minutes of each other are one visit. */
export function groupOpeningsByVisit(openings: readonly RecordOpening[]): readonly RecordOpeningGroup[] {
  const groups: RecordOpening[][] = []
  for (const opening of openings) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && isSameVisit(last, opening)) group.push(opening)
    else groups.push([opening])
  }
  return groups.flatMap((group) => {
    const [latest] = group
    return latest ? [{ latest, openings: eachPartOnce(group) }] : []
  })
}

const isSameVisit = (later: RecordOpening, earlier: RecordOpening): boolean =>
  later.name === earlier.name &&
  later.role === earlier.role &&
  (later.part === 'export') === (earlier.part === 'export') &&
  Date.parse(later.at) - Date.parse(earlier.at) < RECORD_OPENING_DEDUPE_MINUTES * 60_000

const eachPartOnce = (group: readonly RecordOpening[]): readonly RecordOpening[] =>
  group.filter(
    ({ part, question }, index) => question !== null || group.findIndex((other) => other.part === part) === index,
  )
