/** In a separate file, because every function loads the table's entities. */
export const budgetRefusalReasons = ['price', 'not-now', 'not-what-i-need', 'other-place', 'no-reason'] as const
export type BudgetRefusalReason = (typeof budgetRefusalReasons)[number]
