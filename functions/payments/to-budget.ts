import { computeBudgetParts, isBudgetExpired } from '#contract/budget-rules'
import type { BudgetContent, PublishedBudgetOption } from '#contract/budget-option'
import { type BudgetInvoice, type BudgetState, CustomerBudget, OwnBudget } from '#contract/budgets'
import { toPracticeDay } from '#contract/calendar-days'
import { practiceLegalDetails } from '#contract/practice'
import type { StoredBudget } from '#data/budget-queries'
import { throwRefusal } from '#platform/refusal-error'
import { type ReadAgreement, toAgreement } from './to-agreement.ts'

export const toPublishedOptions = ({ options }: BudgetContent): readonly PublishedBudgetOption[] =>
  options.map((option, index) => ({
    ...option,
    optionId: index + 1,
    vat: practiceLegalDetails.vat,
    parts: option.laterParts.length > 0 ? computeBudgetParts(option) : [],
  }))

function computeBudgetState(
  { published, declined }: StoredBudget,
  agreement: ReadAgreement | undefined,
  now: Date,
): BudgetState {
  if (agreement) return agreement.status === 'ended' ? 'ended' : 'accepted'
  if (!published) return 'draft'
  if (declined) return 'declined'
  return isBudgetExpired(published.validUntil, now) ? 'expired' : 'open'
}

const toQuestion = ({ question }: StoredBudget): OwnBudget['question'] =>
  question ? { ...question, answer: question.answer ?? null, answeredAt: question.answeredAt ?? null } : null

/** @throws Refusal `not-found` before it is published */
export function toOwnBudget(stored: StoredBudget, agreement: ReadAgreement | undefined, now: Date): OwnBudget {
  const { budgetId, published = throwRefusal('not-found'), declined = null } = stored
  return OwnBudget.parse({
    budgetId,
    ...published,
    state: computeBudgetState(stored, agreement, now),
    question: toQuestion(stored),
    declined,
    agreement: agreement ? toAgreement(agreement, now) : null,
  })
}

/** After a withdrawal of health consent the offer is erased; the agreement stays. */
export const toBudgetOfAgreement = (agreement: ReadAgreement, now: Date): OwnBudget =>
  OwnBudget.parse({
    budgetId: agreement.budgetId,
    version: agreement.budgetVersion,
    state: agreement.status === 'ended' ? 'ended' : 'accepted',
    publishedAt: agreement.acceptedAt,
    validUntil: toPracticeDay(agreement.acceptedAt),
    options: [agreement.option],
    recommended: null,
    recommendation: null,
    question: null,
    declined: null,
    agreement: toAgreement(agreement, now),
  })

export function toCustomerBudgetOfAgreement(
  agreement: ReadAgreement,
  invoices: readonly BudgetInvoice[],
  now: Date,
): CustomerBudget {
  const published = toBudgetOfAgreement(agreement, now)
  const { budgetId, state, validUntil, version } = published
  const { optionId: _, vat: __, parts: ___, ...option } = agreement.option
  return CustomerBudget.parse({
    budgetId,
    state,
    revision: version,
    content: { options: [option], recommended: null, recommendation: null, validUntil },
    isPublished: true,
    createdAt: agreement.acceptedAt,
    published,
    invoices,
  })
}

interface CustomerBudgetParts {
  readonly stored: StoredBudget
  readonly agreement: ReadAgreement | undefined
  readonly invoices: readonly BudgetInvoice[]
}

export const toCustomerBudget = ({ stored, agreement, invoices }: CustomerBudgetParts, now: Date): CustomerBudget =>
  CustomerBudget.parse({
    ...stored,
    state: computeBudgetState(stored, agreement, now),
    isPublished: stored.published?.revision === stored.revision,
    published: stored.published ? toOwnBudget(stored, agreement, now) : null,
    invoices,
  })
