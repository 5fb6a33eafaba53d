import type { StoredSlotHold } from '#data/slot-hold-queries'
import { createSlotHoldWrites } from '../consultations/public/slot-holds.ts'
import type { StoredOrder } from './open-checkout-session.ts'
import type { PaymentSettlementServices } from './services.ts'

export const slotAttributes = [
  'ticketHash',
  'consultationId',
  'startsAt',
  'durationMinutes',
  'pauseMinutes',
] as const satisfies readonly (keyof StoredOrder)[]

export const consentAttributes = [
  'expressRequestAt',
  'acknowledgementAt',
] as const satisfies readonly (keyof StoredOrder)[]

export const hasSameSlot = (order: StoredOrder, hold: StoredSlotHold | undefined): boolean =>
  order.consultationId === hold?.consultationId && order.startsAt === hold?.startsAt

export async function findSlotHoldOfOrder(
  { orderId, ticketHash, consultationId }: StoredOrder,
  { data }: Pick<PaymentSettlementServices, 'data'>,
): Promise<StoredSlotHold | undefined> {
  if (!ticketHash) return undefined
  const { data: hold } = await data.slotHolds.get({ ticketHash }).go()
  return hold?.orderId === orderId && hold.consultationId === consultationId ? hold : undefined
}

export async function releaseSlotHoldOfOrder(
  order: StoredOrder,
  services: Pick<PaymentSettlementServices, 'data'>,
): Promise<void> {
  const before = await findSlotHoldOfOrder(order, services)
  if (before) await services.data.transact((entities) => createSlotHoldWrites(entities, { before }))
}
