import * as z from 'zod/mini'
import {
  BudgetCancellation,
  BudgetCancellationOptions,
  budgetInvoiceKinds,
  CustomerBudget,
  OptionalNoShowRule,
} from './budgets.ts'
import { defineEndpoint } from './endpoint.ts'
import { CheckoutRedirect } from './payments.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { PersonTaxId } from './tax-id.ts'
import { SingleLineText } from './text-schemas.ts'
import { BudgetId, CustomerId, EuroCents, OrderId } from './value-schemas.ts'

const own = z.object({ budgetId: BudgetId })
const oneOfCustomer = z.object({ customerId: CustomerId, budgetId: BudgetId })

const Address = SingleLineText.check(
  z.minLength(10, { error: 'Escribe la calle, el número, el código postal y la localidad' }),
  z.maxLength(200),
)

const checkoutRefusals = [
  'payment-unavailable',
  'order-already-paid',
  'payment-pending',
  'budget-closed',
  'guardian-consent-required',
] as const

export const budgetAgreementEndpoints = {
  /**
   * Names what is accepted; what it costs is the server's. The same again, because the answer was lost, is the same
   * acceptance, and leads to the payment of the part that is due.
   */
  acceptBudget: defineEndpoint({
    method: 'POST',
    path: '/budgets/{budgetId}/acceptance',
    allow: ['cliente'],
    params: own,
    body: z.strictObject({
      version: z.int().check(z.positive()),
      optionId: z.int({ error: 'Elige una opción' }).check(z.positive()),
      inParts: z.boolean({ error: 'Elige cómo quieres pagarlo' }),
      taxId: PersonTaxId,
      address: Address,
      /** Needed to book an hour within the 14 days of withdrawal; can be given with that hour as well. */
      consents: z.optional(PurchaseConsents),
      /** That was read. Another one by now is refused. */
      noShowRule: OptionalNoShowRule,
    }),
    reply: CheckoutRedirect,
    audit: 'BUDGET_ACCEPTED',
    refusals: [
      ...checkoutRefusals,
      'budget-outdated',
      'budget-expired',
      'changed-meanwhile',
      'rules-changed',
      'birth-date-missing',
    ],
  }),
  /** The next part that is not paid. */
  checkoutBudgetPart: defineEndpoint({
    method: 'POST',
    path: '/budgets/{budgetId}/parts/{orderId}/checkout',
    allow: ['cliente'],
    params: z.object({ budgetId: BudgetId, orderId: OrderId }),
    body: z.strictObject({}),
    reply: CheckoutRedirect,
    audit: 'ORDER_CREATED',
    refusals: [...checkoutRefusals, 'changed-meanwhile'],
  }),
  budgetCancellation: defineEndpoint({
    method: 'GET',
    path: '/budgets/{budgetId}/cancellation',
    allow: ['cliente'],
    params: own,
    reply: BudgetCancellationOptions,
    audit: 'none',
    refusals: ['budget-closed'],
  }),
  /**
   * Ends it, cancels the hours to come that it covers and refunds what was not used. `refundCents` is the sum that was
   * shown: another one by now is refused. Sent again it answers the same.
   */
  cancelBudget: defineEndpoint({
    method: 'POST',
    path: '/budgets/{budgetId}/cancellation',
    allow: ['cliente'],
    params: own,
    body: z.strictObject({ refundCents: EuroCents }),
    reply: BudgetCancellation,
    audit: 'BUDGET_CANCELLED',
    refusals: ['budget-closed', 'changed-meanwhile', 'payment-pending', 'payment-unavailable'],
  }),
  budgetCancellationOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/budgets/{budgetId}/cancellation',
    allow: ['administrador'],
    opens: 'budgets',
    params: oneOfCustomer,
    reply: BudgetCancellationOptions,
    audit: 'none',
    refusals: ['budget-closed'],
  }),
  /** As the client would do it. */
  cancelBudgetOfCustomer: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/budgets/{budgetId}/cancellation',
    allow: ['administrador'],
    opens: 'budgets',
    assurance: 'fresh',
    params: oneOfCustomer,
    body: z.strictObject({ refundCents: EuroCents }),
    reply: BudgetCancellation,
    audit: 'BUDGET_CANCELLED',
    refusals: ['budget-closed', 'changed-meanwhile', 'payment-pending', 'payment-unavailable'],
  }),
  /** An analysis has been made, or was noted by mistake. */
  noteBudgetAnalysis: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}/budgets/{budgetId}/analyses',
    allow: ['administrador'],
    opens: 'budgets',
    params: oneOfCustomer,
    /** From 1; the analyses are used up in this order. */
    body: z.strictObject({ number: z.int().check(z.positive()), used: z.boolean() }),
    reply: CustomerBudget,
    audit: 'BUDGET_ANALYSIS_NOTED',
    refusals: ['budget-closed', 'budget-part-unpaid', 'changed-meanwhile'],
  }),
  /** The practice has issued it in its own program. */
  noteBudgetInvoice: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}/budgets/{budgetId}/invoices',
    allow: ['administrador'],
    opens: 'budgets',
    params: oneOfCustomer,
    body: z.strictObject({
      kind: z.enum(budgetInvoiceKinds),
      orderId: OrderId,
      refundId: z.nullable(SingleLineText.check(z.maxLength(80))),
      done: z.boolean(),
    }),
    reply: CustomerBudget,
    audit: 'BUDGET_INVOICE_NOTED',
    refusals: ['changed-meanwhile'],
  }),
}
