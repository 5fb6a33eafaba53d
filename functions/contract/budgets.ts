import * as z from 'zod/mini'
import { BudgetContent, BudgetMilestone, BudgetOption, PublishedBudgetOption } from './budget-option.ts'
import { budgetRefusalReasons } from './budget-refusal-reasons.ts'
import { budgetCancellationRules } from './budget-rules.ts'
import { noShowRules } from './cancellation-rules.ts'
import { EarlyStartUntil } from './consultation.ts'
import { ItemNameText, MultilineText } from './text-schemas.ts'
import { BudgetId, BudgetTemplateId, CalendarDay, EuroCents, IsoInstant, OrderId, RefundId } from './value-schemas.ts'

export { budgetRefusalReasons }

/** `open`: it can be accepted. `ended`: what was accepted was cancelled. */
export const budgetStates = ['draft', 'open', 'expired', 'declined', 'accepted', 'ended'] as const
export type BudgetState = (typeof budgetStates)[number]

/** `due`: the next one to pay; `late`: its day has passed. `void`: it is not owed any more. */
export const budgetPartStates = ['paid', 'due', 'late', 'later', 'refunded', 'void'] as const
export type BudgetPartState = (typeof budgetPartStates)[number]

export const BudgetQuestionText = MultilineText.check(
  z.minLength(3, { error: 'Escribe tu pregunta' }),
  z.maxLength(500),
)

const BudgetQuestion = z.object({
  text: z.string(),
  askedAt: IsoInstant,
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(IsoInstant),
})

const AgreementPart = z.object({
  number: z.int(),
  amountCents: EuroCents,
  before: z.nullable(BudgetMilestone),
  /** About when its service comes. */
  dueDay: CalendarDay,
  state: z.enum(budgetPartStates),
  orderId: OrderId,
  paidAt: z.nullable(IsoInstant),
})
export type AgreementPart = z.infer<typeof AgreementPart>

/** `free`: not used and paid for, so that they can be booked now; `blocked`: they wait for a part to be paid. */
const Entitlements = z.object({ count: z.int(), used: z.int(), free: z.int(), blocked: z.int() })

export const BudgetAgreement = z.object({
  optionId: z.int(),
  version: z.int(),
  option: PublishedBudgetOption,
  acceptedAt: IsoInstant,
  earlyStartUntil: z._default(EarlyStartUntil, null),
  inParts: z.boolean(),
  taxId: z.string(),
  address: z.string(),
  parts: z.array(AgreementPart),
  consultations: Entitlements,
  analyses: Entitlements,
  /** Of the first payment; null before. */
  startDay: z.nullable(CalendarDay),
  endDay: z.nullable(CalendarDay),
  endedAt: z.nullable(IsoInstant),
  /** Since it ended: asked for or made. */
  refundedCents: EuroCents,
  /** Of that which was promised when it ended: refused by bank or Stripe, and made by no later refund. */
  failedRefundCents: z._default(EuroCents, 0),
  /** Something is left to give, to pay or to give back: nobody leaves before it has ended. */
  inUse: z._default(z.boolean(), true),
})
export type BudgetAgreement = z.infer<typeof BudgetAgreement>

export const OwnBudget = z.object({
  budgetId: BudgetId,
  /** Of what is published, from 1. */
  version: z.int(),
  state: z.enum(budgetStates),
  publishedAt: IsoInstant,
  validUntil: CalendarDay,
  options: z.array(PublishedBudgetOption),
  recommended: z.nullable(z.int()),
  recommendation: z.nullable(z.string()),
  question: z.nullable(BudgetQuestion),
  declined: z.nullable(z.object({ reason: z.enum(budgetRefusalReasons), at: IsoInstant })),
  agreement: z.nullable(BudgetAgreement),
})
export type OwnBudget = z.infer<typeof OwnBudget>

/** What the practice writes in its own program for invoices; the product issues none. */
export const budgetInvoiceKinds = ['invoice', 'credit-note'] as const
const BudgetInvoice = z.object({
  kind: z.enum(budgetInvoiceKinds),
  orderId: OrderId,
  refundId: z.nullable(z.string()),
  amountCents: EuroCents,
  at: IsoInstant,
  doneAt: z.nullable(IsoInstant),
})
export type BudgetInvoice = z.infer<typeof BudgetInvoice>

export const CustomerBudget = z.object({
  budgetId: BudgetId,
  state: z.enum(budgetStates),
  /** Counts what the practice saves. */
  revision: z.int(),
  content: BudgetContent,
  /** Whether `content` is what the client sees. */
  isPublished: z.boolean(),
  createdAt: IsoInstant,
  published: z.nullable(OwnBudget),
  invoices: z.array(BudgetInvoice),
})
export type CustomerBudget = z.infer<typeof CustomerBudget>

/** `validDays`: for how long a budget that is made of it can be accepted. */
export const BudgetTemplateInput = z.strictObject({
  name: ItemNameText.check(z.minLength(1, { error: 'Ponle un nombre' }), z.maxLength(80)),
  option: BudgetOption,
  validDays: z.int({ error: 'Indica los días' }).check(z.minimum(1), z.maximum(180)),
})

export const BudgetTemplate = z.object({
  budgetTemplateId: BudgetTemplateId,
  /** Counts the changes. */
  version: z.int(),
  name: z.string(),
  option: BudgetOption,
  validDays: z.int(),
  createdAt: IsoInstant,
})
export type BudgetTemplate = z.infer<typeof BudgetTemplate>

/** What goes back when it is cancelled now. */
export const BudgetCancellationOptions = z.object({
  now: IsoInstant,
  paidCents: EuroCents,
  /** The share of the price of what was given. */
  owedCents: EuroCents,
  refundCents: EuroCents,
  rule: z.enum(budgetCancellationRules),
  /** Until when the right of withdrawal lasts; null afterwards. */
  until: z.nullable(IsoInstant),
  /** Hours to come that it cancels too. */
  consultationsToCancel: z.array(z.object({ startsAt: IsoInstant })),
})
export type BudgetCancellationOptions = z.infer<typeof BudgetCancellationOptions>

export const BudgetCancellation = z.object({
  budget: OwnBudget,
  refundCents: EuroCents,
  refunds: z.array(z.object({ refundId: RefundId, amountCents: EuroCents })),
})

export const OptionalNoShowRule = z.optional(z.enum(noShowRules))

export const BudgetDocument = z.object({ fileName: z.string(), pdfBase64: z.string() })
