import { budgets } from './budget-endpoints.ts'
import { customerBudgets } from './customer-budget-endpoints.ts'
import { payments as paymentEndpoints } from './payments.ts'

/** All of the domain, as its Lambda answers. */
export const payments = { ...paymentEndpoints, ...budgets, ...customerBudgets }
