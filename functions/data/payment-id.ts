export const toPaymentId = (orderId: string): string => `pay_${orderId.slice('ord_'.length)}`

export const toBudgetEndRefundId = (orderId: string): string => `ref_${orderId.slice('ord_'.length)}`
