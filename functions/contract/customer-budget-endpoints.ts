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
  /** The browser creates the id. `version` of the changed template, 0 for a new one. */
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
   * Saves a draft, which clients do not see before it is published. The browser creates the id; `revision` of the
   * changed draft, 0 for a new one.
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
  /** Publishes the reviewed `revision` as the next version. A declined budget is open again. */
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
  /** `askedAt` identifies the question that was read. */
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
  noteBudgetAnalysis: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}/budgets/{budgetId}/analyses',
    allow: ['administrador'],
    opens: 'budgets',
    params: oneOfCustomer,
    body: z.strictObject({ number: z.int().check(z.positive()), used: z.boolean() }),
    reply: CustomerBudget,
    audit: 'BUDGET_ANALYSIS_NOTED',
    refusals: ['budget-closed', 'budget-part-unpaid', 'changed-meanwhile'],
  }),
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
