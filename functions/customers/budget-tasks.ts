import { toPracticeDay } from '#contract/calendar-days'
import type { CustomerTaskKind } from '#contract/customer-lists'
import { findBudgetAgreements, findBudgets } from '#data/budget-queries'
import type { Database } from '#data/database'
import { listInvoices } from '../payments/public/budget-invoices.ts'

interface BudgetTask {
  readonly kind: Extract<CustomerTaskKind, `budget-${string}`>
  readonly at: string
}

export async function readBudgetTasks(
  customerId: string,
  { data, now }: { readonly data: Database; readonly now: () => Date },
): Promise<readonly BudgetTask[]> {
  const [budgets, agreements] = await Promise.all([
    findBudgets(data, customerId),
    findBudgetAgreements(data, customerId),
  ])
  const invoices = (await Promise.all(agreements.map((each) => listInvoices(each, data)))).flat()
  const open = invoices.filter(({ doneAt }) => doneAt === null)
  const today = toPracticeDay(now())
  const all: readonly BudgetTask[] = [
    ...budgets.flatMap(({ question }) =>
      question && !question.answeredAt ? [{ kind: 'budget-question' as const, at: question.askedAt }] : [],
    ),
    ...agreements.flatMap(({ status, nextDueDay }) =>
      status === 'active' && nextDueDay < today
        ? [{ kind: 'budget-late' as const, at: `${nextDueDay}T12:00:00.000Z` }]
        : [],
    ),
    ...open.map(({ kind, at }) => ({ kind: `budget-${kind}` as const, at })),
  ]
  const oldestFirst = all.toSorted((one, other) => one.at.localeCompare(other.at))
  return oldestFirst.filter(({ kind }, index) => oldestFirst.findIndex((each) => each.kind === kind) === index)
}
