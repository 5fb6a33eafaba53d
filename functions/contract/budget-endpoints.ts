import * as z from 'zod/mini'
import { BudgetContent } from './budget-option.ts'
import { BudgetQuestionText, BudgetTemplate, BudgetTemplateInput, CustomerBudget, OwnBudget } from './budgets.ts'
import { budgetRefusalReasons } from './budget-refusal-reasons.ts'
import { defineEndpoint } from './endpoint.ts'
import { ownHealthDataEndpointOptions } from './health-consent.ts'
import { BudgetId, BudgetTemplateId, CustomerId, IsoInstant } from './value-schemas.ts'

const own = z.object({ budgetId: BudgetId })
const ofCustomer = z.object({ customerId: CustomerId })
const oneOfCustomer = z.object({ customerId: CustomerId, budgetId: BudgetId })
const template = z.object({ budgetTemplateId: BudgetTemplateId })
const Version = z.int().check(z.nonnegative())

const BudgetDocument = z.object({ fileName: z.string(), pdfBase64: z.string() })

/** What is offered; what was accepted is in `budget-agreement-endpoints.ts`. */
export const budgetEndpoints = {
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
  /** Published ones, the latest first. */
  listBudgets: defineEndpoint({
    method: 'GET',
    path: '/budgets',
    allow: ['cliente'],
    reply: z.object({ items: z.array(OwnBudget) }),
    audit: 'none',
    refusals: [],
  }),
  /** What is published, as a PDF. */
  budgetDocument: defineEndpoint({
    method: 'GET',
    path: '/budgets/{budgetId}/document',
    allow: ['cliente'],
    params: own,
    reply: BudgetDocument,
    audit: 'none',
    refusals: [],
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
  /** A new one takes the place of the one before. It stands among what the practice has to do until it is answered. */
  askAboutBudget: defineEndpoint({
    method: 'PUT',
    path: '/budgets/{budgetId}/question',
    allow: ['cliente'],
    params: own,
    body: z.strictObject({ text: BudgetQuestionText }),
    reply: OwnBudget,
    audit: 'BUDGET_QUESTION_ASKED',
    ...ownHealthDataEndpointOptions,
    refusals: ownHealthDataEndpointOptions.refusals,
  }),
  /** None of its options. Until it expires it can still be accepted. */
  declineBudget: defineEndpoint({
    method: 'PUT',
    path: '/budgets/{budgetId}/refusal',
    allow: ['cliente'],
    params: own,
    body: z.strictObject({
      version: Version,
      reason: z.enum(budgetRefusalReasons, { error: 'Elige un motivo' }),
    }),
    reply: OwnBudget,
    audit: 'BUDGET_DECLINED',
    refusals: ['budget-outdated', 'budget-closed', 'budget-expired', 'changed-meanwhile'],
  }),
}
