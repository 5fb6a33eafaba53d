import { consultationStatuses } from '#contract/consultation'
import type { Data } from './data.ts'
import { FIRST, LAST, pageOf, type Page, positionOf, readFor } from './page.ts'

/** The consultations of a customer, the latest date first. */
export async function consultationsOf(data: Data, customerId: string, page: Page) {
  const all = data.consultations.query.latestFirst({ customerId })
  const [startsAt, consultationId] = positionOf(page.cursor)
  const rest = startsAt && consultationId ? all.between({ startsAt: FIRST }, { startsAt, consultationId }) : all
  const { data: items } = await rest
    .where(({ status }, { ne }) => ne(status, 'removed'))
    .go({ order: 'desc', ...readFor(page) })
  return pageOf(items, page, (last) => `${last.startsAt}~${last.consultationId}`)
}

/** How many consultations a customer has: all of them, the completed ones, the scheduled ones to come. */
export async function consultationCountsOf(data: Data, customerId: string, now: string) {
  const { data: all } = await data.consultations.query
    .byCustomer({ customerId })
    .go({ pages: 'all', consistent: true, attributes: ['status', 'startsAt'] })
  const there = all.filter(({ status }) => status !== 'removed')
  return {
    total: there.length,
    completed: there.filter(({ status }) => status === 'completed').length,
    upcoming: there.filter(({ status, startsAt }) => status === 'scheduled' && startsAt > now).length,
  }
}

/** The consultation of a customer that is on at an instant or comes next after it. */
export async function nextConsultationOf(data: Data, customerId: string, now: Date) {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all', consistent: true })
  return all
    .filter(({ status }) => status === 'scheduled' || status === 'in_progress')
    .filter(({ startsAt, durationMinutes }) => Date.parse(startsAt) + durationMinutes * 60_000 > now.getTime())
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))[0]
}

/** The paid order of a customer that has waited longest for its consultation. */
export async function waitingOrderOf(data: Data, customerId: string) {
  const { data: all } = await data.ordersToSchedule.query
    .byCustomer({ customerId })
    .go({ pages: 'all', consistent: true })
  return all.toSorted((a, b) => a.paidAt.localeCompare(b.paidAt))[0]
}

/** What the agenda holds between two instants, in any status, the earliest first. */
export async function consultationsBetween(data: Data, { from, to }: { readonly from: string; readonly to: string }) {
  const found = await Promise.all(
    consultationStatuses.map((status) =>
      data.consultations.query.byStatus({ status }).between({ startsAt: from }, { startsAt: to }).go({ pages: 'all' }),
    ),
  )
  return found
    .flatMap(({ data: items }) => items)
    .filter(({ startsAt }) => startsAt >= from && startsAt < to)
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
}

/** The scheduled consultations from now on, the next one first. */
export async function comingConsultations(data: Data, now: string, page: Page) {
  const all = data.consultations.query.byStatus({ status: 'scheduled' })
  const [startsAt, consultationId] = positionOf(page.cursor)
  const rest =
    startsAt && consultationId
      ? all.between({ startsAt, consultationId }, { startsAt: LAST })
      : all.between({ startsAt: now }, { startsAt: LAST })
  const { data: items } = await rest.go({ ...readFor(page) })
  return pageOf(items, page, (last) => `${last.startsAt}~${last.consultationId}`)
}

/** The paid orders for which no consultation has been agreed, the longest wait first. */
export async function waitingOrders(data: Data, page: Page) {
  const all = data.ordersToSchedule.query.longestWaiting({})
  const [paidAt, orderId] = positionOf(page.cursor)
  const rest = paidAt && orderId ? all.between({ paidAt, orderId }, { paidAt: LAST }) : all
  const { data: items } = await rest.go({ ...readFor(page) })
  return pageOf(items, page, (last) => `${last.paidAt}~${last.orderId}`)
}
