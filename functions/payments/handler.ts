import { payments } from '#contract/payments'
import { serve } from '#platform/serve'
import { checkoutAnonymous, checkoutNewAccount, checkout } from './checkout.ts'
import { confirmPayment } from './fulfil.ts'
import { quote } from './price.ts'
import {
  listOwnPayments,
  listPaymentsOfCustomer,
  listUnprovenPayments,
  readReceipt,
  readReceiptOfCustomer,
} from './read.ts'
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
