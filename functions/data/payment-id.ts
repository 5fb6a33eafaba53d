/** One payment for each order, with the id derived from it. */
export const toPaymentId = (orderId: string): string => `pay_${orderId.slice('ord_'.length)}`

/**
 * Id of the refund of a payment when its budget ends, or when it arrives for an ended budget or from a leaving client:
 * at most one for each order.
 */
export const toBudgetEndRefundId = (orderId: string): string => `ref_${orderId.slice('ord_'.length)}`
