import { findUnpaidPartBefore } from '#contract/budget-rules'
import { toPracticeDay } from '#contract/calendar-days'
import type { payments } from '#contract/payments-domain'
import { patchAgreement, type StoredAgreement } from '#data/budget-queries'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { readCustomerBudgetView } from './budgets.ts'
import type { PaymentServices } from './services.ts'
import { listInvoices, toInvoiceKey } from './public/budget-invoices.ts'

interface BudgetKey {
  readonly customerId: string
  readonly budgetId: string
}

const requireAgreement = async (key: BudgetKey, { data }: PaymentServices): Promise<StoredAgreement> =>
  (await data.budgetAgreements.get(key).go({ consistent: true })).data ?? throwRefusal('not-found')

function requireOpen({ status, option }: StoredAgreement, number: number): void {
  if (number > option.analyses.count) throwRefusal('not-found')
  if (status === 'ended') throwRefusal('budget-closed')
}

function requirePaid({ parts, startDay }: StoredAgreement, number: number, now: Date): void {
  const asked = { kind: 'analysis', number, day: toPracticeDay(now) } as const
  if (!startDay || findUnpaidPartBefore(parts, asked, startDay)) throwRefusal('budget-part-unpaid')
}

export const noteBudgetAnalysis: EndpointAction<typeof payments.noteBudgetAnalysis, PaymentServices> = async (
  { actor, params, body: { number, used } },
  services,
) => {
  const agreement = await requireAgreement(params, services)
  const { analysed } = agreement
  if (analysed.includes(number) === used) return readCustomerBudgetView(params, services)
  requireOpen(agreement, number)
  // A mistaken note can be removed whatever has become due or was refunded since.
  if (used) requirePaid(agreement, number, services.now())
  const changed = used ? [...analysed, number].toSorted((a, b) => a - b) : analysed.filter((each) => each !== number)
  const outcome = await services.data.transact((entities) => ({
    agreement: patchAgreement(entities, agreement, { analysed: changed }),
    audit: appendAuditEntry(
      entities,
      {
        action: 'BUDGET_ANALYSIS_NOTED',
        by: actor.userId,
        subjectId: params.customerId,
        caller: actor,
        details: { budgetId: params.budgetId, number, used },
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return readCustomerBudgetView(params, services)
}

export const noteBudgetInvoice: EndpointAction<typeof payments.noteBudgetInvoice, PaymentServices> = async (
  { actor, params, body: { done, ...named } },
  services,
) => {
  const agreement = await requireAgreement(params, services)
  const key = toInvoiceKey(named)
  const invoice = (await listInvoices(agreement, services.data)).find((each) => toInvoiceKey(each) === key)
  if (!invoice) return throwRefusal('not-found')
  if ((invoice.doneAt !== null) === done) return readCustomerBudgetView(params, services)
  const { [key]: _, ...others } = agreement.invoiced
  const invoiced = done ? { ...others, [key]: services.now().toISOString() } : others
  const outcome = await services.data.transact((entities) => ({
    agreement: patchAgreement(entities, agreement, { invoiced }),
    audit: appendAuditEntry(
      entities,
      {
        action: 'BUDGET_INVOICE_NOTED',
        by: actor.userId,
        subjectId: params.customerId,
        caller: actor,
        details: { budgetId: params.budgetId, ...named, done },
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return readCustomerBudgetView(params, services)
}
