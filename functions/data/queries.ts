import { type Role, roles } from '#contract/endpoint'
import type { Database } from './database.ts'
import {
  LOWEST_SORT_KEY,
  toResultPage,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
} from './pagination.ts'

export async function findCustomerPayments(data: Database, customerId: string, page: PageRequest) {
  const all = data.payments.query.newestFirst({ customerId })
  const [paidAt, paymentId] = parseCursorPosition(page.cursor)
  const rest = paidAt && paymentId ? all.between({ paidAt: LOWEST_SORT_KEY }, { paidAt, paymentId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, (last) => `${last.paidAt}~${last.paymentId}`)
}

/** Also of records that were joined into this one: their mails keep the former id. */
export async function findCustomerMails(
  data: Database,
  { customerId, formerCustomerIds = [] }: MailedCustomer,
  page: PageRequest,
) {
  const found = await Promise.all([customerId, ...formerCustomerIds].map((id) => readNewestMails(data, id, page)))
  return toResultPage(
    found.flat().toSorted((a, b) => (toMailCursor(a) < toMailCursor(b) ? 1 : -1)),
    page,
    toMailCursor,
  )
}

export interface MailedCustomer {
  readonly customerId: string
  readonly formerCustomerIds?: readonly string[] | undefined
}

const toMailCursor = ({ createdAt, mailId }: { readonly createdAt: string; readonly mailId: string }) =>
  `${createdAt}~${mailId}` as const

async function readNewestMails(data: Database, customerId: string, page: PageRequest) {
  const all = data.mails.query.byCustomer({ customerId })
  const [createdAt, mailId] = parseCursorPosition(page.cursor)
  const rest = createdAt && mailId ? all.between({ createdAt: LOWEST_SORT_KEY }, { createdAt, mailId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return items
}

interface UserPosition {
  readonly createdAt: string
  readonly userId: string
}

const toUserCursor = ({ createdAt, userId }: UserPosition) => `${createdAt}~${userId}` as const

export async function findNewestUsers(data: Database, page: PageRequest & { readonly role?: Role | undefined }) {
  const asked = page.role ? [page.role] : roles
  const found = await Promise.all(asked.map((role) => readNewestUsers(data, role, page)))
  const items = found.flat().toSorted((a, b) => (toUserCursor(a) < toUserCursor(b) ? 1 : -1))
  return toResultPage(items, page, toUserCursor)
}

async function readNewestUsers(data: Database, role: Role, page: PageRequest) {
  const all = data.users.query.newestFirst({ role })
  const [createdAt, userId] = parseCursorPosition(page.cursor)
  const rest = createdAt && userId ? all.between({ createdAt: LOWEST_SORT_KEY }, { createdAt, userId }) : all
  const { data: items } = await rest
    .where(({ status, unfinished }, { ne, exists }) => `(${ne(status, 'deleted')} OR ${exists(unfinished)})`)
    .go({ order: 'desc', ...toPageQueryOptions(page) })
  return items
}

export async function findActiveAdministrators(data: Database) {
  const { data: found } = await data.users.query
    .newestFirst({ role: 'administrador' })
    .where(({ status }, { eq }) => eq(status, 'active'))
    .go({ order: 'desc', pages: 'all' })
  return found
}

export async function findNewestContractWithdrawals(data: Database, page: PageRequest) {
  const all = data.withdrawals.query.newestFirst({})
  const [requestedAt, withdrawalId] = parseCursorPosition(page.cursor)
  const rest =
    requestedAt && withdrawalId ? all.between({ requestedAt: LOWEST_SORT_KEY }, { requestedAt, withdrawalId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, (last) => `${last.requestedAt}~${last.withdrawalId}`)
}

/** `since` is inclusive, `until` exclusive; oldest first. */
export async function findContractWithdrawalsBetween(
  data: Database,
  { since, until }: { since: string; until: string },
) {
  const { data: items } = await data.withdrawals.query
    .newestFirst({})
    .between({ requestedAt: since }, { requestedAt: until })
    .go({ pages: 'all' })
  return items
}

/**
 * Removed accounts no longer have the address; of several others the newest counts, because their owner has deleted the
 * older ones at Cognito.
 */
export async function findUserByEmail(data: Database, email: string) {
  const { data: found } = await data.users.query.byEmail({ email }).go({ pages: 'all' })
  return found.findLast(({ status }) => status !== 'deleted')
}
