import { budgetAgreementEndpoints } from './budget-agreement-endpoints.ts'
import { budgetEndpoints } from './budget-endpoints.ts'
import { payments as paymentEndpoints } from './payments.ts'

/** All of the domain; a page that shows no budgets loads the payments alone. */
export const payments = { ...paymentEndpoints, ...budgetEndpoints, ...budgetAgreementEndpoints }
