/** As pages name them: what is in `endpoint-groups.ts`, with budgets apart from the payments that most pages do with. */
export * from './endpoint-groups.ts'
export { budgets } from './budget-endpoints.ts'
export { customerBudgets } from './customer-budget-endpoints.ts'
export { payments } from './payments.ts'
