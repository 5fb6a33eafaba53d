import * as z from 'zod/mini'
import {
  BudgetCancellation,
  BudgetCancellationOptions,
  BudgetDocument,
  BudgetQuestionText,
  OwnBudget,
} from './budgets.ts'
import { budgetRefusalReasons } from './budget-refusal-reasons.ts'
import { defineEndpoint } from './endpoint.ts'
import { ownHealthDataEndpointOptions } from './health-consent.ts'
import { CheckoutRedirect, OptionalNoShowRule } from './purchases.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { PersonTaxId } from './tax-id.ts'
import { SingleLineText } from './text-schemas.ts'
import { BudgetId, EuroCents, OrderId } from './value-schemas.ts'

const own = z.object({ budgetId: BudgetId })

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

export const budgets = {
  listBudgets: defineEndpoint({
    method: 'GET',
    path: '/budgets',
    allow: ['cliente'],
    reply: z.object({ items: z.array(OwnBudget) }),
    audit: 'none',
    refusals: [],
  }),
  budgetDocument: defineEndpoint({
    method: 'GET',
    path: '/budgets/{budgetId}/document',
    allow: ['cliente'],
    params: own,
    reply: BudgetDocument,
    audit: 'none',
    refusals: [],
  }),
  /** Replaces an earlier question. It is a task of the practice until answered. */
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
  /** Declines all options. Until it expires, the budget can still be accepted. */
  declineBudget: defineEndpoint({
    method: 'PUT',
    path: '/budgets/{budgetId}/refusal',
    allow: ['cliente'],
    params: own,
    body: z.strictObject({
      version: z.int().check(z.nonnegative()),
      reason: z.enum(budgetRefusalReasons, { error: 'Elige un motivo' }),
    }),
    reply: OwnBudget,
    audit: 'BUDGET_DECLINED',
    refusals: ['budget-outdated', 'budget-closed', 'budget-expired', 'changed-meanwhile'],
  }),
  /**
   * The request names the option; the server determines the price. Repeating it is the same acceptance and returns the
   * first payment's checkout until that is paid.
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
      /** Required to book an hour within the 14 days of withdrawal; can also be given then. */
      consents: z.optional(PurchaseConsents),
      /** The rule that the buyer has read. Refused when it has changed. */
      noShowRule: OptionalNoShowRule,
    }),
    reply: CheckoutRedirect,
    audit: 'BUDGET_ACCEPTED',
    refusals: [...checkoutRefusals, 'budget-outdated', 'budget-expired', 'changed-meanwhile', 'rules-changed'],
  }),
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
   * Ends the agreement, cancels its upcoming consultations and refunds what was not used. `refundCents` is the sum
   * shown, refused when it has changed. Idempotent.
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
}
