import type { payments } from '#contract/payments-domain'
import { requireOwnCustomerId } from '#platform/actor'
import type { EndpointAction } from '#platform/serve'
import { readOwnBudgetView } from './own-budgets.ts'
import type { PaymentServices } from './services.ts'

interface BudgetKey {
  readonly customerId: string
  readonly budgetId: string
}

/** Not stored, so that a withdrawal of consent leaves no copy behind. */
async function makeDocument(key: BudgetKey, services: PaymentServices) {
  const budget = await readOwnBudgetView(key, services)
  const { renderBudgetPdf } = await import('./budget-pdf.ts')
  const pdf = await renderBudgetPdf(budget)
  return { fileName: `presupuesto-v${budget.version}.pdf`, pdfBase64: Buffer.from(pdf).toString('base64') }
}

export const readBudgetDocument: EndpointAction<typeof payments.budgetDocument, PaymentServices> = (
  { actor, params },
  services,
) => makeDocument({ ...params, customerId: requireOwnCustomerId(actor) }, services)

export const readCustomerBudgetDocument: EndpointAction<typeof payments.budgetDocumentOfCustomer, PaymentServices> = (
  { params },
  services,
) => makeDocument(params, services)
