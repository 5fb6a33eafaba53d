import { consultationStatuses } from '#contract/consultation'
import type { Data } from './data.ts'
import { LOWEST_KEY, HIGHEST_KEY, pageOf, type Page, positionOf, pageOptions } from './page.ts'

interface Lapsing {
  readonly status: string
  readonly toConfirm: boolean
  readonly lapsesAt?: string | undefined
}

/** True from the deadline on, even before the scheduled job has cancelled it. */
export const hasLapsed = ({ status, toConfirm, lapsesAt }: Lapsing, now: string): boolean =>
  status === 'scheduled' && toConfirm && lapsesAt !== undefined && lapsesAt <= now

export async function consultationsOf(data: Data, customerId: string, page: Page) {
  const all = data.consultations.query.latestFirst({ customerId })
  const [startsAt, consultationId] = positionOf(page.cursor)
  const rest = startsAt && consultationId ? all.between({ startsAt: LOWEST_KEY }, { startsAt, consultationId }) : all
  const { data: items } = await rest
    .where(({ status }, { ne }) => ne(status, 'removed'))
    .go({ order: 'desc', ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.startsAt}~${last.consultationId}`)
}

export async function consultationCountsOf(data: Data, customerId: string, now: string) {
  const { data: all } = await data.consultations.query
    .byCustomer({ customerId })
    .go({ pages: 'all', consistent: true, attributes: ['status', 'startsAt', 'toConfirm', 'lapsesAt'] })
  const there = all.filter(({ status }) => status !== 'removed')
  const coming = there.filter((each) => each.status === 'scheduled' && each.startsAt > now && !hasLapsed(each, now))
  return {
    total: there.length,
    completed: there.filter(({ status }) => status === 'completed').length,
    upcoming: coming.length,
    toConfirm: coming.filter(({ toConfirm }) => toConfirm).length,
  }
}

export async function nextConsultationOf(data: Data, customerId: string, now: Date) {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all', consistent: true })
  return all
    .filter(({ status }) => status === 'scheduled' || status === 'in_progress')
    .filter((each) => !hasLapsed(each, now.toISOString()))
    .filter(({ startsAt, durationMinutes }) => Date.parse(startsAt) + durationMinutes * 60_000 > now.getTime())
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))[0]
}

export async function hasPaid(data: Data, customerId: string): Promise<boolean> {
  const { data: paid } = await data.payments.query.byCustomer({ customerId }).go({ pages: 'all', consistent: true })
  return paid.some(({ status }) => status !== 'refunded')
}

export async function lapsedRequests(
  data: Data,
  now: string,
  { from, to }: { readonly from: string; readonly to: string },
) {
  const { data: found } = await data.consultations.query
    .byStatus({ status: 'scheduled' })
    .between({ startsAt: from }, { startsAt: to })
    .where(({ lapsesAt, toConfirm }, { lte, eq }) => `${lte(lapsesAt, now)} AND ${eq(toConfirm, true)}`)
    .go({ pages: 'all' })
  return found
}

export async function orderToScheduleOf(data: Data, customerId: string) {
  const { data: all } = await data.ordersToSchedule.query
    .byCustomer({ customerId })
    .go({ pages: 'all', consistent: true })
  return all.toSorted((a, b) => a.paidAt.localeCompare(b.paidAt))[0]
}

export async function consultationOfOrder(
  data: Data,
  { customerId, orderId }: { readonly customerId: string; readonly orderId: string },
  now: string,
) {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all', consistent: true })
  return all.find((each) => each.orderId === orderId && each.status === 'scheduled' && each.startsAt > now)
}

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

export async function comingConsultations(data: Data, now: string, page: Page) {
  const all = data.consultations.query.byStatus({ status: 'scheduled' })
  const [startsAt, consultationId] = positionOf(page.cursor)
  const rest =
    startsAt && consultationId
      ? all.between({ startsAt, consultationId }, { startsAt: HIGHEST_KEY })
      : all.between({ startsAt: now }, { startsAt: HIGHEST_KEY })
  const { data: items } = await rest
    .where(
      ({ lapsesAt, toConfirm }, { notExists, gt, eq }) =>
        `(${notExists(lapsesAt)} OR ${gt(lapsesAt, now)} OR ${eq(toConfirm, false)})`,
    )
    .go({ ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.startsAt}~${last.consultationId}`)
}

export async function ordersToSchedule(data: Data, page: Page) {
  const all = data.ordersToSchedule.query.longestWaiting({})
  const [paidAt, orderId] = positionOf(page.cursor)
  const rest = paidAt && orderId ? all.between({ paidAt, orderId }, { paidAt: HIGHEST_KEY }) : all
  const { data: items } = await rest.go({ ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.paidAt}~${last.orderId}`)
}
