import { statusOn } from '#contract/client-supplement'
import { dayOf } from '#contract/days'
import { doseTimes, mealMoments, type Time } from '#contract/dosing'
import type { TransactionEntities } from '#data/transact'
import { unchanged } from '#data/unchanged'
import { Refusal } from '#platform/refusal'
import type { Services } from '#platform/services'
import { type StoredSupplement, timesOf } from './to-client-supplement.ts'

const momentOf = (time: Time): Time => mealMoments.find(([meal]) => meal === time)?.[1] ?? time

const momentsOf = (course: StoredSupplement): readonly Time[] =>
  doseTimes({ frequency: course.frequency, times: timesOf(course) })

const isTaken = ({ status, endDate }: StoredSupplement, today: string): boolean =>
  ['active', 'paused'].includes(statusOn({ status, endDate: endDate ?? null }, today))

const shareDays = (one: StoredSupplement, other: StoredSupplement): boolean =>
  (one.endDate === undefined || other.startDate <= one.endDate) &&
  (other.endDate === undefined || one.startDate <= other.endDate)

/**
 * Refuses a row at a moment of another row of its group, which would show the client two amounts for one dose. The
 * returned checks fail when such a row has changed meanwhile.
 * @throws Refusal `invalid-input` about `times`
 */
export async function requireFreeMoments(wanted: StoredSupplement, { data, now }: Services) {
  const { customerId, clientSupplementId, groupId } = wanted
  const today = dayOf(now())
  if (!groupId || !isTaken(wanted, today)) return () => []
  const { data: all } = await data.clientSupplements.query
    .byCustomer({ customerId })
    .go({ pages: 'all', consistent: true })
  const others = all.filter((row) => row.groupId === groupId && row.clientSupplementId !== clientSupplementId)
  for (const other of others.filter((row) => isTaken(row, today) && shareDays(wanted, row))) refuseSame(wanted, other)
  return (entities: TransactionEntities) =>
    others.map(({ clientSupplementId: otherId, version }) =>
      entities.clientSupplements
        .check({ customerId, clientSupplementId: otherId })
        .where((before, operations) => unchanged(before.version, version, operations))
        .commit(),
    )
}

function refuseSame(wanted: StoredSupplement, other: StoredSupplement): void {
  for (const time of momentsOf(wanted)) {
    const same = momentsOf(other).find((each) => momentOf(each) === momentOf(time))
    if (!same) continue
    const because = same === time ? '' : ` («${same}» y «${time}» son el mismo)`
    const text = `En «${same}» ya hay otra toma de esta pauta${because}: elige otro momento o cambia esa fila`
    throw new Refusal('invalid-input', { problems: { times: [text] } })
  }
}
