import type { BudgetAgreement, BudgetTemplate, CustomerBudget, OwnBudget } from '#contract/budgets'
import { computeBudgetParts } from '#contract/budget-rules'
import { BUDGET_ID, createBudgetContent, createBudgetOption } from './budgets.ts'
import { fakeApi } from './fake-api.ts'
import { customerApiPath, stubCustomerRecord } from './record-app.ts'

export const sampleBudgetTemplate: BudgetTemplate = {
  budgetTemplateId: 'btp_aaaaaaaa',
  version: 2,
  name: 'Tres meses',
  option: createBudgetOption(),
  validDays: 21,
  createdAt: '2026-11-01T09:00:00.000Z',
}

export const sampleBudgetQuestion = {
  text: '¿Entra la analítica de heces?',
  askedAt: '2026-11-20T18:00:00.000Z',
  answer: null,
  answeredAt: null,
}

/** An unpublished draft. */
export const createCustomerBudget = (changes: Partial<CustomerBudget> = {}): CustomerBudget => ({
  budgetId: BUDGET_ID,
  state: 'draft',
  revision: 3,
  content: createBudgetContent(),
  isPublished: false,
  createdAt: '2026-11-19T09:00:00.000Z',
  published: null,
  invoices: [],
  ...changes,
})

const publishedOptions = createBudgetContent().options.map((option, index) => ({
  ...option,
  optionId: index + 1,
  vat: { percent: 21 },
  parts: option.laterParts.length > 0 ? [...computeBudgetParts(option)] : [],
}))

export const createPublishedBudget = (
  published: Partial<OwnBudget> = {},
  changes: Partial<CustomerBudget> = {},
): CustomerBudget => {
  const { recommended, recommendation, validUntil } = createBudgetContent()
  const state = published.state ?? 'open'
  return createCustomerBudget({
    state,
    isPublished: true,
    published: {
      budgetId: BUDGET_ID,
      version: 1,
      state,
      publishedAt: '2026-11-19T10:00:00.000Z',
      validUntil,
      options: publishedOptions,
      recommended,
      recommendation,
      question: null,
      declined: null,
      agreement: null,
      ...published,
    },
    ...changes,
  })
}

const [, accepted = publishedOptions[0]] = publishedOptions

export const createAgreement = (changes: Partial<BudgetAgreement> = {}): BudgetAgreement => {
  if (!accepted) throw new Error('no option')
  return {
    optionId: accepted.optionId,
    version: 1,
    option: accepted,
    acceptedAt: '2026-09-01T09:00:00.000Z',
    noShowRule: 'lost',
    earlyStartUntil: null,
    inParts: true,
    taxId: '12345678Z',
    address: 'Calle Mayor, 1, 28013 Madrid',
    parts: accepted.parts.map(({ number, amountCents, before }, index) => ({
      number,
      amountCents,
      before,
      dueDay: ['2026-09-01', '2026-10-16', '2026-10-31'][index] ?? '2026-11-30',
      state: (['paid', 'late', 'later'] as const)[index] ?? 'later',
      isPaying: false,
      orderId: `ord_aaaaaaa${number}`,
      paidAt: index === 0 ? '2026-09-01T09:05:00.000Z' : null,
    })),
    consultations: { count: 3, used: 1, free: 0, blocked: 2 },
    analyses: { count: 1, used: 0, free: 0, blocked: 1 },
    startDay: '2026-09-01',
    endDay: '2026-12-01',
    endedAt: null,
    refundedCents: 0,
    heldUpRefundCents: 0,
    failedRefundCents: 0,
    inUse: true,
    ...changes,
  }
}

export function stubCustomerBudgets(
  budgets: readonly CustomerBudget[] = [],
  templates: readonly BudgetTemplate[] = [sampleBudgetTemplate],
): void {
  stubCustomerRecord()
  fakeApi.answer(`GET ${customerApiPath}/budgets`, { items: [...budgets] })
  fakeApi.answer('GET /budget-templates', { items: [...templates] })
}
