import { textMatches } from './customer-search.ts'
import type { Data } from './data.ts'
import { LOWEST_KEY, pageOf, type Page, positionOf, pageOptions } from './page.ts'

export async function paymentsOf(data: Data, customerId: string, page: Page) {
  const all = data.payments.query.newestFirst({ customerId })
  const [paidAt, paymentId] = positionOf(page.cursor)
  const rest = paidAt && paymentId ? all.between({ paidAt: LOWEST_KEY }, { paidAt, paymentId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.paidAt}~${last.paymentId}`)
}

export async function mailsOf(data: Data, customerId: string, page: Page) {
  const all = data.mails.query.byCustomer({ customerId })
  const [createdAt, mailId] = positionOf(page.cursor)
  const rest = createdAt && mailId ? all.between({ createdAt: LOWEST_KEY }, { createdAt, mailId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.createdAt}~${last.mailId}`)
}

/** Newest first, without fully removed ones. */
export async function newestUsers(data: Data, page: Page) {
  const all = data.users.query.newestFirst({})
  const [createdAt, userId] = positionOf(page.cursor)
  const rest = createdAt && userId ? all.between({ createdAt: LOWEST_KEY }, { createdAt, userId }) : all
  const { data: items } = await rest
    .where(({ status, unfinished }, { ne, exists }) => `(${ne(status, 'deleted')} OR ${exists(unfinished)})`)
    .go({ order: 'desc', ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.createdAt}~${last.userId}`)
}

/** Newest first. Reads all users. */
export async function searchUsers(data: Data, search: string, page: Page) {
  const { data: all } = await data.users.query
    .newestFirst({})
    .where(({ status, unfinished }, { ne, exists }) => `(${ne(status, 'deleted')} OR ${exists(unfinished)})`)
    .go({ order: 'desc', pages: 'all' })
  const found = all.filter(({ firstName, lastName, email }) => textMatches(`${firstName} ${lastName} ${email}`, search))
  const cursorOf = (user: (typeof all)[number]) => `${user.createdAt}~${user.userId}` as const
  const rest = found.filter((user) => !page.cursor || cursorOf(user) < page.cursor)
  return { ...pageOf(rest, page, cursorOf), matching: found.length }
}

export async function newestWithdrawals(data: Data, page: Page) {
  const all = data.withdrawals.query.newestFirst({})
  const [requestedAt, withdrawalId] = positionOf(page.cursor)
  const rest =
    requestedAt && withdrawalId ? all.between({ requestedAt: LOWEST_KEY }, { requestedAt, withdrawalId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.requestedAt}~${last.withdrawalId}`)
}

/** `since` is included, `until` is not; oldest first. */
export async function withdrawalsBetween(data: Data, { since, until }: { since: string; until: string }) {
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
export async function userByEmail(data: Data, email: string) {
  const { data: found } = await data.users.query.byEmail({ email }).go({ pages: 'all' })
  return found.findLast(({ status }) => status !== 'deleted')
}
