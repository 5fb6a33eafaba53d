import type { EntityItem } from 'electrodb'
import type { AuditAction } from '#contract/audit'
import { shiftMonth, toUtcMonth } from '#contract/calendar-days'
import type { PageCursor } from '#contract/value-schemas'
import {
  AUDIT_LOG_BEGAN,
  type StoredAuditEntry,
  createAuditMonthQueries,
  compareAuditEntriesNewestFirst,
  type AuditEntryRange,
} from './audit-months.ts'
import type { Database } from './database.ts'
import type { TableEntities } from './entities.ts'
import { EVENTUALLY_CONSISTENT } from './read-consistently.ts'
import {
  LOWEST_SORT_KEY,
  HIGHEST_SORT_KEY,
  toResultPage,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
} from './pagination.ts'

export interface AuditEntryFilter {
  readonly by?: string | undefined
  readonly action?: AuditAction | undefined
  readonly address?: string | undefined
  readonly without?: readonly AuditAction[]
  readonly among?: readonly AuditAction[] | undefined
  /** ISO instants; `from` is inclusive, `before` exclusive. */
  readonly from?: string | undefined
  readonly before?: string | undefined
}

/** Limit in months, from the longest retention of a client's record: the log is read month by month. */
const MAX_MONTHS = 6 * 12 + 12
/** Months queried in parallel after the newest one. */
const MONTHS_AT_ONCE = 6

const auditCursor = ({ createdAt, auditId }: Pick<StoredAuditEntry, 'createdAt' | 'auditId'>): PageCursor =>
  `${createdAt}~${auditId}`

export async function findNewestAuditEntries(data: Database, filter: AuditEntryFilter, page: PageRequest, now: Date) {
  const { count } = toPageQueryOptions(page)
  return toResultPage(await readMonths(data, { filter, page, enough: count }, now), page, auditCursor)
}

/** A single entry: looking for a following one would read all months when there is none. */
export async function findNewestAuditEntry(data: Database, now: Date): Promise<StoredAuditEntry | undefined> {
  const [newest] = await readMonths(data, { filter: {}, page: { limit: 1 }, enough: 1 }, now)
  return newest
}

interface MonthsQuestion {
  readonly filter: AuditEntryFilter
  readonly page: PageRequest
  readonly enough: number
}

/** Newest first. Each shard of a month gives up to a page, so there may be more than `enough`, but not whole months. */
async function readMonths(
  data: Database,
  { filter, page, enough }: MonthsQuestion,
  now: Date,
): Promise<readonly StoredAuditEntry[]> {
  const range = rangeOf(filter, page)
  const months = monthsDownTo(
    filter.from,
    toUtcMonth(range.upper.createdAt === HIGHEST_SORT_KEY ? now : range.upper.createdAt),
  )
  const read = async (month: string) => {
    const parts = await Promise.all(
      createAuditMonthQueries(data, month, range).map((query) =>
        filtered(query, filter).go({ order: 'desc', ...toPageQueryOptions(page), ...EVENTUALLY_CONSISTENT }),
      ),
    )
    return parts.flatMap(({ data: lines }) => lines).toSorted(compareAuditEntriesNewestFirst)
  }
  const found: StoredAuditEntry[] = []
  for (let at = 0; at < months.length && found.length < enough;) {
    const some = months.slice(at, at + (at === 0 ? 1 : MONTHS_AT_ONCE))
    found.push(...(await Promise.all(some.map(read))).flat())
    at += some.length
  }
  return found
}

interface Subject {
  readonly subjectId: string
  readonly only?: AuditAction
}

export async function findCustomerAuditSubjects(
  { customerId, formerCustomerIds = [], userId }: EntityItem<TableEntities['customers']>,
  { users }: Database,
): Promise<Subject[]> {
  const { data: user } = userId ? await users.get({ userId }).go() : { data: null }
  const accounts = userId ? [userId, ...(user?.formerUserIds ?? [])] : []
  return [customerId, ...formerCustomerIds, ...accounts].map((subjectId) => ({ subjectId }))
}

export async function findAuditEntriesAbout(
  data: Database,
  subjects: readonly Subject[],
  filter: AuditEntryFilter,
  page: PageRequest,
) {
  const { lower, upper } = rangeOf(filter, page)
  const found = await Promise.all(
    subjects.map(async ({ subjectId, only }) => {
      const { data: lines } = await filtered(
        data.auditEntries.query.bySubject({ subjectId }).between(lower, upper),
        only ? { ...filter, action: only } : filter,
      ).go({ order: 'desc', ...toPageQueryOptions(page) })
      return lines
    }),
  )
  const merged = found.flat().toSorted(compareAuditEntriesNewestFirst)
  return toResultPage(merged, page, auditCursor)
}

type Query = ReturnType<ReturnType<Database['auditEntries']['query']['bySubject']>['between']>

const filtered = (query: Query, { by, action, address, without = [], among }: AuditEntryFilter): Query =>
  query.where((line, { eq, ne }) =>
    [
      ...(by ? [eq(line.userId, by)] : []),
      ...(action ? [eq(line.action, action)] : []),
      ...(address ? [eq(line.address, address)] : []),
      ...without.map((each) => ne(line.action, each)),
      ...(among ? [`(${among.map((each) => eq(line.action, each)).join(' OR ')})`] : []),
    ].join(' AND '),
  )

function rangeOf({ from = LOWEST_SORT_KEY, before }: AuditEntryFilter, { cursor }: PageRequest): AuditEntryRange {
  const [createdAt, auditId] = parseCursorPosition(cursor)
  const upper =
    createdAt && auditId ? { createdAt, auditId } : { createdAt: before ?? HIGHEST_SORT_KEY, auditId: LOWEST_SORT_KEY }
  return { lower: { createdAt: from }, upper }
}

function monthsDownTo(from: string | undefined, last: string): string[] {
  const first = toUtcMonth(from && from > AUDIT_LOG_BEGAN ? from : AUDIT_LOG_BEGAN)
  const months: string[] = []
  for (let month = last; months.length < MAX_MONTHS && month >= first; month = shiftMonth(month, -1)) months.push(month)
  return months
}
