import { payments } from '#contract/payments'
import { serve } from '#platform/serve'
import { checkoutAnonymous } from './checkout-anonymous.ts'
import { checkoutNewAccount } from './checkout-new-account.ts'
import { checkout } from './checkout.ts'
import { confirmPayment } from './confirm.ts'
import { listOwnPayments, listPaymentsOfCustomer, listUnprovenPayments } from './list.ts'
import { quote } from './quote.ts'
import { readReceipt, readReceiptOfCustomer } from './receipt.ts'
import { refundUnproven } from './refund-unproven.ts'
import { livePaymentServices, type PaymentServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const open = livePaymentServices

export const withServices = serve<typeof payments, PaymentServices>(
  payments,
  {
    quote,
    checkout,
    checkoutNewAccount,
    checkoutAnonymous,
    confirm: confirmPayment,
    list: listOwnPayments,
    listOfCustomer: listPaymentsOfCustomer,
    listUnproven: listUnprovenPayments,
    refundUnproven,
    receipt: readReceipt,
    receiptOfCustomer: readReceiptOfCustomer,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
