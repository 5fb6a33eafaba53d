import { doseTimesByPartOfDay, type DoseTime } from '#contract/dosing'
import type { ClientSupplement } from '#contract/client-supplement'

const timesInOrder: readonly DoseTime[] = doseTimesByPartOfDay.flatMap(({ times }): readonly DoseTime[] => times)
const placeInDay = ({ times }: ClientSupplement) => timesInOrder.findIndex((time) => times.includes(time))

const isOfGroup = (one: ClientSupplement, other: ClientSupplement): boolean =>
  one.groupId === null ? one === other : one.groupId === other.groupId

export const sortSupplementsByGroup = (supplements: readonly ClientSupplement[]): readonly ClientSupplement[] =>
  pickFirstSupplementPerGroup(supplements).flatMap((first) =>
    supplements.filter((each) => isOfGroup(first, each)).toSorted((a, b) => placeInDay(a) - placeInDay(b)),
  )

export const pickFirstSupplementPerGroup = (supplements: readonly ClientSupplement[]): readonly ClientSupplement[] =>
  supplements.filter((each, index) => supplements.findIndex((other) => isOfGroup(each, other)) === index)

export function toSupplementGroupHeading(rows: readonly ClientSupplement[], index: number): string | undefined {
  const [row, before, after] = [rows[index], rows[index - 1], rows[index + 1]]
  if (!row || (before && isOfGroup(row, before))) return undefined
  return after && isOfGroup(row, after) ? `${row.name}: cantidad distinta en cada momento` : undefined
}

export const toSupplementRowName = ({ name, groupId, times }: ClientSupplement): string =>
  groupId === null ? name : `${name} (${times.join(', ')})`
