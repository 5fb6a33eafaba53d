import type { AuditAction } from '#contract/audit'
import { toUtcDay } from '#contract/calendar-days'
import { practiceNoticeKindByAuditAction } from '#contract/practice-notice-actions'
import type { PracticeNoticeKind } from '#contract/practice-notices'
import { findAuditEntry } from '#data/alert-queries'
import type { StoredAuditEntry } from '#data/audit-months'
import type { Database } from '#data/database'
import { readPracticeNoticeReader } from '#data/practice-notice-queries'
import { findActiveAdministrators } from '#data/user-queries'
import { toEpochSeconds, TTL_ATTRIBUTE } from '#data/table'
import { computeDailyDigest } from '#platform/daily-digest'
import { queueMail } from '#platform/outbox'
import { isMailedAlways } from './practice-notices-of-mail.ts'

export interface PracticeNoticeServices {
  readonly data: Database
  readonly now: () => Date
  readonly newId: (prefix: string) => string
  readonly practiceMail: string
}

const KEPT_DAYS = 90
const DAY_SECONDS = 86_400
const TRIES = 5
const MESSAGE_WAIT_MS = 10 * 60_000
/** Limit of administradores: a transaction allows a hundred writes. */
const MAX_READERS = 90

const mailedToInbox: readonly PracticeNoticeKind[] = ['none-fits', 'refund-failed', 'withdrawal']

interface Notice {
  readonly kind: PracticeNoticeKind
  readonly customerId: string
  readonly startsAt?: string
  readonly amountCents?: number
  readonly toConfirm?: boolean
  readonly answerBy?: string
  readonly isRefunded?: boolean
}

/** The stream may deliver an entry again: the notice's id follows from the entry's. */
export async function queuePracticeNotice(
  key: Pick<StoredAuditEntry, 'auditId' | 'createdAt'>,
  services: PracticeNoticeServices,
): Promise<void> {
  const entry = await findAuditEntry(services.data, key)
  const notice = entry && (await noticeOf(entry, services))
  if (!entry || !notice) return
  const noticeId = `ntc_${entry.auditId.slice('aud_'.length)}`
  // Conflicts with another notice that begins the same digest.
  for (let tries = 0; tries < TRIES; tries++) if (await write({ entry, notice, noticeId }, services)) return
  throw new Error(`the notice ${noticeId} was not written`)
}

async function write(
  { entry, notice, noticeId }: { readonly entry: StoredAuditEntry; readonly notice: Notice; readonly noticeId: string },
  services: PracticeNoticeServices,
): Promise<boolean> {
  const { data, now } = services
  const createdAt = now().toISOString()
  const mails = await mailsOf({ notice, noticeId }, services)
  const outcome = await data.transact((entities) => ({
    notice: entities.practiceNotices
      .create({
        ...notice,
        noticeId,
        happenedAt: entry.createdAt,
        createdAt,
        [TTL_ATTRIBUTE]: toEpochSeconds(now()) + KEPT_DAYS * DAY_SECONDS,
      })
      .commit(),
    mails: mails.map((mail) => queueMail(entities, mail, services)),
  }))
  return outcome.written || outcome.failedAll.has('notice')
}

async function mailsOf(
  { notice, noticeId }: { readonly notice: Notice; readonly noticeId: string },
  { data, now, practiceMail }: PracticeNoticeServices,
) {
  const administrators = (await findActiveAdministrators(data)).slice(0, MAX_READERS)
  const isInInbox = mailedToInbox.includes(notice.kind)
  const readers = administrators.filter(({ email }) => !isInInbox || email.toLowerCase() !== practiceMail.toLowerCase())
  const { dueAt, ...period } = computeDailyDigest(now())
  const mails = await Promise.all(
    readers.map(async ({ userId, email: to }) => {
      const { mail } = await readPracticeNoticeReader(data, userId)
      const person = userId.slice('usr_'.length)
      if (mail === 'at-once' || isMailedAlways(notice.kind))
        return {
          to,
          mailId: `mai_${noticeId.slice('ntc_'.length)}-${person}`,
          content: { kind: 'practice-notice', noticeId, userId } as const,
          ...(notice.kind === 'message' && { dueAt: new Date(now().getTime() + MESSAGE_WAIT_MS).toISOString() }),
        }
      const mailId = `mai_notices-${toUtcDay(Date.parse(period.until))}-${person}`
      if (mail === 'never' || (await data.mails.get({ mailId }).go()).data) return undefined
      return { to, mailId, dueAt, content: { kind: 'practice-digest', userId, ...period } as const }
    }),
  )
  return mails.filter((mail) => mail !== undefined)
}

type ReadFacts = (
  entry: { readonly customerId: string } & Details,
  data: Database,
) => Promise<Partial<Notice> | undefined>

