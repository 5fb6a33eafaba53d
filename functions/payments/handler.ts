import { payments } from '#contract/payments-domain'
import { loadOnFirstUse } from '#platform/load-on-first-use'
import { retryOnConflict } from '#platform/retry-on-conflict'
import { serve } from '#platform/serve'
import { startAnonymousCheckout, startUnverifiedAccountCheckout, startCheckout } from './checkout.ts'
import { readCustomerRefundOptions, readOwnConsultationOptions, readOwnRefundOptions } from './cancellation-options.ts'
import { startConsultationCheckout } from './consultation-checkout.ts'
import { confirmPayment } from './fulfil.ts'
import { holdSlot, releaseSlot } from './hold-slot.ts'
import { askAboutBudget, declineBudget, listOwnBudgets } from './own-budgets.ts'
import { startBudgetPartCheckout } from './budget-part.ts'
import { readBudgetDocument, readCustomerBudgetDocument } from './budget-document.ts'
import { quoteProductPrice } from './price.ts'
import {
  listOwnPayments,
  listCustomerPayments,
  listUnverifiedBuyerPayments,
  readOwnReceipt,
  readCustomerReceipt,
} from './read.ts'
import { createPaymentServices, type PaymentServices } from './services.ts'
import { tableAccess } from './table-access.ts'

const budgetsOfPractice = loadOnFirstUse(() => import('./budgets.ts'))
const budgetNotes = loadOnFirstUse(() => import('./budget-notes.ts'))
const budgetAcceptance = loadOnFirstUse(() => import('./accept-budget.ts'))
const budgetTemplates = loadOnFirstUse(() => import('./budget-templates.ts'))
const budgetCancellation = loadOnFirstUse(() => import('./budget-cancellation.ts'))

const refund = loadOnFirstUse(() => import('./refund.ts'))
const unprovenRefund = loadOnFirstUse(() => import('./refund-unproven.ts'))

export const createLambdaServices = createPaymentServices

export const createLambdaHandler = serve<typeof payments, PaymentServices>(
  payments,
  {
    holdSlot,
    releaseSlot,
    quote: quoteProductPrice,
    checkout: startCheckout,
    checkoutConsultation: startConsultationCheckout,
    checkoutNewAccount: startUnverifiedAccountCheckout,
    checkoutAnonymous: startAnonymousCheckout,
    confirm: confirmPayment,
    list: listOwnPayments,
    listOfCustomer: listCustomerPayments,
    listUnproven: listUnverifiedBuyerPayments,
    refundUnproven: retryOnConflict(unprovenRefund.refundUnverifiedBuyer),
    consultationOptions: readOwnConsultationOptions,
    refundOptions: readOwnRefundOptions,
    refundOptionsOfCustomer: readCustomerRefundOptions,
    refundOwn: retryOnConflict(refund.refundOwnPayment),
    refundOfCustomer: refund.refundPaymentOfCustomer,
    receipt: readOwnReceipt,
    receiptOfCustomer: readCustomerReceipt,
    listBudgetTemplates: budgetTemplates.listBudgetTemplates,
    saveBudgetTemplate: retryOnConflict(budgetTemplates.saveBudgetTemplate),
    removeBudgetTemplate: budgetTemplates.removeBudgetTemplate,
    listBudgetsOfCustomer: budgetsOfPractice.listCustomerBudgets,
    saveBudget: retryOnConflict(budgetsOfPractice.saveBudget),
    publishBudget: retryOnConflict(budgetsOfPractice.publishBudget),
    answerBudgetQuestion: retryOnConflict(budgetsOfPractice.answerBudgetQuestion),
    listBudgets: listOwnBudgets,
    budgetDocument: readBudgetDocument,
    budgetDocumentOfCustomer: readCustomerBudgetDocument,
    askAboutBudget: retryOnConflict(askAboutBudget),
    declineBudget: retryOnConflict(declineBudget),
    acceptBudget: retryOnConflict(budgetAcceptance.acceptBudget),
    checkoutBudgetPart: startBudgetPartCheckout,
    budgetCancellation: budgetCancellation.readBudgetCancellation,
    cancelBudget: retryOnConflict(budgetCancellation.cancelOwnBudget),
    budgetCancellationOfCustomer: budgetCancellation.readCustomerBudgetCancellation,
    cancelBudgetOfCustomer: retryOnConflict(budgetCancellation.cancelBudgetOfCustomer),
    noteBudgetAnalysis: retryOnConflict(budgetNotes.noteBudgetAnalysis),
    noteBudgetInvoice: retryOnConflict(budgetNotes.noteBudgetInvoice),
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
