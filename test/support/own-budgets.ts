import { computeBudgetParts } from '#contract/budget-rules'
import type { BudgetOption, PublishedBudgetOption } from '#contract/budget-option'
import type { BudgetAgreement, OwnBudget } from '#contract/budgets'
import { BUDGET_ID, createBudgetContent } from './budgets.ts'

const publish = (option: BudgetOption, index: number): PublishedBudgetOption => ({
  ...option,
  optionId: index + 1,
  vat: { percent: 21 },
  parts: option.laterParts.length > 0 ? computeBudgetParts(option) : [],
})

/** `createBudgetContent` as the client reads it, in which 'Completo' is the second option. */
export function createOwnBudget(changes: Partial<OwnBudget> = {}): OwnBudget {
  const { options, recommended, recommendation, validUntil } = createBudgetContent()
  return {
    budgetId: BUDGET_ID,
    version: 1,
    state: 'open',
    publishedAt: '2026-11-20T09:00:00.000Z',
    validUntil,
    options: options.map(publish),
    recommended,
    recommendation,
    question: null,
    declined: null,
    agreement: null,
    ...changes,
  }
}

export function createOwnAgreement(changes: Partial<BudgetAgreement> = {}): BudgetAgreement {
  const option = createOwnBudget().options[1] ?? createOwnBudget().options[0]
  if (!option) throw new Error('There is no option')
  const states = ['paid', 'due', 'later'] as const
  return {
    optionId: option.optionId,
    version: 1,
    option,
    acceptedAt: '2026-11-21T09:00:00.000Z',
    noShowRule: 'lost',
    earlyStartUntil: null,
    inParts: true,
    taxId: '12345678Z',
    address: 'Calle de Ejemplo, 12, 28010 Madrid',
    parts: option.parts.map((part, index) => ({
      ...part,
      dueDay: ['2026-11-21', '2027-01-06', '2027-01-21'][index] ?? '',
      state: states[index] ?? 'later',
      isPaying: false,
      orderId: `ord_11111111-1111-4111-8111-111111111111-${part.number}`,
      paidAt: index === 0 ? '2026-11-21T09:05:00.000Z' : null,
    })),
    consultations: { count: 3, used: 1, free: 0, blocked: 2 },
    analyses: { count: 1, used: 0, free: 0, blocked: 1 },
    startDay: '2026-11-21',
    endDay: '2027-02-21',
    endedAt: null,
    refundedCents: 0,
    heldUpRefundCents: 0,
    failedRefundCents: 0,
    inUse: true,
    ...changes,
  }
}
