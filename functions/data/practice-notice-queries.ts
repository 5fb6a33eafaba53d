import type { PracticeNoticeKind, PracticeNoticeMailChoice } from '#contract/practice-notices'
import type { Database } from './database.ts'
import {
  HIGHEST_SORT_KEY,
  LOWEST_SORT_KEY,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
  toResultPage,
} from './pagination.ts'

export async function findNewestPracticeNotices(data: Database, page: PageRequest) {
  const all = data.practiceNotices.query.newestFirst({})
  const [createdAt, noticeId] = parseCursorPosition(page.cursor)
  const rest = createdAt && noticeId ? all.between({ createdAt: LOWEST_SORT_KEY }, { createdAt, noticeId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, (last) => `${last.createdAt}~${last.noticeId}`)
}

/** At most `limit`, which then means «at least». */
export async function countPracticeNoticesAfter(data: Database, seenUntil: string, limit: number): Promise<number> {
  const after = seenUntil === '' ? LOWEST_SORT_KEY : `${seenUntil}${HIGHEST_SORT_KEY}`
  const { data: found } = await data.practiceNotices.query
    .newestFirst({})
    .between({ createdAt: after }, { createdAt: HIGHEST_SORT_KEY })
    .go({ count: limit })
  return found.length
}

/** `since` is inclusive, `until` exclusive; oldest first. */
export async function findPracticeNoticesBetween(
  data: Database,
  { since, until }: { readonly since: string; readonly until: string },
) {
  const { data: items } = await data.practiceNotices.query
    .newestFirst({})
    .between({ createdAt: since }, { createdAt: until })
    .go({ pages: 'all' })
  return items
}

const DEFAULT_PRACTICE_NOTICE_MAIL: PracticeNoticeMailChoice = 'at-once'

/** Default for somebody without a stored position: all notices are unseen. */
export async function readPracticeNoticeReader(data: Database, userId: string) {
  const { data: stored } = await data.practiceNoticeReaders.get({ userId }).go()
  return { seenUntil: stored?.seenUntil ?? '', mail: stored?.mail ?? DEFAULT_PRACTICE_NOTICE_MAIL }
}

interface AboutHour {
  readonly customerId: string
  readonly startsAt?: string | undefined
}

/** For the client and hour of one of `notices`: the consultation that was made last. */
export async function findConsultationsOfNotices(notices: readonly AboutHour[], { consultations }: Database) {
  const withHour = new Set(notices.filter(({ startsAt }) => startsAt).map(({ customerId }) => customerId))
  const found = await Promise.all(
    [...withHour].map(async (customerId) => {
      const { data: all } = await consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
      return all.filter(({ status }) => status !== 'removed').toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    }),
  )
  return (notice: AboutHour) =>
    found.flat().find(({ customerId, startsAt }) => customerId === notice.customerId && startsAt === notice.startsAt)
}

interface Confirmable {
  readonly kind: PracticeNoticeKind
  readonly toConfirm?: boolean | undefined
}

/** Whoever reads a notice may have answered since: of a move it then says nothing about it. */
export function computePresentToConfirm({ kind, toConfirm }: Confirmable, isToConfirm: boolean) {
  if (kind === 'request') return isToConfirm
  return toConfirm && !isToConfirm ? null : (toConfirm ?? null)
}

/** Whether the practice still has to answer a request or a move. */
export const isConsultationToConfirm = (
  stored: { readonly status: string; readonly toConfirm: boolean } | undefined,
): boolean => stored?.status === 'scheduled' && stored.toConfirm
