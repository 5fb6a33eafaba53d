import { isDeepStrictEqual } from 'node:util'
import { isBudgetExpired } from '#contract/budget-rules'
import type { payments } from '#contract/payments-domain'
import {
  findBudgetAgreements,
  findBudgets,
  patchBudget,
  type StoredAgreement,
  type StoredBudget,
} from '#data/budget-queries'
import { checkCustomerExists } from '#data/customer-check'
import type { Database } from '#data/database'
import { appendAuditEntry } from '#platform/audit'
import { requireCurrentVersion, requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { transactWithPanelNews } from '../notifications/public/panel-news.ts'
import type { PaymentServices } from './services.ts'
import { listInvoices } from './public/budget-invoices.ts'
import { readAgreementFacts } from './to-agreement.ts'
import { toCustomerBudget, toCustomerBudgetOfAgreement, toPublishedOptions } from './to-budget.ts'

interface BudgetKey {
  readonly customerId: string
  readonly budgetId: string
}

async function requireBudget(key: BudgetKey, { budgets }: Database): Promise<StoredBudget> {
  const { data: stored } = await budgets.get({ customerId: key.customerId, budgetId: key.budgetId }).go()
  return stored ?? throwRefusal('not-found')
}

export const listCustomerBudgets: EndpointAction<typeof payments.listBudgetsOfCustomer> = async (
  { params },
  { data, now },
) => {
  await requireCustomer(params.customerId, data)
  const [found, agreements] = await Promise.all([
    findBudgets(data, params.customerId),
    findBudgetAgreements(data, params.customerId),
  ])
  const items = found.map((stored) =>
    withAgreement(
      stored,
      agreements.find(({ budgetId }) => budgetId === stored.budgetId),
      { data, now },
    ),
  )
  const erased = agreements.filter(({ budgetId }) => !found.some((stored) => stored.budgetId === budgetId))
  const accepted = erased.map((agreement) => withoutOffer(agreement, { data, now }))
  return { items: await Promise.all([...items, ...accepted]) }
}

interface Reader {
  readonly data: Database
  readonly now: () => Date
}

async function withAgreement(stored: StoredBudget, agreement: StoredAgreement | undefined, services: Reader) {
  const now = services.now()
  if (!agreement) return toCustomerBudget({ stored, agreement, invoices: [] }, now)
  const invoices = await listInvoices(agreement, services.data)
  return toCustomerBudget({ stored, agreement: await readAgreementFacts(agreement, services), invoices }, now)
}

const withoutOffer = async (agreement: StoredAgreement, services: Reader) =>
  toCustomerBudgetOfAgreement(
    await readAgreementFacts(agreement, services),
    await listInvoices(agreement, services.data),
    services.now(),
  )

const findAgreement = async ({ customerId, budgetId }: BudgetKey, { budgetAgreements }: Database) =>
  (await budgetAgreements.get({ customerId, budgetId }).go({ consistent: true })).data ?? undefined

export async function readCustomerBudgetView(key: BudgetKey, services: Reader) {
  const { data } = services
  const [{ data: stored }, agreement] = await Promise.all([
    data.budgets.get({ customerId: key.customerId, budgetId: key.budgetId }).go(),
    findAgreement(key, data),
  ])
  if (stored) return withAgreement(stored, agreement, services)
  return agreement ? withoutOffer(agreement, services) : throwRefusal('not-found')
}

async function requireNotAccepted(key: BudgetKey, data: Database): Promise<void> {
  if (await findAgreement(key, data)) throwRefusal('budget-closed')
}

export const saveBudget: EndpointAction<typeof payments.saveBudget> = async (
  { actor, params, body: { content, revision } },
  services,
) => {
  const { data, now } = services
  const { data: stored } = await data.budgets.get(params).go()
  if (stored && isDeepStrictEqual(stored.content, content)) return readCustomerBudgetView(params, services)
  requireCurrentVersion({ version: stored?.revision ?? 0 }, revision)
  await requireNotAccepted(params, data)
  const { customerId, budgetId } = params
  const draft = { content, revision: revision + 1 }
  const created = { ...params, ...draft, version: 1, createdAt: now().toISOString() }
  const outcome = await data.transact((entities) => ({
    customer: checkCustomerExists(entities, customerId),
    budget: stored ? patchBudget(entities, stored, draft) : entities.budgets.create(created).commit(),
    audit: appendAuditEntry(
      entities,
      {
        action: 'BUDGET_SAVED',
        by: actor.userId,
        subjectId: customerId,
        caller: actor,
        details: { budgetId, revision: revision + 1 },
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome, { customer: 'not-found' })
  return readCustomerBudgetView(params, services)
}

/** Repeated, it changes and mails nothing. */
export const publishBudget: EndpointAction<typeof payments.publishBudget, PaymentServices> = async (
  { actor, params, body: { revision } },
  services,
) => {
  const { data, now } = services
  const [customer, stored] = await Promise.all([requireCustomer(params.customerId, data), requireBudget(params, data)])
  requireCurrentVersion({ version: stored.revision }, revision)
  if (stored.published?.revision === revision && !stored.declined) {
    const view = await readCustomerBudgetView(params, services)
    // An expired budget cannot be accepted, so publishing it would be misleading.
    return view.state === 'expired' ? throwRefusal('budget-expired') : view
  }
  await requireNotAccepted(params, data)
  const { content } = stored
  if (isBudgetExpired(content.validUntil, now())) throwRefusal('budget-expired')
  const { customerId, budgetId } = params
  const { recommended, recommendation, validUntil } = content
  const version = (stored.published?.version ?? 0) + 1
  const options = toPublishedOptions(content)
  const publishedAt = now().toISOString()
  const published = { version, revision, options, recommended, recommendation, validUntil, publishedAt }
  const outcome = await transactWithPanelNews({ customer, news: { type: 'budget' } }, services, (queueNews) =>
    data.transact((entities) => ({
      customer: checkCustomerExists(entities, customerId),
      budget: patchBudget(entities, stored, { published }, ['declined']),
      mail: queueNews(entities),
      audit: appendAuditEntry(
        entities,
        {
          action: 'BUDGET_PUBLISHED',
          by: actor.userId,
          subjectId: customerId,
          caller: actor,
          details: { budgetId, version },
        },
        services,
      ),
    })),
  )
  if (!outcome.written) throwRefusal(outcome.failedAll.has('customer') ? 'not-found' : 'changed-meanwhile')
  return readCustomerBudgetView(params, services)
}

export const answerBudgetQuestion: EndpointAction<typeof payments.answerBudgetQuestion> = async (
  { actor, params, body: { askedAt, answer } },
  services,
) => {
  const { data, now } = services
  const stored = await requireBudget(params, data)
  const { question } = stored
  if (question?.askedAt !== askedAt) return throwRefusal('changed-meanwhile')
  if (question.answer === answer) return readCustomerBudgetView(params, services)
  const answered = { text: question.text, askedAt, answer, answeredAt: now().toISOString() }
  const { customerId, budgetId } = params
  const outcome = await data.transact((entities) => ({
    budget: patchBudget(entities, stored, { question: answered }),
    audit: appendAuditEntry(
      entities,
      {
        action: 'BUDGET_QUESTION_ANSWERED',
        by: actor.userId,
        subjectId: customerId,
        caller: actor,
        details: { budgetId },
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return readCustomerBudgetView(params, services)
}