const readHour: ReadFacts = async ({ startsAt }) => (startsAt ? { startsAt } : {})
const readDispute: ReadFacts = async ({ amountCents, answerBy }) => ({
  ...sumOf(amountCents),
  ...(answerBy && { answerBy }),
})
const readWonDispute: ReadFacts = async ({ customerId, paymentId, amountCents }, { payments }) => {
  const { data: payment } = paymentId ? await payments.get({ customerId, paymentId }).go() : { data: null }
  return { ...sumOf(amountCents), ...(payment?.status === 'refunded' && { isRefunded: true }) }
}
const readRefund: ReadFacts = async (facts, data) => ({
  ...sumOf(facts.amountCents),
  ...(await findHourOfPayment(facts, data)),
})

/** Undefined when another entry reports it, or nothing relevant changed. */
const readFacts: Readonly<Record<PracticeNoticeKind, ReadFacts>> = {
  payment: async (facts, data) => ({ ...sumOf(facts.totalCents), ...(await findHourOfOrder(facts, data)) }),
  request: readHour,
  choice: readHour,
  'none-fits': async (facts, data) => ((await areProposalsRefused(facts, data)) ? {} : undefined),
  // `onlyMessage`: not moved. Older entries have neither field.
  move: async ({ startsAt, toConfirm, onlyMessage }) =>
    startsAt && !onlyMessage ? { startsAt, ...(toConfirm !== undefined && { toConfirm }) } : undefined,
  // With an order it follows from a refund, which has its own notice.
  cancellation: async (facts, data) => (facts.orderId ? undefined : findHour(facts, data)),
  'price-declined': async ({ answer, startsAt, amountCents }) =>
    answer === 'decline' ? { ...(startsAt && { startsAt }), ...sumOf(amountCents) } : undefined,
  refund: readRefund,
  'refund-failed': readRefund,
  'dispute-opened': readDispute,
  'dispute-won': readWonDispute,
  'dispute-lost': async ({ amountCents }) => sumOf(amountCents),
  withdrawal: async () => ({}),
  questionnaire: async () => ({}),
  // `isTold`: covered by the notice of a few minutes ago.
  message: async ({ isTold }) => (isTold ? undefined : {}),
}

async function noticeOf(entry: StoredAuditEntry, { data }: PracticeNoticeServices): Promise<Notice | undefined> {
  const kind = (practiceNoticeKindByAuditAction as Partial<Record<AuditAction, PracticeNoticeKind>>)[entry.action]
  if (!kind || (await isOfPractice(entry.userId, data))) return undefined
  const customerId = entry.subjectId
  const facts = await readFacts[kind]({ ...(entry.details as Details | undefined), customerId }, data)
  return facts && { ...facts, kind, customerId }
}

interface Details {
  readonly startsAt?: string
  readonly totalCents?: number
  readonly amountCents?: number
  readonly orderId?: string
  readonly paymentId?: string
  readonly consultationId?: string
  readonly answer?: 'accept' | 'decline'
  readonly toConfirm?: boolean
  readonly onlyMessage?: boolean
  readonly isTold?: boolean
  readonly answerBy?: string
}

const sumOf = (amountCents: number | undefined) => (amountCents === undefined ? {} : { amountCents })

async function isOfPractice(userId: string, data: Database): Promise<boolean> {
  if (!userId.startsWith('usr_')) return false
  return (await data.users.get({ userId }).go()).data?.role === 'administrador'
}

async function findHour({ customerId, consultationId }: Details & { readonly customerId: string }, data: Database) {
  if (!consultationId) return {}
  const { data: stored } = await data.consultations.get({ customerId, consultationId }).go()
  return stored ? { startsAt: stored.startsAt } : {}
}

async function findHourOfOrder({ customerId, orderId }: Details & { readonly customerId: string }, data: Database) {
  if (!orderId) return {}
  const { data: order } = await data.orders.get({ orderId }).go()
  return order?.consultationId ? findHour({ customerId, consultationId: order.consultationId }, data) : {}
}

async function findHourOfPayment(
  { customerId, paymentId }: Details & { readonly customerId: string },
  { consultations }: Database,
) {
  if (!paymentId) return {}
  // One payment for each order, with the id derived from it.
  const orderId = `ord_${paymentId.slice('pay_'.length)}`
  const { data: all } = await consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  const [found] = all
    .filter((each) => each.orderId === orderId && each.status !== 'removed')
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  return found ? { startsAt: found.startsAt } : {}
}

async function areProposalsRefused({ orderId }: Details, data: Database): Promise<boolean> {
  if (!orderId) return false
  return (await data.slotProposals.get({ orderId }).go()).data?.state === 'refused'
}
