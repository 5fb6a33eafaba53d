import type { EntityItem } from 'electrodb'
import type { Database } from './database.ts'
import type { TableEntities } from './entities.ts'
import { HIGHEST_SORT_KEY } from './pagination.ts'

export type StoredSlotHold = EntityItem<TableEntities['slotHolds']>

export const isPaymentBegun = ({ orderId }: Pick<StoredSlotHold, 'orderId'>): boolean => orderId !== undefined

/** By the payment service's clock. Once payment has begun, a lapsed hold keeps its time until Stripe has been asked. */
export const hasSlotHoldLapsed = ({ heldUntil }: Pick<StoredSlotHold, 'heldUntil'>, wallNow: Date): boolean =>
  heldUntil <= wallNow.toISOString()

const MINUTE_MS = 60_000

export const getSlotHoldEnd = ({
  startsAt,
  durationMinutes,
  pauseMinutes,
}: Pick<StoredSlotHold, 'startsAt' | 'durationMinutes' | 'pauseMinutes'>): string =>
  new Date(Date.parse(startsAt) + (durationMinutes + pauseMinutes) * MINUTE_MS).toISOString()

/** Longest consultation plus longest pause: earlier starts do not reach into the range. */
const LONGEST_MS = (240 + 120) * MINUTE_MS

export async function findSlotHoldsBetween(
  data: Database,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly StoredSlotHold[]> {
  const earliest = new Date(Date.parse(from) - LONGEST_MS).toISOString()
  const { data: found } = await data.slotHolds.query
    .byStart({})
    .between({ startsAt: earliest }, { startsAt: to })
    .go({ pages: 'all' })
  return found.filter((hold) => hold.startsAt < to && getSlotHoldEnd(hold) > from)
}

export async function findSlotHoldsOfNetwork(data: Database, network: string): Promise<readonly StoredSlotHold[]> {
  const { data: found } = await data.slotHolds.query.byNetwork({ network }).go({ pages: 'all' })
  return found
}

/** `limit` counts the holds read, lapsed or not. */
export const findLapsedSlotHoldsPage = (
  data: Database,
  wallNow: Date,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
) =>
  data.slotHolds.query
    .byStart({})
    .between({ startsAt: '0' }, { startsAt: HIGHEST_SORT_KEY })
    .where(({ heldUntil }, { lte }) => lte(heldUntil, wallNow.toISOString()))
    .go({ cursor, limit })
