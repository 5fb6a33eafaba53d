import { payments } from '#contract/payments'
import { serve } from '#platform/serve'
import { startAnonymousCheckout, startUnverifiedAccountCheckout, startCheckout } from './checkout.ts'
import { confirmPayment } from './fulfil.ts'
import { quoteProductPrice } from './price.ts'
import {
  listOwnPayments,
  listCustomerPayments,
  listUnverifiedBuyerPayments,
  readOwnReceipt,
  readCustomerReceipt,
} from './read.ts'
import { refundUnverifiedBuyer } from './refund-unproven.ts'
import { createPaymentServices, type PaymentServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createPaymentServices

export const createLambdaHandler = serve<typeof payments, PaymentServices>(
  payments,
  {
    quote: quoteProductPrice,
    checkout: startCheckout,
    checkoutNewAccount: startUnverifiedAccountCheckout,
    checkoutAnonymous: startAnonymousCheckout,
    confirm: confirmPayment,
    list: listOwnPayments,
    listOfCustomer: listCustomerPayments,
    listUnproven: listUnverifiedBuyerPayments,
    refundUnproven: refundUnverifiedBuyer,
    receipt: readOwnReceipt,
    receiptOfCustomer: readCustomerReceipt,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
