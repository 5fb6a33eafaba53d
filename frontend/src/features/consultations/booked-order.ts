import type { OrderToSchedule } from '#contract/consultation'
import type { AdminBookingFormValues } from './admin-booking-values.ts'

/** In the place of an order's id: it is for somebody who is not waiting. */
export const OTHER_CLIENT = 'other'

type Chosen = OrderToSchedule | typeof OTHER_CLIENT | undefined

/**
 * The order that a booking redeems, of those that wait; undefined while nobody has said whom it is for. A draft may name
 * an order that has been given its hour since, or a client of whom no order waited then.
 */
export function findChosenOrder(
  orders: readonly OrderToSchedule[],
  { orderId, customerId }: Pick<AdminBookingFormValues, 'orderId' | 'customerId'>,
): Chosen {
  if (orders.length === 0 || orderId === OTHER_CLIENT) return OTHER_CLIENT
  const order = orders.find((each) => each.orderId === orderId)
  if (order?.customerId === customerId) return order
  const isOfOrder = (orderId !== '' && !order) || orders.some((each) => each.customerId === customerId)
  return customerId === '' || isOfOrder ? undefined : OTHER_CLIENT
}

/** The only one that waits is proposed, unless a draft of another beginning says whom the hour is for. */
export function findProposedOrder(
  orders: readonly OrderToSchedule[],
  draft: { readonly base: Readonly<Record<string, unknown>> } | undefined,
): OrderToSchedule | undefined {
  const [only] = orders
  if (!only || orders.length > 1) return undefined
  const begunWith = draft?.base['customerId']
  return begunWith === undefined || begunWith === only.customerId ? only : undefined
}
