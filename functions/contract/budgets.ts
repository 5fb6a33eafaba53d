import * as z from 'zod/mini'
import { BudgetContent, BudgetMilestone, BudgetOption, PublishedBudgetOption } from './budget-option.ts'
import { budgetRefusalReasons } from './budget-refusal-reasons.ts'
import { budgetCancellationRules } from './budget-rules.ts'
import { noShowRules } from './cancellation-rules.ts'
import { EarlyStartUntil } from './consultation.ts'
import { ItemNameText, MultilineText } from './text-schemas.ts'
import { BudgetId, BudgetTemplateId, CalendarDay, EuroCents, IsoInstant, OrderId, RefundId } from './value-schemas.ts'

export { budgetRefusalReasons }

/** `open`: can be accepted. `ended`: cancelled after acceptance. */
export const budgetStates = ['draft', 'open', 'expired', 'declined', 'accepted', 'ended'] as const
export type BudgetState = (typeof budgetStates)[number]

/** `due`: the next one to pay; `late`: its day has passed; `void`: no longer owed. */
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
  dueDay: CalendarDay,
  state: z.enum(budgetPartStates),
  /** Not paid yet, while the client's bank is paying it. No state: a page from before could not read a new one. */
  isPaying: z._default(z.boolean(), false),
  orderId: OrderId,
  paidAt: z.nullable(IsoInstant),
})
export type AgreementPart = z.infer<typeof AgreementPart>

/** `free`: paid and unused, so bookable now; `blocked`: waiting for a part to be paid. */
const Entitlements = z.object({ count: z.int(), used: z.int(), free: z.int(), blocked: z.int() })

export const BudgetAgreement = z.object({
  optionId: z.int(),
  version: z.int(),
  option: PublishedBudgetOption,
  acceptedAt: IsoInstant,
  /** About absences, as it was read when accepting. Missing while the API of the release before answers. */
  noShowRule: z.optional(z.enum(noShowRules)),
  earlyStartUntil: z._default(EarlyStartUntil, null),
  inParts: z.boolean(),
  taxId: z.string(),
  address: z.string(),
  parts: z.array(AgreementPart),
  consultations: Entitlements,
  analyses: Entitlements,
  startDay: z.nullable(CalendarDay),
  endDay: z.nullable(CalendarDay),
  endedAt: z.nullable(IsoInstant),
  refundedCents: EuroCents,
  /** Of `refundedCents`, what waits until the client's bank has decided about a dispute. */
  heldUpRefundCents: z._default(EuroCents, 0),
  /** Refunds of the cancellation that bank or Stripe refused and no later refund replaced. */
  failedRefundCents: z._default(EuroCents, 0),
  /** Something is still to be given, paid or refunded: the account cannot be deleted before it has ended. */
  inUse: z._default(z.boolean(), true),
})
export type BudgetAgreement = z.infer<typeof BudgetAgreement>

export const OwnBudget = z.object({
  budgetId: BudgetId,
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

/** Documents that the practice issues in its own invoicing program; the product issues none. */
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
  revision: z.int(),
  content: BudgetContent,
  isPublished: z.boolean(),
  createdAt: IsoInstant,
  published: z.nullable(OwnBudget),
  invoices: z.array(BudgetInvoice),
})
export type CustomerBudget = z.infer<typeof CustomerBudget>

/** `validDays`: how long a budget made from it can be accepted. */
export const BudgetTemplateInput = z.strictObject({
  name: ItemNameText.check(z.minLength(1, { error: 'Ponle un nombre' }), z.maxLength(80)),
  option: BudgetOption,
  validDays: z.int({ error: 'Indica los días' }).check(z.minimum(1), z.maximum(180)),
})

export const BudgetTemplate = z.object({
  budgetTemplateId: BudgetTemplateId,
  version: z.int(),
  name: z.string(),
  option: BudgetOption,
  validDays: z.int(),
  createdAt: IsoInstant,
})
export type BudgetTemplate = z.infer<typeof BudgetTemplate>

export const BudgetCancellationOptions = z.object({
  now: IsoInstant,
  paidCents: EuroCents,
  owedCents: EuroCents,
  refundCents: EuroCents,
  /** Of `refundCents`, what waits until the client's bank has decided about a dispute. */
  heldUpCents: z._default(EuroCents, 0),
  rule: z.enum(budgetCancellationRules),
  until: z.nullable(IsoInstant),
  consultationsToCancel: z.array(z.object({ startsAt: IsoInstant })),
})
export type BudgetCancellationOptions = z.infer<typeof BudgetCancellationOptions>

export const BudgetCancellation = z.object({
  budget: OwnBudget,
  refundCents: EuroCents,
  refunds: z.array(z.object({ refundId: RefundId, amountCents: EuroCents })),
})

export const BudgetDocument = z.object({ fileName: z.string(), pdfBase64: z.string() })
