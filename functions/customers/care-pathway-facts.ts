import type { CarePathwayFact, CarePathwayFacts } from '#contract/care-pathway'
import { isBudgetExpired } from '#contract/budget-rules'
import { toPracticeDay } from '#contract/calendar-days'
import { computeSupplementStatus } from '#contract/client-supplement'
import { hasConsultationRequestLapsed } from '#data/consultation-queries'
import { listedCheckInWeeks } from '#contract/check-in'
import { findAllPublishedAnalyses } from '#data/analysis-queries'
import { findBudgetAgreements, findBudgets } from '#data/budget-queries'
import { findCheckIns } from '#data/check-in-queries'
import type { Database } from '#data/database'
import type { ActionServices } from '#platform/services'

type Reader = Pick<ActionServices, 'data' | 'now'>
type Facts = Partial<Record<CarePathwayFact, string | undefined>>

const earliest = (instants: readonly string[]): string | undefined => instants.toSorted()[0]
const isKnown = (fact: [string, string | undefined]): fact is [CarePathwayFact, string] => fact[1] !== undefined
const latest = (instants: readonly string[]): string | undefined => instants.toSorted().at(-1)

export async function readCarePathwayFacts(
  customerId: string,
  stated: CarePathwayFacts,
  { data, now }: Reader,
): Promise<CarePathwayFacts> {
  const [money, budgets, consultations, health] = await Promise.all([
    readMoney(customerId, data),
    readBudgets(customerId, { data, now }),
    readConsultations(customerId, { data, now }),
    readHealth(customerId, { data, now }),
  ])
  // One held later does not take the place of that which the practice has stated.
  const firstHeld = earliest([consultations.facts.firstHeld, stated.firstHeld].filter((at) => at !== undefined))
  const known: Facts = {
    ...money,
    ...budgets,
    ...consultations.facts,
    firstHeld,
    ...health.facts,
    // A result from before the first consultation does not answer its request for analyses.
    analysesDone: earliest(health.results.filter((at) => firstHeld !== undefined && at > firstHeld)),
    followUpHeld: latest(consultations.held.filter((at) => at > (health.facts.planPublished ?? at))),
  }
  return { ...stated, ...Object.fromEntries(Object.entries(known).filter(isKnown)) }
}

async function readMoney(customerId: string, data: Database) {
  const [{ data: payments }, { data: waiting }] = await Promise.all([
    data.payments.query.byCustomer({ customerId }).go({ pages: 'all' }),
    data.ordersToSchedule.query.byCustomer({ customerId }).go({ pages: 'all' }),
  ])
  const refused = (await readProposals(waiting, data)).filter(({ state }) => state !== 'sent')
  return {
    paid: earliest(payments.filter(({ status }) => status !== 'refunded').map(({ paidAt }) => paidAt)),
    orderToSchedule: earliest(waiting.map(({ paidAt }) => paidAt)),
    proposalsRefused: latest(refused.map(({ sentAt }) => sentAt)),
  }
}

/** By order: where a client was merged into another, they keep the former client's id. */
async function readProposals(orders: readonly { readonly orderId: string }[], { slotProposals }: Database) {
  if (orders.length === 0) return []
  return (await slotProposals.get(orders.map(({ orderId }) => ({ orderId }))).go()).data
}

const toNoon = (day: string): string => `${day}T12:00:00.000Z`

