import type { BudgetContent, BudgetOption } from '#contract/budget-option'

/** Three consultations and an analysis in three months, in up to three parts. */
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

/** The clock of tests stands at 2026-11-21. */
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
