/** One payment for each order, whose id says so. */
export const toPaymentId = (orderId: string): string => `pay_${orderId.slice('ord_'.length)}`
