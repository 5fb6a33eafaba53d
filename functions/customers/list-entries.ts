import { addDays, toPracticeDay } from '#contract/calendar-days'
import type { CarePathwayFacts } from '#contract/care-pathway'
import { isGettingWorse, listedCheckInWeeks } from '#contract/check-in'
import { computeSupplementStatus, PACK_DAYS_AFTER, PACK_DAYS_BEFORE } from '#contract/client-supplement'
import { computePackRunOutDay } from '#contract/dosing'
import { carePathwayTaskKinds, type CustomerTaskKind } from '#contract/customer-lists'
import { findCheckIns } from '#data/check-in-queries'
import { findAllPublishedAnalyses } from '#data/analysis-queries'
import { checkCustomerExists } from '#data/customer-check'
import type { Database } from '#data/database'
import type { CustomerListEntry } from '#data/customer-list-entry-queries'
import { findDisputeToAnswer } from '#data/dispute-queries'
import { findTakenDoses } from '#data/supplement-queries'
import { findPaymentsOfUnverifiedCustomer } from '#data/unverified-email-payments'
import type { ActionServices } from '#platform/services'
import { countDoses } from '../supplements/public/dose-counts.ts'
import { toDoseTimes } from '../supplements/public/dose-times.ts'
import { readBudgetTasks } from './budget-tasks.ts'
import { readPathway } from './care-pathway.ts'

const NO_DEADLINE = '9999-12-31T12:00:00.000Z'

/** Clients whose list entries change within the day without an action: a call begins or ends, a request lapses. */
export const REREAD_LIST = 'reread'

const MINUTE_MS = 60_000
const RUNNING_REREAD_MINUTES = 15
const REQUEST_REREAD_MINUTES = 60

/**
 * Adherence falls when the last week is this many percentage points below the three before it; few doses prove nothing.
 */
const RECENT_DAYS = 7
const COMPARED_DAYS = 28
const FALL_POINTS = 20
const MIN_DOSES = 7

/** Older reports are no task: those from before explanations existed would stay one forever. */
const EXPLAINED_WITHIN_DAYS = 60

export type UpdateListsServices = Pick<ActionServices, 'data' | 'now'>

type ListEntry = Omit<CustomerListEntry, 'customerId'>

const toNoon = (day: string): string => `${day}T12:00:00.000Z`
const taskOf = (kind: CustomerTaskKind, place: string): ListEntry => ({ order: kind, list: kind, place })

async function computeListEntries(customerId: string, services: UpdateListsServices): Promise<readonly ListEntry[]> {
  const { data: customer } = await services.data.customers.get({ customerId }).go()
  if (!customer || customer.internal) return []
  const [pathway, reading, budgets, ofPayments, plan] = await Promise.all([
    readPathway(customerId, services),
    readTasksOfReading(customerId, services),
    readBudgetTasks(customerId, services),
    readTasksOfPayments(customer, services.data),
    readPlan(customerId, services),
  ])
  const { state, step, turn, due, hasQuestion } = toWaiting(pathway, reading.question)
  const { facts } = pathway
  const now = services.now().toISOString()
  const where = {
    state,
    step,
    ...(due && { dueDay: due.day, isDueAbout: due.isAbout }),
    ...(hasQuestion && { hasQuestion }),
  }
  const byDeadline = due ? toNoon(due.day) : NO_DEADLINE
  const lastActivity = [customer.createdAt, ...plan.ticked, ...toActivity(facts)]
    .filter((at) => at <= now)
    .toSorted()
    .at(-1)
  const idleSince = lastActivity ?? customer.createdAt
  const isWithoutHour = !facts.hourAsked && !facts.hourBooked && !facts.callRunning
  const rereadAt = computeRereadAt(pathway, services.now())
  return [
    { order: 'turn', list: `turn-${turn}`, place: byDeadline, ...where },
    { order: 'step', list: `step-${step}`, place: byDeadline, ...where },
    { order: 'activity', list: 'inactive', place: idleSince, ...where },
    ...(isWithoutHour ? [{ order: 'hourless', list: 'hourless', place: idleSince, ...where }] : []),
    ...toTaskOfState(pathway),
    ...reading.tasks,
    ...budgets.map(({ kind, at }) => taskOf(kind, at)),
    ...ofPayments,
    ...plan.tasks,
    ...(rereadAt ? [{ order: REREAD_LIST, list: REREAD_LIST, place: rereadAt }] : []),
  ]
}

