import type { EntityItem } from 'electrodb'
import type { Purchase } from '#contract/cancellation-rules'
import type { TableEntities } from '#data/entities'

type Order = Pick<EntityItem<TableEntities['orders']>, 'paidAt' | 'completedAt' | 'bookedStart'>

interface PaidConsultation {
  readonly startsAt: string
  readonly status: string
  readonly missedStarts?: readonly string[] | undefined
}

/** The days of withdrawal count from here: a bank may take longer than they last. Undefined while nothing is paid. */
const toPurchasedAt = ({ paidAt, completedAt }: Order): string | undefined =>
  paidAt && completedAt && completedAt < paidAt ? completedAt : paidAt

const hasBegun = (startsAt: string, at: string): boolean => Date.parse(startsAt) <= Date.parse(at)

export function isBookedHourPaidAfterStart(order: Order): boolean {
  const purchasedAt = toPurchasedAt(order)
  return purchasedAt !== undefined && order.bookedStart !== undefined && hasBegun(order.bookedStart, purchasedAt)
}

const isUsed = ({ status }: PaidConsultation): boolean => status !== 'cancelled' && status !== 'removed'

/**
 * A consultation missed before its payment stays the one paid for, even when rebooked.
 * @param all consultations of the order
 * @returns undefined while nothing is paid
 */
export function toPurchase(order: Order, all: readonly PaidConsultation[]): Purchase | undefined {
  const purchasedAt = toPurchasedAt(order)
  if (!purchasedAt) return undefined
  const { bookedStart = '' } = order
  const isMissed = all.some(({ missedStarts = [] }) => missedStarts.includes(bookedStart))
  const isPaidAfterStart =
    all.some((each) => isUsed(each) && hasBegun(each.startsAt, purchasedAt)) ||
    (isMissed && isBookedHourPaidAfterStart(order))
  return { purchasedAt, isPaidAfterStart }
}
