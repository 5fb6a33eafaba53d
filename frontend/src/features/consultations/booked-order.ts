import type { OrderToSchedule } from '#contract/consultation'
import type { AdminBookingFormValues } from './admin-booking-values.ts'

/** Instead of an order's id: the booking is not for one of the waiting clients. */
export const OTHER_CLIENT = 'other'

type Chosen = OrderToSchedule | typeof OTHER_CLIENT | undefined

/**
 * Undefined before a choice. A draft may name an order that was scheduled meanwhile, or another
 * client from before an order waited.
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

export function findProposedOrder(
  orders: readonly OrderToSchedule[],
  draft: { readonly base: Readonly<Record<string, unknown>> } | undefined,
): OrderToSchedule | undefined {
  const [only] = orders
  if (!only || orders.length > 1) return undefined
  const begunWith = draft?.base['customerId']
  return begunWith === undefined || begunWith === only.customerId ? only : undefined
}
