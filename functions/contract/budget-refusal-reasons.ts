/** Why a client chooses none of the options. In a file of its own: every function loads the table's entities. */
export const budgetRefusalReasons = ['price', 'not-now', 'not-what-i-need', 'other-place', 'no-reason'] as const
export type BudgetRefusalReason = (typeof budgetRefusalReasons)[number]
