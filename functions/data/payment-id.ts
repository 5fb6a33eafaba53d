/** One payment for each order, with the id derived from it. */
export const toPaymentId = (orderId: string): string => `pay_${orderId.slice('ord_'.length)}`

/** Id of the payment's only automatic refund: its budget ended, or had ended when the payment arrived. */
export const toBudgetEndRefundId = (orderId: string): string => `ref_${orderId.slice('ord_'.length)}`
