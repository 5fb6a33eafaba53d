import type { EntityItem } from 'electrodb'
import type { AuditAction } from '#contract/audit'
import { utcMonthOf } from '#contract/days'
import type { Cursor } from '#contract/values'
import { type AuditLine, auditMonth, newestFirst, type Range } from './audit-months.ts'
import type { Data } from './data.ts'
import type { Entities } from './entities.ts'
import { LOWEST_KEY, HIGHEST_KEY, pageOf, type Page, positionOf, pageOptions } from './page.ts'

export interface AuditFilter {
  readonly by?: string | undefined
  readonly action?: AuditAction | undefined
  readonly address?: string | undefined
  readonly without?: readonly AuditAction[]
  /** ISO instants; `from` is included, `before` is not. */
  readonly from?: string | undefined
  readonly before?: string | undefined
}

/**
 * Months. The log is read month by month; its oldest entries follow from the longest retention of a client's record.
 */
const MAX_MONTHS = 6 * 12 + 12
/** Months queried in parallel after the newest one. */
const MONTHS_AT_ONCE = 6

const auditCursor = ({ createdAt, auditId }: Pick<AuditLine, 'createdAt' | 'auditId'>): Cursor =>
  `${createdAt}~${auditId}`

export async function newestAuditLines(data: Data, filter: AuditFilter, page: Page, now: Date) {
  const range = rangeOf(filter, page)
  const months = monthsDownTo(
    filter.from,
    utcMonthOf(range.upper.createdAt === HIGHEST_KEY ? now : range.upper.createdAt),
  )
  const read = async (month: string) => {
    const parts = await Promise.all(
      auditMonth(data, month, range).map((query) =>
        filtered(query, filter).go({ order: 'desc', ...pageOptions(page) }),
      ),
    )
    return parts.flatMap(({ data: lines }) => lines).toSorted(newestFirst)
  }
  const found: AuditLine[] = []
  for (let at = 0; at < months.length && found.length < pageOptions(page).count;) {
    const some = months.slice(at, at + (at === 0 ? 1 : MONTHS_AT_ONCE))
    found.push(...(await Promise.all(some.map(read))).flat())
    at += some.length
  }
  return pageOf(found, page, auditCursor)
}

interface Subject {
  readonly subjectId: string
  readonly only?: AuditAction
}

/** All ids under which the log names a client: current and former records and accounts. */
export async function auditSubjectsOf(
  { customerId, formerCustomerIds = [], userId }: EntityItem<Entities['customers']>,
  { users }: Data,
): Promise<Subject[]> {
  const { data: user } = userId ? await users.get({ userId }).go() : { data: null }
  const accounts = userId ? [userId, ...(user?.formerUserIds ?? [])] : []
  return [customerId, ...formerCustomerIds, ...accounts].map((subjectId) => ({ subjectId }))
}

export async function auditLinesAbout(data: Data, subjects: readonly Subject[], filter: AuditFilter, page: Page) {
  const { lower, upper } = rangeOf(filter, page)
  const found = await Promise.all(
    subjects.map(async ({ subjectId, only }) => {
      const { data: lines } = await filtered(
        data.auditEntries.query.bySubject({ subjectId }).between(lower, upper),
        only ? { ...filter, action: only } : filter,
      ).go({ order: 'desc', ...pageOptions(page) })
      return lines
    }),
  )
  const merged = found.flat().toSorted(newestFirst)
  return pageOf(merged, page, auditCursor)
}

type Query = ReturnType<ReturnType<Data['auditEntries']['query']['bySubject']>['between']>

const filtered = (query: Query, { by, action, address, without = [] }: AuditFilter): Query =>
  query.where((line, { eq, ne }) =>
    [
      ...(by ? [eq(line.userId, by)] : []),
      ...(action ? [eq(line.action, action)] : []),
      ...(address ? [eq(line.address, address)] : []),
      ...without.map((each) => ne(line.action, each)),
    ].join(' AND '),
  )

/** A later page ends at its cursor, the first one at the end of the filter. */
function rangeOf({ from = LOWEST_KEY, before }: AuditFilter, { cursor }: Page): Range {
  const [createdAt, auditId] = positionOf(cursor)
  const upper =
    createdAt && auditId ? { createdAt, auditId } : { createdAt: before ?? HIGHEST_KEY, auditId: LOWEST_KEY }
  return { lower: { createdAt: from }, upper }
}

function monthsDownTo(from: string | undefined, last: string): string[] {
  const first = from ? utcMonthOf(from) : ''
  const at = new Date(`${last}-01T00:00:00.000Z`)
  const months: string[] = []
  while (months.length < MAX_MONTHS && utcMonthOf(at) >= first) {
    months.push(utcMonthOf(at))
    at.setUTCMonth(at.getUTCMonth() - 1)
  }
  return months
}
