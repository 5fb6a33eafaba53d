import { computeSupplementStatus } from '#contract/client-supplement'
import { toPracticeDay } from '#contract/calendar-days'
import { computeDoseTimes, mealTimesWithPartOfDay, type DoseTime } from '#contract/dosing'
import type { TransactionEntities } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { RefusalError } from '#platform/refusal-error'
import type { ActionServices } from '#platform/services'
import { toDoseTimes } from './public/dose-times.ts'
import type { StoredClientSupplement } from './to-client-supplement.ts'

/** A meal and its part of the day are one moment. */
export const momentOf = (time: DoseTime): DoseTime =>
  mealTimesWithPartOfDay.find(([meal]) => meal === time)?.[1] ?? time

const momentsOf = (course: StoredClientSupplement): readonly DoseTime[] =>
  computeDoseTimes({ frequency: course.frequency, times: toDoseTimes(course) })

const isTaken = ({ status, endDate }: StoredClientSupplement, today: string): boolean =>
  ['active', 'paused'].includes(computeSupplementStatus({ status, endDate: endDate ?? null }, today))

const shareDays = (one: StoredClientSupplement, other: StoredClientSupplement): boolean =>
  (one.endDate === undefined || other.startDate <= one.endDate) &&
  (other.endDate === undefined || one.startDate <= other.endDate)

/**
 * Refuses a row at a moment of another row of its group, which would show the client two amounts for one dose. The
 * returned checks fail when such a row has changed meanwhile.
 * @throws Refusal `invalid-input` about `times`
 */
export async function requireFreeDoseMoments(wanted: StoredClientSupplement, { data, now }: ActionServices) {
  const { customerId, clientSupplementId, groupId } = wanted
  const today = toPracticeDay(now())
  if (!groupId || !isTaken(wanted, today)) return () => []
  const { data: all } = await data.clientSupplements.query.byCustomer({ customerId }).go({ pages: 'all' })
  const others = all.filter((row) => row.groupId === groupId && row.clientSupplementId !== clientSupplementId)
  refuseSharedMoments(wanted, others, today)
  return (entities: TransactionEntities) =>
    others.map(({ clientSupplementId: otherId, version }) =>
      entities.clientSupplements
        .check({ customerId, clientSupplementId: otherId })
        .where((before, operations) => createUnchangedCondition(before.version, version, operations))
        .commit(),
    )
}

/** @throws Refusal `invalid-input` about `times` */
export function refuseSharedMoments(
  wanted: StoredClientSupplement,
  others: readonly StoredClientSupplement[],
  today: string,
): void {
  for (const other of others.filter((row) => isTaken(row, today) && shareDays(wanted, row))) refuseSame(wanted, other)
}

function refuseSame(wanted: StoredClientSupplement, other: StoredClientSupplement): void {
  for (const time of momentsOf(wanted)) {
    const same = momentsOf(other).find((each) => momentOf(each) === momentOf(time))
    if (!same) continue
    const because = same === time ? '' : ` («${same}» y «${time}» son el mismo)`
    const text = `En «${same}» ya hay otra toma de esta pauta${because}: elige otro momento o cambia esa fila`
    throw new RefusalError('invalid-input', { problems: { times: [text] } })
  }
}
