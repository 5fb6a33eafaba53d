import { textMatches } from './customer-search.ts'
import type { Data } from './data.ts'
import { LOWEST_KEY, pageOf, type Page, positionOf, pageOptions } from './page.ts'

/** The payments in a customer's file, newest first. */
export async function paymentsOf(data: Data, customerId: string, page: Page) {
  const all = data.payments.query.newestFirst({ customerId })
  const [paidAt, paymentId] = positionOf(page.cursor)
  const rest = paidAt && paymentId ? all.between({ paidAt: LOWEST_KEY }, { paidAt, paymentId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.paidAt}~${last.paymentId}`)
}

/** The mails in a customer's file, newest first. */
export async function mailsOf(data: Data, customerId: string, page: Page) {
  const all = data.mails.query.byCustomer({ customerId })
  const [createdAt, mailId] = positionOf(page.cursor)
  const rest = createdAt && mailId ? all.between({ createdAt: LOWEST_KEY }, { createdAt, mailId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.createdAt}~${last.mailId}`)
}

/** The accounts of the practice, newest first, without those whose removal is complete. */
export async function newestUsers(data: Data, page: Page) {
  const all = data.users.query.newestFirst({})
  const [createdAt, userId] = positionOf(page.cursor)
  const rest = createdAt && userId ? all.between({ createdAt: LOWEST_KEY }, { createdAt, userId }) : all
  const { data: items } = await rest
    .where(({ status, unfinished }, { ne, exists }) => `(${ne(status, 'deleted')} OR ${exists(unfinished)})`)
    .go({ order: 'desc', ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.createdAt}~${last.userId}`)
}

/** The accounts in whose name or e-mail a text occurs, newest first, and how many there are. Reads all of them. */
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

/** The withdrawals that people have declared, newest first. */
export async function newestWithdrawals(data: Data, page: Page) {
  const all = data.withdrawals.query.newestFirst({})
  const [requestedAt, withdrawalId] = positionOf(page.cursor)
  const rest =
    requestedAt && withdrawalId ? all.between({ requestedAt: LOWEST_KEY }, { requestedAt, withdrawalId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.requestedAt}~${last.withdrawalId}`)
}

/** The withdrawals from `since` on and before `until`, the oldest first. */
export async function withdrawalsBetween(data: Data, { since, until }: { since: string; until: string }) {
  const { data: items } = await data.withdrawals.query
    .newestFirst({})
    .between({ requestedAt: since }, { requestedAt: until })
    .go({ pages: 'all' })
  return items
}

/**
 * The account that signs in with this address, if there is one. Removed ones have given their address back; of several
 * that are left the newest is meant, because the others have been deleted at Cognito by their owner.
 */
export async function userByEmail(data: Data, email: string) {
  const { data: found } = await data.users.query.byEmail({ email }).go({ pages: 'all' })
  return found.findLast(({ status }) => status !== 'deleted')
}