async function readBudgets(customerId: string, { data, now }: Reader) {
  const [budgets, agreements] = await Promise.all([
    findBudgets(data, customerId),
    findBudgetAgreements(data, customerId),
  ])
  const accepted = new Set(agreements.map(({ budgetId }) => budgetId))
  const open = budgets.flatMap(({ budgetId, published, declined }) =>
    published && !declined && !accepted.has(budgetId) && !isBudgetExpired(published.validUntil, now())
      ? [published]
      : [],
  )
  const closed = budgets.flatMap(({ budgetId, published, declined }) => {
    if (!published || accepted.has(budgetId)) return []
    if (declined) return [declined.at]
    return isBudgetExpired(published.validUntil, now()) ? [toNoon(published.validUntil)] : []
  })
  const ended = agreements.flatMap(({ status, endedAt }) => (status === 'ended' && endedAt ? [endedAt] : []))
  const active = agreements.filter(({ status }) => status === 'active')
  return {
    budgetOpen: latest(open.map(({ publishedAt }) => publishedAt)),
    budgetValidUntil: earliest(open.map(({ validUntil }) => toNoon(validUntil))),
    budgetAccepted: latest(active.map(({ acceptedAt }) => acceptedAt)),
    budgetClosed: latest([...closed, ...ended]),
  }
}

const isUnclosed = ({ status }: { readonly status: string }): boolean =>
  status === 'scheduled' || status === 'in_progress'

async function readConsultations(customerId: string, { data, now }: Reader) {
  const at = now().toISOString()
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  const open = all
    .filter((each) => isUnclosed(each) && !hasConsultationRequestLapsed(each, at))
    .map((each) => ({ ...each, endsAt: new Date(Date.parse(each.startsAt) + each.durationMinutes * 60_000) }))
  const coming = open.filter(({ startsAt }) => startsAt > at)
  const begun = open.filter(({ startsAt, toConfirm }) => startsAt <= at && !toConfirm)
  const held = all.filter(({ status }) => status === 'completed').map(({ startsAt }) => startsAt)
  const past = all.filter(({ status }) => status === 'completed' || status === 'no_show')
  const last = past.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)).at(-1)
  const facts = {
    firstHeld: earliest(held),
    hourAsked: earliest(
      coming.filter(({ toConfirm }) => toConfirm).map(({ agreedAt, createdAt }) => agreedAt ?? createdAt),
    ),
    hourBooked: earliest(coming.filter(({ toConfirm }) => !toConfirm).map(({ startsAt }) => startsAt)),
    callRunning: earliest(begun.filter(({ endsAt }) => endsAt > now()).map(({ startsAt }) => startsAt)),
    callToClose: earliest(begun.filter(({ endsAt }) => endsAt <= now()).map(({ endsAt }) => endsAt.toISOString())),
    missed: last?.status === 'no_show' ? last.startsAt : undefined,
  }
  return { held, facts }
}

async function readHealth(customerId: string, { data, now }: Reader) {
  const today = toPracticeDay(now())
  const [{ data: questionnaire }, { data: files }, { data: supplements }, checkIns, { data: thread }, explained] =
    await Promise.all([
      data.questionnaires.get({ customerId }).go(),
      data.clientFiles.query
        .newestFirst({ customerId, fileType: 'analytics', status: 'available' })
        .go({ pages: 'all' }),
      data.clientSupplements.query.byCustomer({ customerId }).go({ pages: 'all' }),
      findCheckIns(data, customerId, listedCheckInWeeks(today)),
      data.messageThreads.get({ customerId }).go(),
      findAllPublishedAnalyses(data, customerId),
    ])
  const open = supplements.some((each) =>
    ['active', 'paused'].includes(computeSupplementStatus({ endDate: null, ...each }, today)),
  )
  return {
    results: [...files.map(({ createdAt }) => createdAt), ...explained.map(({ firstPublishedAt }) => firstPublishedAt)],
    facts: {
      questionnaireSent: questionnaire?.savedAt,
      planPublished: earliest(supplements.map(({ createdAt }) => createdAt)),
      checkedIn: checkIns[0]?.answeredAt,
      questionAsked: thread?.askedAt,
      questionAnswered: thread?.answeredAt,
      resultsExplained: explained[0]?.publishedAt,
      resultsUnseen: explained.find(({ seenAt }) => !seenAt)?.publishedAt,
      planEnded: open ? undefined : latest(supplements.flatMap(({ endDate }) => (endDate ? toNoon(endDate) : []))),
    },
  }
}
