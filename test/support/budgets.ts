import type { BudgetContent, BudgetOption } from '#contract/budget-option'
import { computeBudgetParts } from '#contract/budget-rules'

export const createBudgetOption = (changes: Partial<BudgetOption> = {}): BudgetOption => ({
  title: 'Completo',
  includes: ['Plan por escrito', 'Respuesta en 2 días laborables'],
  excludes: ['Los suplementos'],
  consultations: { count: 3, type: 'seguimiento', durationMinutes: 30, referenceCents: 6000 },
  analyses: { count: 1, referenceCents: 20_000 },
  months: { count: 3, referenceCents: 0 },
  priceCents: 42_000,
  laterParts: [
    { kind: 'analysis', number: 1 },
    { kind: 'consultation', number: 2 },
  ],
  ...changes,
})

/** The tests' clock is 2026-11-21. */
export const createBudgetContent = (changes: Partial<BudgetContent> = {}): BudgetContent => ({
  options: [
    createBudgetOption({
      title: 'Esencial',
      consultations: { count: 1, type: 'seguimiento', durationMinutes: 30, referenceCents: 6000 },
      priceCents: 24_000,
      laterParts: [],
    }),
    createBudgetOption(),
  ],
  recommended: 2,
  recommendation: 'Para ti, Completo: quiero ver también tu vitamina D.',
  validUntil: '2026-12-05',
  ...changes,
})

export const BUDGET_ID = 'bud_11111111-1111-4111-8111-111111111111'

/** Accepted in three parts, the first of which is paid; one consultation and one analysis are used. */
export function createAgreement(of: { readonly customerId: string; readonly userId: string }) {
  const option = createBudgetOption()
  const at = '2026-11-21T09:00:00.000Z'
  const parts = computeBudgetParts(option)
  return {
    ...of,
    budgetId: 'bud_22222222-2222-4222-8222-222222222222',
    version: 2,
    status: 'active' as const,
    budgetVersion: 1,
    option: { ...option, optionId: 2, vat: { percent: 21 }, parts },
    inParts: true,
    taxId: '00000000T',
    address: 'Calle de Ejemplo, 12, 28010 Madrid',
    noShowRule: 'lost' as const,
    acceptedAt: at,
    parts: parts.map((part) => ({
      ...part,
      orderId: `ord_22222222-2222-4222-8222-222222222222-${part.number}`,
      ...(part.number === 1 && { paidAt: at }),
    })),
    booked: [{ number: 1, consultationId: 'con_of-a-budget' }],
    analysed: [1],
    startDay: '2026-11-21',
    invoiced: {},
    nextDueDay: '2026-12-28',
  }
}

export function createStoredBudget(of: { readonly customerId: string }) {
  const content = createBudgetContent({ recommendation: 'Para Lucía Ferrer, Completo' })
  const { options, ...rest } = content
  const at = '2026-11-21T09:00:00.000Z'
  return {
    ...of,
    budgetId: BUDGET_ID,
    version: 3,
    revision: 1,
    content,
    published: {
      ...rest,
      version: 1,
      revision: 1,
      publishedAt: at,
      options: options.map((option, index) => ({
        ...option,
        optionId: index + 1,
        vat: { percent: 21 },
        parts: computeBudgetParts(option),
      })),
    },
    question: { text: 'Soy Lucía Ferrer, ¿se hace en ayunas?', askedAt: at },
    createdAt: at,
  }
}
