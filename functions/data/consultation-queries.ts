import type { EntityItem } from 'electrodb'
import { consultationStatuses } from '#contract/consultation'
import { isCurrentConsultation } from '#contract/consultation-room'
import type { PageCursor } from '#contract/value-schemas'
import type { Database } from './database.ts'
import type { TableEntities } from './entities.ts'
import {
  LOWEST_SORT_KEY,
  HIGHEST_SORT_KEY,
  toResultPage,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
} from './pagination.ts'

export type StoredConsultation = EntityItem<TableEntities['consultations']>

const openStatuses = ['scheduled', 'in_progress'] as const

interface Lapsing {
  readonly status: string
  readonly toConfirm: boolean
  readonly lapsesAt?: string | undefined
}

/** True from the deadline on, even before the scheduled job has cancelled it. */
export const hasConsultationRequestLapsed = ({ status, toConfirm, lapsesAt }: Lapsing, now: string): boolean =>
  status === 'scheduled' && toConfirm && lapsesAt !== undefined && lapsesAt <= now

export async function findCustomerConsultations(data: Database, customerId: string, page: PageRequest) {
  const all = data.consultations.query.latestFirst({ customerId })
  const [startsAt, consultationId] = parseCursorPosition(page.cursor)
  const rest =
    startsAt && consultationId ? all.between({ startsAt: LOWEST_SORT_KEY }, { startsAt, consultationId }) : all
  const { data: items } = await rest
    .where(({ status }, { ne }) => ne(status, 'removed'))
    .go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, (last) => `${last.startsAt}~${last.consultationId}`)
}

export async function countCustomerConsultations(data: Database, customerId: string, now: string) {
  const { data: all } = await data.consultations.query
    .byCustomer({ customerId })
    .go({ pages: 'all', attributes: ['status', 'startsAt', 'toConfirm', 'lapsesAt'] })
  const there = all.filter(({ status }) => status !== 'removed')
  const coming = there.filter(
    (each) => each.status === 'scheduled' && each.startsAt > now && !hasConsultationRequestLapsed(each, now),
  )
  return {
    total: there.length,
    completed: there.filter(({ status }) => status === 'completed').length,
    upcoming: coming.length,
    toConfirm: coming.filter(({ toConfirm }) => toConfirm).length,
  }
}

export async function findConsultationsToAttendTo(data: Database, customerId: string, now: Date) {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  const inOrder = all.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  return {
    next: inOrder
      .filter((each) => isCurrentConsultation(each, now))
      .find((each) => !hasConsultationRequestLapsed(each, now.toISOString())),
    pastToPay: inOrder.findLast((each) => !isCurrentConsultation(each, now) && hasPriceToPay(each)),
  }
}

type ProposedPrice = Parameters<typeof waitsForPriceAnswer>[0]

interface Priced extends ProposedPrice {
  readonly status: string
  readonly toConfirm: boolean
  readonly priceCents?: number | undefined
  readonly orderId?: string | undefined
  readonly budgetId?: string | undefined
}

const hasPriceToPay = ({ status, toConfirm, orderId, budgetId, priceCents, ...priced }: Priced): boolean =>
  !['cancelled', 'removed'].includes(status) &&
  !(toConfirm || orderId || budgetId) &&
  (waitsForPriceAnswer(priced) || Boolean(priceCents))

export async function hasCustomerPaid(data: Database, customerId: string): Promise<boolean> {
  const { data: paid } = await data.payments.query.byCustomer({ customerId }).go({ pages: 'all' })
  return paid.some(({ status }) => status !== 'refunded')
}

interface StartRange {
  readonly from: string
  readonly to: string
}

const lapsedConsultationRequests = (data: Database, now: string, { from, to }: StartRange) =>
  data.consultations.query
    .byStatus({ status: 'scheduled' })
    .between({ startsAt: from }, { startsAt: to })
    .where(({ lapsesAt, toConfirm }, { lte, eq }) => `${lte(lapsesAt, now)} AND ${eq(toConfirm, true)}`)

export async function findLapsedConsultationRequests(data: Database, now: string, range: StartRange) {
  const { data: found } = await lapsedConsultationRequests(data, now, range).go({ pages: 'all' })
  return found
}

/** `limit` counts consultations read, lapsed or not. The range of a cursor must not change. */
export const findLapsedConsultationRequestsPage = (
  data: Database,
  now: string,
  { cursor, limit, ...range }: StartRange & { readonly cursor: string | null; readonly limit: number },
) => lapsedConsultationRequests(data, now, range).go({ cursor, limit })

/** Starts from `from` to `to`, both included. The range of a cursor must not change. */
export const findConsultationsToRemindPage = (
  data: Database,
  { from, to, cursor, limit }: StartRange & { readonly cursor: string | null; readonly limit: number },
) =>
  data.consultations.query
    .byStatus({ status: 'scheduled' })
    .between({ startsAt: from }, { startsAt: `${to}${HIGHEST_SORT_KEY}` })
    .go({ cursor, limit })