const toActivity = (facts: CarePathwayFacts): readonly string[] =>
  Object.entries(facts).flatMap(([fact, at]) => (fact === 'budgetValidUntil' ? [] : at))

async function readTasksOfPayments(
  customer: Parameters<typeof findPaymentsOfUnverifiedCustomer>[0],
  data: Database,
): Promise<readonly ListEntry[]> {
  const [unproven, disputed] = await Promise.all([
    findPaymentsOfUnverifiedCustomer(customer, data),
    findDisputeToAnswer(customer.customerId, data),
  ])
  const firstUnproven = unproven.map(({ paidAt }) => paidAt).toSorted()[0]
  return [
    ...(firstUnproven ? [taskOf('email-unproven', firstUnproven)] : []),
    ...(disputed ? [taskOf('payment-disputed', disputed)] : []),
  ]
}

async function readTasksOfReading(customerId: string, services: UpdateListsServices) {
  const [unread, worse, unexplained, { data: thread }] = await Promise.all([
    findUnreadQuestionnaire(customerId, services.data),
    findWorseCheckIn(customerId, services),
    findUnexplainedAnalysis(customerId, services),
    services.data.messageThreads.get({ customerId }).go(),
  ])
  const question = thread?.answerDueAt
  const tasks: readonly ListEntry[] = [
    ...(question ? [taskOf('question-waiting', question)] : []),
    ...(unread ? [taskOf('questionnaire-unread', unread)] : []),
    ...(worse ? [taskOf('check-in-worse', worse)] : []),
    ...(unexplained ? [taskOf('analysis-unexplained', unexplained)] : []),
  ]
  return { question, tasks }
}

/** By the state's own deadline, also while a question waits for an earlier one. */
function toTaskOfState({ state, due }: Pathway): readonly ListEntry[] {
  const kind = carePathwayTaskKinds.find((each) => each === state)
  return kind && due ? [taskOf(kind, toNoon(due.day))] : []
}

function toWaiting({ state, step, turn, due }: Pathway, question: string | undefined) {
  if (!question) return { state, step, turn, due }
  const answer = { day: toPracticeDay(question), isAbout: false }
  const isEarlier = turn === 'practice' && due !== null && due.day < answer.day
  return { state, step, turn: 'practice' as const, due: isEarlier ? due : answer, hasQuestion: true }
}

async function findUnreadQuestionnaire(customerId: string, data: Database): Promise<string | undefined> {
  const [{ data: saved }, { data: visits }] = await Promise.all([
    data.questionnaires.get({ customerId }).go(),
    data.questionnaireVisits.query.byCustomer({ customerId }).go({ pages: 'all' }),
  ])
  const isRead = visits.some(({ version }) => version >= (saved?.version ?? 0))
  return saved && !isRead ? saved.savedAt : undefined
}

async function findWorseCheckIn(customerId: string, { data, now }: UpdateListsServices): Promise<string | undefined> {
  const weeks = await findCheckIns(data, customerId, listedCheckInWeeks(toPracticeDay(now())))
  const [latest] = weeks
  return latest && !latest.seenAt && isGettingWorse(weeks) ? latest.answeredAt : undefined
}

async function findUnexplainedAnalysis(
  customerId: string,
  { data, now }: UpdateListsServices,
): Promise<string | undefined> {
  const [{ data: reports }, { data: analyses }, published] = await Promise.all([
    data.clientFiles.query.newestFirst({ customerId, fileType: 'analytics', status: 'available' }).go({ pages: 'all' }),
    data.analyses.query.byCustomer({ customerId }).go({ pages: 'all' }),
    findAllPublishedAnalyses(data, customerId),
  ])
  const lately = toNoon(addDays(toPracticeDay(now()), -EXPLAINED_WITHIN_DAYS))
  const explained = new Set(published.map(({ fileId }) => fileId))
  // A correction does not explain later results.
  const latest = published
    .map(({ firstPublishedAt }) => firstPublishedAt)
    .toSorted()
    .at(-1)
  return [
    ...reports
      .filter(({ fileId, createdAt }) => createdAt > lately && !explained.has(fileId))
      .filter(({ createdAt }) => !latest || createdAt > latest)
      .map(({ createdAt }) => createdAt),
    ...analyses.filter(({ version, publishedVersion }) => version !== publishedVersion).map(({ savedAt }) => savedAt),
  ].toSorted()[0]
}

