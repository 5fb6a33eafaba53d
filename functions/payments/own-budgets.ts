import type { payments } from '#contract/payments-domain'
import { findBudgetAgreements, findBudgets, type StoredBudget, patchBudget } from '#data/budget-queries'
import { checkCustomerExists } from '#data/customer-check'
import type { Database } from '#data/database'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireAdultOrGuardianConsent } from '../account/public/guardian.ts'
import { readAgreementFacts } from './to-agreement.ts'
import { toBudgetOfAgreement, toOwnBudget } from './to-budget.ts'

export const listOwnBudgets: EndpointAction<typeof payments.listBudgets> = async ({ actor }, services) => ({
  items: await listBudgetViews(requireOwnCustomerId(actor), services),
})

interface Reader {
  readonly data: Database
  readonly now: () => Date
}

async function listBudgetViews(customerId: string, { data, now }: Reader) {
  const [found, stored] = await Promise.all([findBudgets(data, customerId), findBudgetAgreements(data, customerId)])
  const agreements = await Promise.all(stored.map((each) => readAgreementFacts(each, { data, now })))
  const published = found.filter((each) => each.published)
  const accepted = agreements.filter(({ budgetId }) => !published.some((each) => each.budgetId === budgetId))
  return [
    ...published.map((each) =>
      toOwnBudget(
        each,
        agreements.find(({ budgetId }) => budgetId === each.budgetId),
        now(),
      ),
    ),
    ...accepted.map((each) => toBudgetOfAgreement(each, now())),
  ]
}

interface BudgetKey {
  readonly customerId: string
  readonly budgetId: string
}

export async function readOwnBudgetView({ customerId, budgetId }: BudgetKey, services: Reader) {
  const all = await listBudgetViews(customerId, services)
  return all.find((each) => each.budgetId === budgetId) ?? throwRefusal('not-found')
}

export async function requireOwnBudget(
  actor: Actor,
  { budgetId }: { readonly budgetId: string },
  { budgets }: Database,
): Promise<StoredBudget> {
  const { data: stored } = await budgets.get({ customerId: requireOwnCustomerId(actor), budgetId }).go()
  return stored?.published ? stored : throwRefusal('not-found')
}

export const askAboutBudget: EndpointAction<typeof payments.askAboutBudget> = async (
  { actor, params, body: { text } },
  services,
) => {
  const { data, now } = services
  await requireAdultOrGuardianConsent(actor, services)
  const stored = await requireOwnBudget(actor, params, data)
  if (stored.question?.text === text && !stored.question.answeredAt) return readOwnBudgetView(stored, services)
  const { customerId, budgetId } = stored
  const outcome = await data.transact((entities) => ({
    customer: checkCustomerExists(entities, customerId),
    budget: patchBudget(entities, stored, { question: { text, askedAt: now().toISOString() } }),
    audit: appendAuditEntry(
      entities,
      {
        action: 'BUDGET_QUESTION_ASKED',
        by: actor.userId,
        subjectId: customerId,
        caller: actor,
        details: { budgetId },
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome, { customer: 'not-found' })
  return readOwnBudgetView(stored, services)
}

export const declineBudget: EndpointAction<typeof payments.declineBudget> = async (
  { actor, params, body: { version, reason } },
  services,
) => {
  const { data, now } = services
  const stored = await requireOwnBudget(actor, params, data)
  if (stored.published?.version !== version) throwRefusal('budget-outdated')
  if (stored.declined?.reason === reason) return readOwnBudgetView(stored, services)
  const { state } = await readOwnBudgetView(stored, services)
  if (state === 'expired') throwRefusal('budget-expired')
  if (state !== 'open' && state !== 'declined') throwRefusal('budget-closed')
  const { customerId, budgetId } = stored
  const outcome = await data.transact((entities) => ({
    budget: patchBudget(entities, stored, { declined: { reason, at: now().toISOString() } }),
    audit: appendAuditEntry(
      entities,
      {
        action: 'BUDGET_DECLINED',
        by: actor.userId,
        subjectId: customerId,
        caller: actor,
        details: { budgetId, version, reason },
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return readOwnBudgetView(stored, services)
}
