import { payments } from '#contract/payments'
import { serve } from '#platform/serve'
import { checkoutAnonymous } from './checkout-anonymous.ts'
import { checkoutNewAccount } from './checkout-new-account.ts'
import { checkout } from './checkout.ts'
import { confirmPayment } from './confirm.ts'
import { listOwnPayments, listPaymentsOfCustomer } from './list.ts'
import { quote } from './quote.ts'
import { readReceipt } from './receipt.ts'
import { livePaymentServices, type PaymentServices } from './services.ts'

export const open = livePaymentServices

export const withServices = serve<typeof payments, PaymentServices>(payments, {
  quote,
  checkout,
  checkoutNewAccount,
  checkoutAnonymous,
  confirm: confirmPayment,
  list: listOwnPayments,
  listOfCustomer: listPaymentsOfCustomer,
  receipt: readReceipt,
})

export const handler = withServices(open)
