import type { EntityItem } from 'electrodb'
import { type DataInvariantResult, type DataInvariantName, dataInvariantNames } from '#contract/diagnostics'
import { findUpcomingConsultations } from '#data/consultation-queries'
import { readPracticeCounter } from '#data/practice-counter'
import { findNewestCustomers } from '#data/customer-queries'
import { isCustomerSearchLineIndexed, toCustomerSearchLine } from '#data/customer-search-index'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import { findActiveAdministrators, findNewestUsers } from '#data/queries'
import type { Actor } from '#platform/actor'
import { listSlotAgendaSteps } from '../consultations/public/agenda-steps.ts'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { type StoredUser, toCognitoSub } from '#platform/user'
import { log } from '#platform/log'
import type { DiagnosticsServices } from './services.ts'

export type InvariantCheckServices = Pick<DiagnosticsServices, 'data' | 'now' | 'identities'>

/** Reads a bounded number of items, by key or index. No actor at night. */
export type InvariantCheck = (
  services: InvariantCheckServices,
  actor?: Actor,
) => Promise<{ readonly looked: number; readonly broken: number }>

/** Items per kind: covers the days since the last change at about 50 read units. */
const MAX_CHECKED = 50

const ago = (now: Date, { minutes }: { readonly minutes: number }): string =>
  new Date(now.getTime() - minutes * 60_000).toISOString()

const MAX_ASKED = 5

/** At least one administrador can sign in according to our table and Cognito; the caller is checked too. */
const administratorsSignIn: InvariantCheck = async (services, actor) => {
  const able = (await findActiveAdministrators(services.data)).filter(hasAllItTakes).map(({ userId }) => userId)
  const userIds = [...new Set([...(actor ? [actor.userId] : []), ...able])].slice(0, MAX_ASKED)
  if (userIds.length === 0) return { looked: 0, broken: 1 }
  const { data: users } = await services.data.users.get(userIds.map((userId) => ({ userId }))).go()
  const signingIn = await Promise.all(users.map((user) => canSignIn(user, services)))
  return { looked: users.length, broken: signingIn.includes(true) ? 0 : 1 }
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
  return { looked: items.length, broken: items.filter(({ unfinished }) => unfinished).length }
}

type Consultation = EntityItem<TableEntities['consultations']>

/** Every upcoming consultation holds its time in the agenda, or it could be booked twice. */
const comingHoldTheirTime: InvariantCheck = async ({ data, now }) => {
  const { items } = await findUpcomingConsultations(data, now().toISOString(), { limit: MAX_CHECKED })
  const doubtful = await withoutTheirTime(data, items)
  // The index lags: what was moved or cancelled a moment ago is read again by its key.
  const broken = await withoutTheirTime(data, await scheduledNow(data, doubtful))
  return { looked: items.length, broken: broken.length }
}

async function scheduledNow(data: Database, found: readonly Consultation[]): Promise<readonly Consultation[]> {
  if (found.length === 0) return []
  const keys = found.map(({ customerId, consultationId }) => ({ customerId, consultationId }))
  const { data: stored } = await data.consultations.get(keys).go()
  return stored.filter(({ status }) => status === 'scheduled')
}

async function withoutTheirTime(data: Database, found: readonly Consultation[]): Promise<readonly Consultation[]> {
  if (found.length === 0) return []
  const instants = [...new Set(found.flatMap(listSlotAgendaSteps))]
  const { data: steps, unprocessed } = await data.agendaSteps.get(instants.map((beginsAt) => ({ beginsAt }))).go()
  if (unprocessed.length > 0) throw new Error(`${unprocessed.length} steps of the agenda were not read`)
  const holders = new Map(steps.map(({ beginsAt, holders: held = [] }) => [beginsAt, held]))
  return found.filter((consultation) =>
    listSlotAgendaSteps(consultation).some((step) => !holders.get(step)?.includes(consultation.consultationId)),
  )
}

/** Payment and order are one transaction; after this the index shows both. */
const SETTLED_MINUTES = 60

