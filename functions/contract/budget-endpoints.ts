import * as z from 'zod/mini'
import {
  BudgetCancellation,
  BudgetCancellationOptions,
  BudgetDocument,
  BudgetQuestionText,
  OptionalNoShowRule,
  OwnBudget,
} from './budgets.ts'
import { budgetRefusalReasons } from './budget-refusal-reasons.ts'
import { defineEndpoint } from './endpoint.ts'
import { ownHealthDataEndpointOptions } from './health-consent.ts'
import { CheckoutRedirect } from './purchases.ts'
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

/** The client's: what they are offered, and what they have accepted. */
export const budgets = {
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
      version: z.int().check(z.nonnegative()),
      reason: z.enum(budgetRefusalReasons, { error: 'Elige un motivo' }),
    }),
    reply: OwnBudget,
    audit: 'BUDGET_DECLINED',
    refusals: ['budget-outdated', 'budget-closed', 'budget-expired', 'changed-meanwhile'],
  }),
  /**
   * Names what is accepted; what it costs is the server's. The same again, because the answer was lost, is the same
   * acceptance, and leads to the first payment until that is made.
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
    refusals: [...checkoutRefusals, 'budget-outdated', 'budget-expired', 'changed-meanwhile', 'rules-changed'],
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
}
