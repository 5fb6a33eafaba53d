import { type DataInvariantResult, type DataInvariantName, dataInvariantNames } from '#contract/diagnostics'
import { DATA_EXPORT_AVAILABLE_DAYS } from '#contract/privacy'
import { HIGHEST_SORT_KEY, LOWEST_SORT_KEY } from '#data/pagination'
import { readPracticeCounter } from '#data/practice-counter'
import { findNewestCustomers } from '#data/customer-queries'
import { isCustomerSearchLineIndexed, toCustomerSearchLine } from '#data/customer-search-index'
import { findActiveAdministrators, findNewestUsers } from '#data/user-queries'
import type { Actor } from '#platform/actor'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { type StoredUser, toCognitoSub } from '#platform/user'
import { log } from '#platform/log'
import { agendaStepsHaveOneHolder } from './agenda-invariant.ts'
import { paidOrdersHaveOnePlace, paidOrdersHavePayments, orderSumsMatch } from './money-invariants.ts'
import type { InvariantCheck, InvariantCheckServices } from './invariant-check.ts'

/** Items per kind, the newest or the longest due: about 50 read units. */
const MAX_CHECKED = 50

const ago = (now: Date, { minutes }: { readonly minutes: number }): string =>
  new Date(now.getTime() - minutes * 60_000).toISOString()

const MAX_ASKED = 5

const NO_ADMINISTRATOR = 'administrator'

const administratorsSignIn: InvariantCheck = async (services, actor) => {
  const able = (await findActiveAdministrators(services.data)).filter(hasAllItTakes).map(({ userId }) => userId)
  const userIds = [...new Set([...(actor ? [actor.userId] : []), ...able])].slice(0, MAX_ASKED)
  if (userIds.length === 0) return { looked: 0, broken: [NO_ADMINISTRATOR] }
  const { data: users } = await services.data.users.get(userIds.map((userId) => ({ userId }))).go()
  const signingIn = await Promise.all(users.map((user) => canSignIn(user, services)))
  return { looked: users.length, broken: signingIn.includes(true) ? [] : [NO_ADMINISTRATOR] }
}

const hasAllItTakes = ({ role, status, emailVerifiedAt, mfaEnabledAt }: StoredUser): boolean =>
  role === 'administrador' && status === 'active' && emailVerifiedAt !== undefined && mfaEnabledAt !== undefined

async function canSignIn(user: StoredUser, { identities }: InvariantCheckServices): Promise<boolean> {
  if (!hasAllItTakes(user)) return false
  const identity = await identities.find(toCognitoSub(user))
  return identity !== undefined && identity.confirmed && identity.enabled && identity.hasTotp
}

const changesFinished: InvariantCheck = async ({ data }) => {
  const { items } = await findNewestUsers(data, { limit: MAX_CHECKED })
  return { looked: items.length, broken: items.filter(({ unfinished }) => unfinished).map(({ userId }) => userId) }
}

/** Due mails are retried every five minutes: three runs were missed. */
const MAIL_LATE_MINUTES = 15

const mailsOnTheirWay: InvariantCheck = async ({ data, now }) => {
  const late = ago(now(), { minutes: MAIL_LATE_MINUTES })
  const longestDue = await Promise.all(
    (['queued', 'sending'] as const).map((status) => data.mails.query.due({ status }).go({ limit: MAX_CHECKED })),
  )
  const mails = longestDue.flatMap((page) => page.data)
  const waiting = mails.filter(({ nextAttemptAt }) => nextAttemptAt < late)
  return { looked: mails.length, broken: waiting.map(({ mailId }) => mailId) }
}

/** Erasure runs hourly: two days overdue means that it does not run or keeps failing. */
const ERASURE_LATE_MINUTES = 2 * 24 * 60

const erasuresInTime: InvariantCheck = async ({ data, now }) => {
  const late = ago(now(), { minutes: ERASURE_LATE_MINUTES })
  const { data: longestDue } = await data.erasures.query.due({}).go({ limit: MAX_CHECKED })
  const overdue = longestDue.filter(({ dueAt }) => dueAt < late)
  return { looked: longestDue.length, broken: overdue.map(({ customerId }) => customerId) }
}

/** Lambda measures the age of the stream only while it reads it: with nothing to read it, no alarm of AWS sounds. */
const EXPORT_LATE_MINUTES = 15

const exportsBegin: InvariantCheck = async ({ data, now }) => {
  const late = ago(now(), { minutes: EXPORT_LATE_MINUTES })
  // Ordered by the end of their time, which is the same for each: the newest of those that had to begin.
  const lastExpiresAt = ago(now(), { minutes: EXPORT_LATE_MINUTES - DATA_EXPORT_AVAILABLE_DAYS * 24 * 60 })
  const { data: newest } = await data.dataExports.query
    .expiring({})
    .between({ expiresAt: LOWEST_SORT_KEY }, { expiresAt: `${lastExpiresAt}${HIGHEST_SORT_KEY}` })
    .go({ order: 'desc', limit: MAX_CHECKED })
  const waiting = newest.filter(({ status, requestedAt }) => status === 'queued' && requestedAt < late)
  return { looked: newest.length, broken: waiting.map(({ customerId }) => customerId) }
}

const clientsAreFound: InvariantCheck = async ({ data }) => {
  const { hiddenImports } = await readPracticeCounter(data)
  const { items } = await findNewestCustomers(data, { limit: MAX_CHECKED, hiddenImports })
  if (items.length === 0) return { looked: 0, broken: [] }
  const { data: customers } = await data.customers.get(items.map(({ customerId }) => ({ customerId }))).go()
  const wanted = customers.map(toCustomerSearchLine)
  const keys = wanted.map(({ shard, customerId }) => ({ shard, customerId }))
  const { data: lines } = await data.searchLines.get(keys).go()
  const texts = new Map(lines.filter(isCustomerSearchLineIndexed).map(({ customerId, text }) => [customerId, text]))
  const outdated = wanted.filter(({ customerId, text }) => texts.get(customerId) !== text)
  return { looked: wanted.length, broken: outdated.map(({ customerId }) => customerId) }
}

const invariantChecks: Readonly<Record<DataInvariantName, InvariantCheck>> = {
  administrators: administratorsSignIn,
  agenda: agendaStepsHaveOneHolder,
  payments: paidOrdersHavePayments,
  orders: paidOrdersHaveOnePlace,
  refunds: orderSumsMatch,
  mails: mailsOnTheirWay,
  erasures: erasuresInTime,
  exports: exportsBegin,
  accounts: changesFinished,
  search: clientsAreFound,
}

const MAX_LOGGED = 20

/** One that fails to run is unknown and does not stop the others. */
export const checkDataInvariants = (services: InvariantCheckServices, actor?: Actor): Promise<DataInvariantResult[]> =>
  Promise.all(dataInvariantNames.map((name) => checkInvariant(name, services, actor)))

async function checkInvariant(
  name: DataInvariantName,
  services: InvariantCheckServices,
  actor?: Actor,
): Promise<DataInvariantResult> {
  try {
    const { looked, broken } = await invariantChecks[name](services, actor)
    if (broken.length > 0) log.warn('an invariant does not hold', { invariant: name, ids: broken.slice(0, MAX_LOGGED) })
    return { name, state: broken.length > 0 ? 'broken' : 'holds', looked, broken: broken.length }
  } catch (error) {
    log.warn('an invariant cannot be checked', { invariant: name, unknown: formatErrorForLog(error) })
    return { name, state: 'unknown', looked: 0, broken: 0 }
  }
}