const paidOrdersHavePayments: InvariantCheck = async ({ data, now }) => {
  const settled = ago(now(), { minutes: SETTLED_MINUTES })
  const { data: newest } = await data.orders.query
    .byStatus({ status: 'paid' })
    .go({ order: 'desc', limit: MAX_CHECKED })
  const orders = newest.filter(({ paidAt }) => !paidAt || paidAt < settled)
  const keys = orders.flatMap(({ customerId, orderId }) => (customerId ? [paymentOf(customerId, orderId)] : []))
  if (keys.length === 0) return { looked: orders.length, broken: orders.length }
  const { data: payments, unprocessed } = await data.payments.get(keys).go()
  if (unprocessed.length > 0) throw new Error(`${unprocessed.length} payments were not read`)
  const paid = new Set(payments.map(({ orderId }) => orderId))
  return { looked: orders.length, broken: orders.filter(({ orderId }) => !paid.has(orderId)).length }
}

const paymentOf = (customerId: string, orderId: string) => ({
  customerId,
  paymentId: `pay_${orderId.slice('ord_'.length)}`,
})

/** Due mails are retried every five minutes: three runs were missed. */
const MAIL_LATE_MINUTES = 15

const mailsOnTheirWay: InvariantCheck = async ({ data, now }) => {
  const late = ago(now(), { minutes: MAIL_LATE_MINUTES })
  const longestDue = await Promise.all(
    (['queued', 'sending'] as const).map((status) => data.mails.query.due({ status }).go({ limit: MAX_CHECKED })),
  )
  const mails = longestDue.flatMap((page) => page.data)
  return { looked: mails.length, broken: mails.filter(({ nextAttemptAt }) => nextAttemptAt < late).length }
}

/** Erasure runs daily: two days overdue means it was skipped. */
const ERASURE_LATE_MINUTES = 2 * 24 * 60

const erasuresInTime: InvariantCheck = async ({ data, now }) => {
  const late = ago(now(), { minutes: ERASURE_LATE_MINUTES })
  const { data: longestDue } = await data.erasures.query.due({}).go({ limit: MAX_CHECKED })
  return { looked: longestDue.length, broken: longestDue.filter(({ dueAt }) => dueAt < late).length }
}

const clientsAreFound: InvariantCheck = async ({ data }) => {
  const { hiddenImports } = await readPracticeCounter(data)
  const { items } = await findNewestCustomers(data, { limit: MAX_CHECKED, hiddenImports })
  if (items.length === 0) return { looked: 0, broken: 0 }
  // The index lags: what the line must say is read by key.
  const { data: customers, unprocessed } = await data.customers
    .get(items.map(({ customerId }) => ({ customerId })))
    .go()
  const wanted = customers.map(toCustomerSearchLine)
  const keys = wanted.map(({ shard, customerId }) => ({ shard, customerId }))
  const { data: lines, unprocessed: unread } = await data.searchLines.get(keys).go()
  if (unprocessed.length + unread.length > 0) throw new Error('not every client was read')
  const texts = new Map(lines.filter(isCustomerSearchLineIndexed).map(({ customerId, text }) => [customerId, text]))
  return {
    looked: wanted.length,
    broken: wanted.filter(({ customerId, text }) => texts.get(customerId) !== text).length,
  }
}

const invariantChecks: Readonly<Record<DataInvariantName, InvariantCheck>> = {
  administrators: administratorsSignIn,
  agenda: comingHoldTheirTime,
  payments: paidOrdersHavePayments,
  mails: mailsOnTheirWay,
  erasures: erasuresInTime,
  accounts: changesFinished,
  search: clientsAreFound,
}

/** Runs all checks at once. One that fails to run is unknown and does not stop the others. */
export const checkDataInvariants = (services: InvariantCheckServices, actor?: Actor): Promise<DataInvariantResult[]> =>
  Promise.all(dataInvariantNames.map((name) => checkInvariant(name, services, actor)))

async function checkInvariant(
  name: DataInvariantName,
  services: InvariantCheckServices,
  actor?: Actor,
): Promise<DataInvariantResult> {
  try {
    const { looked, broken } = await invariantChecks[name](services, actor)
    return { name, state: broken > 0 ? 'broken' : 'holds', looked, broken }
  } catch (error) {
    log.warn('an invariant cannot be checked', { invariant: name, unknown: formatErrorForLog(error) })
    return { name, state: 'unknown', looked: 0, broken: 0 }
  }
}