async function readPlan(customerId: string, { data, now }: UpdateListsServices) {
  const today = toPracticeDay(now())
  const to = addDays(today, -1)
  const from = addDays(today, -COMPARED_DAYS)
  const [{ data: current }, { data: past }, ticked] = await Promise.all([
    data.clientSupplements.query.byCustomer({ customerId }).go({ pages: 'all' }),
    data.pastCourses.query.byCustomer({ customerId }).go({ pages: 'all' }),
    findTakenDoses(data, customerId, { from, to: today }),
  ])
  const open = current.filter((course) => computeSupplementStatus({ endDate: null, ...course }, today) === 'active')
  const counted = { current, past, ticked }
  const recent = countDoses(counted, { from: addDays(today, -RECENT_DAYS), to })
  const before = countDoses(counted, { from, to: addDays(today, -RECENT_DAYS - 1) })
  const packs = open.flatMap(({ packDoses, endDate = null, ...course }) =>
    packDoses ? (computePackRunOutDay({ ...course, endDate, times: toDoseTimes(course) }, packDoses) ?? []) : [],
  )
  const ending = packs
    .filter((day) => day <= addDays(today, PACK_DAYS_BEFORE) && day >= addDays(today, -PACK_DAYS_AFTER))
    .toSorted()[0]
  const [percent, percentBefore] = [percentOf(recent), percentOf(before)]
  const isFalling = recent.due >= MIN_DOSES && before.due >= MIN_DOSES && percentBefore - percent >= FALL_POINTS
  return {
    ticked: ticked.map(({ tickedAt }) => tickedAt),
    tasks: [
      ...(isFalling && open.length > 0 ? [{ ...taskOf('adherence-falling', toNoon(to)), percent, percentBefore }] : []),
      ...(ending ? [taskOf('pack-ending', toNoon(ending))] : []),
    ],
  }
}

const percentOf = ({ due, taken }: { readonly due: number; readonly taken: number }): number =>
  due === 0 ? 0 : Math.round((taken / due) * 100)

const after = (instant: string | undefined, minutes: number): readonly string[] =>
  instant === undefined ? [] : [new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString()]

type Pathway = Awaited<ReturnType<typeof readPathway>>

function computeRereadAt({ facts }: Pathway, now: Date): string | undefined {
  const at = now.toISOString()
  return [
    ...after(facts.hourBooked, 0),
    ...after(facts.callRunning && at, RUNNING_REREAD_MINUTES),
    ...after(facts.hourAsked && at, REQUEST_REREAD_MINUTES),
  ]
    .filter((instant) => instant > at)
    .toSorted()[0]
}

const comparedAttributes = [
  'list',
  'place',
  'state',
  'step',
  'dueDay',
  'isDueAbout',
  'hasQuestion',
  'percent',
  'percentBefore',
] as const

const isSame = (one: ListEntry, other: ListEntry): boolean =>
  comparedAttributes.every((name) => one[name] === other[name])

/**
 * Writes only changed entries. Repeating it is harmless, also concurrently: each run reads everything. Nothing is
 * written for an erased client, because no later run would remove it.
 */
export async function updateListEntries(customerId: string, services: UpdateListsServices): Promise<void> {
  const { customerListEntries, transact } = services.data
  const [wanted, { data: stored }] = await Promise.all([
    computeListEntries(customerId, services),
    customerListEntries.query.byCustomer({ customerId }).go({ pages: 'all' }),
  ])
  const changed = wanted.filter((each) => !stored.some((one) => one.order === each.order && isSame(one, each)))
  const outdated = stored.filter(({ order }) => !wanted.some((each) => each.order === order))
  if (changed.length > 0)
    await transact((entities) => ({
      listEntries: changed.map((each) => entities.customerListEntries.put({ customerId, ...each }).commit()),
      customer: checkCustomerExists(entities, customerId),
    }))
  for (const { order } of outdated) await customerListEntries.delete({ customerId, order }).go()
}
