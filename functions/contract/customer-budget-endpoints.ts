import * as z from 'zod/mini'
import { BudgetContent } from './budget-option.ts'
import {
  BudgetCancellation,
  BudgetCancellationOptions,
  BudgetDocument,
  budgetInvoiceKinds,
  BudgetQuestionText,
  BudgetTemplate,
  BudgetTemplateInput,
  CustomerBudget,
} from './budgets.ts'
import { defineEndpoint } from './endpoint.ts'
import { SingleLineText } from './text-schemas.ts'
import { BudgetId, BudgetTemplateId, CustomerId, EuroCents, IsoInstant, OrderId } from './value-schemas.ts'

const ofCustomer = z.object({ customerId: CustomerId })
const oneOfCustomer = z.object({ customerId: CustomerId, budgetId: BudgetId })
const template = z.object({ budgetTemplateId: BudgetTemplateId })
const Version = z.int().check(z.nonnegative())

/** The practice's. Apart from the client's, whose pages do without them. */
export const customerBudgets = {
  listBudgetTemplates: defineEndpoint({
    method: 'GET',
    path: '/budget-templates',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ items: z.array(BudgetTemplate) }),
    audit: 'none',
    refusals: [],
  }),
  /** The browser makes the id. `version` is that of the template which was changed, 0 for a new one. */
  saveBudgetTemplate: defineEndpoint({
    method: 'PUT',
    path: '/budget-templates/{budgetTemplateId}',
    allow: ['administrador'],
    opens: 'nothing',
    params: template,
    body: z.extend(BudgetTemplateInput, { version: Version }),
    reply: BudgetTemplate,
    audit: 'BUDGET_TEMPLATE_SAVED',
    refusals: ['changed-meanwhile'],
  }),
  removeBudgetTemplate: defineEndpoint({
    method: 'DELETE',
    path: '/budget-templates/{budgetTemplateId}',
    allow: ['administrador'],
    opens: 'nothing',
    params: template,
    reply: z.object({ removed: z.boolean() }),
    audit: 'BUDGET_TEMPLATE_REMOVED',
    refusals: [],
  }),
  /** The latest first. */
  listBudgetsOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/budgets',
    allow: ['administrador'],
    opens: 'budgets',
    params: ofCustomer,
    reply: z.object({ items: z.array(CustomerBudget) }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * A draft, which the client does not see before it is published. The browser makes the id; `revision` is that of what was
   * changed, 0 for a new one.
   */
  saveBudget: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}/budgets/{budgetId}',
    allow: ['administrador'],
    opens: 'budgets',
    params: oneOfCustomer,
    body: z.strictObject({ content: BudgetContent, revision: Version }),
    reply: CustomerBudget,
    audit: 'BUDGET_SAVED',
    health: true,
    refusals: ['changed-meanwhile', 'budget-closed', 'health-basis-required'],
  }),
  /** `revision` is the one that was looked at: it becomes the next version. What the client declined is open again. */
  publishBudget: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/budgets/{budgetId}/publication',
    allow: ['administrador'],
    opens: 'budgets',
    params: oneOfCustomer,
    body: z.strictObject({ revision: Version }),
    reply: CustomerBudget,
    audit: 'BUDGET_PUBLISHED',
    refusals: ['changed-meanwhile', 'budget-closed', 'budget-expired'],
  }),
  /** `askedAt` is that of the question that was read. */
  answerBudgetQuestion: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}/budgets/{budgetId}/answer',
    allow: ['administrador'],
    opens: 'budgets',
    params: oneOfCustomer,
    body: z.strictObject({ askedAt: IsoInstant, answer: BudgetQuestionText }),
    reply: CustomerBudget,
    audit: 'BUDGET_QUESTION_ANSWERED',
    health: true,
    refusals: ['changed-meanwhile', 'health-basis-required'],
  }),
  budgetDocumentOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/budgets/{budgetId}/document',
    allow: ['administrador'],
    opens: 'budgets',
    params: oneOfCustomer,
    reply: BudgetDocument,
    audit: 'none',
    refusals: [],
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
