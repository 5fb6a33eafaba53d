import { budgets } from './budget-endpoints.ts'
import { customerBudgets } from './customer-budget-endpoints.ts'
import { payments as paymentEndpoints } from './payments.ts'
import { purchases } from './purchases.ts'

export const payments = { ...purchases, ...paymentEndpoints, ...budgets, ...customerBudgets }