export async function findOrdersToScheduleOf(data: Database, customerId: string) {
  const { data: all } = await data.ordersToSchedule.query.byCustomer({ customerId }).go({ pages: 'all' })
  return all.toSorted((a, b) => a.paidAt.localeCompare(b.paidAt))
}

export async function findUpcomingConsultationByOrder(
  data: Database,
  { customerId, orderId }: { readonly customerId: string; readonly orderId: string },
  now: string,
) {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  return all.find((each) => each.orderId === orderId && each.status === 'scheduled' && each.startsAt > now)
}

export async function findConsultationsBetween(
  data: Database,
  { from, to }: { readonly from: string; readonly to: string },
) {
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

/**
 * Consultations that start between two instants and take time: scheduled ones without lapsed requests, and those in
 * progress. One that starts before `from` is left out, even if it ends later.
 */
export async function findBookedConsultations(
  data: Database,
  { from, to }: { readonly from: string; readonly to: string },
  now: Date,
) {
  const found = await Promise.all(
    openStatuses.map((status) =>
      data.consultations.query.byStatus({ status }).between({ startsAt: from }, { startsAt: to }).go({ pages: 'all' }),
    ),
  )
  return found
    .flatMap(({ data: items }) => items)
    .filter((each) => !hasConsultationRequestLapsed(each, now.toISOString()))
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
}

/** Requests have no index: all upcoming consultations are read and filtered. The horizon of booking bounds them. */
export async function findUpcomingConsultations(
  data: Database,
  { now, onlyRequests = false }: { readonly now: string; readonly onlyRequests?: boolean },
  page: PageRequest,
) {
  const all = data.consultations.query.byStatus({ status: 'scheduled' })
  const [startsAt, consultationId] = parseCursorPosition(page.cursor)
  const rest =
    startsAt && consultationId
      ? all.between({ startsAt, consultationId }, { startsAt: HIGHEST_SORT_KEY })
      : all.between({ startsAt: now }, { startsAt: HIGHEST_SORT_KEY })
  const { data: items } = await rest
    .where(({ lapsesAt, toConfirm }, { notExists, gt, eq }) =>
      onlyRequests
        ? `${eq(toConfirm, true)} AND (${notExists(lapsesAt)} OR ${gt(lapsesAt, now)})`
        : `(${notExists(lapsesAt)} OR ${gt(lapsesAt, now)} OR ${eq(toConfirm, false)})`,
    )
    .go({ ...toPageQueryOptions(page) })
  return toResultPage(items, page, (last) => `${last.startsAt}~${last.consultationId}`)
}

/** Scheduled or in progress with a start before `before`, latest first. */
export async function findConsultationsToClose(
  data: Database,
  { before, now }: { readonly before: string; readonly now: string },
  page: PageRequest,
) {
  const [startsAt, consultationId] = parseCursorPosition(page.cursor)
  const end = startsAt && consultationId ? { startsAt, consultationId } : { startsAt: before }
  const found = await Promise.all(
    openStatuses.map((status) =>
      data.consultations.query
        .byStatus({ status })
        .between({ startsAt: LOWEST_SORT_KEY }, end)
        .where(
          ({ lapsesAt, toConfirm }, { notExists, gt, eq }) =>
            `(${notExists(lapsesAt)} OR ${gt(lapsesAt, now)} OR ${eq(toConfirm, false)})`,
        )
        .go({ order: 'desc', ...toPageQueryOptions(page) }),
    ),
  )
  const items = found
    .flatMap(({ data: each }) => each)
    .filter((each) => each.startsAt < before)
    .toSorted((a, b) => cursorOf(b).localeCompare(cursorOf(a)))
  return toResultPage(items, page, cursorOf)
}

const cursorOf = (last: { readonly startsAt: string; readonly consultationId: string }): PageCursor =>
  `${last.startsAt}~${last.consultationId}`

export async function findOrdersToSchedule(data: Database, page: PageRequest) {
  const all = data.ordersToSchedule.query.longestWaiting({})
  const [paidAt, orderId] = parseCursorPosition(page.cursor)
  const rest = paidAt && orderId ? all.between({ paidAt, orderId }, { paidAt: HIGHEST_SORT_KEY }) : all
  const { data: items } = await rest.go({ ...toPageQueryOptions(page) })
  return toResultPage(items, page, (last) => `${last.paidAt}~${last.orderId}`)
}

/** While a proposed price waits for an answer, nothing is charged, not even the price agreed before. */
export const waitsForPriceAnswer = ({
  proposedPriceCents,
  priceDeclinedAt,
}: {
  readonly proposedPriceCents?: number | undefined
  readonly priceDeclinedAt?: string | undefined
}): boolean => proposedPriceCents !== undefined && priceDeclinedAt === undefined
