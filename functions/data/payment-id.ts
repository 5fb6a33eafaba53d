/** One payment for each order, whose id says so. */
export const toPaymentId = (orderId: string): string => `pay_${orderId.slice('ord_'.length)}`

/** Of each payment there is one refund that is asked for with nobody's own id: its budget ended, or had when it came. */
export const toEndingRefundId = (orderId: string): string => `ref_${orderId.slice('ord_'.length)}`
