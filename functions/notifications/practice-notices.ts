import { MAX_COUNTED_PRACTICE_NOTICES } from '#contract/practice-notices'
import type { notifications } from '#contract/notifications'
import type { StoredCustomer } from '#data/customer-writes'
import {
  computePresentToConfirm,
  countPracticeNoticesAfter,
  findConsultationsOfNotices,
  findNewestPracticeNotices,
  isConsultationToConfirm,
  readPracticeNoticeReader,
} from '#data/practice-notice-queries'
import { findPresentCustomers } from '#data/present-customers'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import type { EndpointAction } from '#platform/serve'

export const countUnseenPracticeNotices: EndpointAction<typeof notifications.countUnseen> = async (
  { actor },
  { data },
) => {
  const { seenUntil } = await readPracticeNoticeReader(data, actor.userId)
  return { unseen: await countPracticeNoticesAfter(data, seenUntil, MAX_COUNTED_PRACTICE_NOTICES) }
}

export const listPracticeNotices: EndpointAction<typeof notifications.listOfPractice> = async (
  { actor, query },
  { data },
) => {
  const [{ items, next }, { seenUntil, mail }] = await Promise.all([
    findNewestPracticeNotices(data, query),
    readPracticeNoticeReader(data, actor.userId),
  ])
  const clients = await findPresentCustomers(
    items.map(({ customerId }) => customerId),
    data,
  )
  const ofClient = ({ customerId, startsAt }: Pick<StoredNotice, 'customerId' | 'startsAt'>) => ({
    customerId: clients.get(customerId)?.customerId ?? customerId,
    startsAt,
  })
  const confirmable = items.filter(({ kind, toConfirm }) => kind === 'request' || toConfirm)
  const findConsultation = await findConsultationsOfNotices(confirmable.map(ofClient), data)
  const toConfirmNow = (notice: StoredNotice) =>
    computePresentToConfirm(notice, isConsultationToConfirm(findConsultation(ofClient(notice))))
  return {
    items: items.map((notice) => {
      const { noticeId, kind, customerId, startsAt, amountCents, answerBy, isRefunded, happenedAt, createdAt } = notice
      return {
        noticeId,
        kind,
        customer: toNamed(clients.get(customerId)),
        startsAt: startsAt ?? null,
        amountCents: amountCents ?? null,
        toConfirm: toConfirmNow(notice),
        answerBy: answerBy ?? null,
        isRefunded: isRefunded ?? false,
        happenedAt,
        createdAt,
        isNew: createdAt > seenUntil,
      }
    }),
    next,
    mail,
  }
}

type StoredNotice = Awaited<ReturnType<typeof findNewestPracticeNotices>>['items'][number]

const toNamed = (client: StoredCustomer | undefined) =>
  client ? { customerId: client.customerId, name: client.name } : null

/** Never moves back: of two open panels the one that saw more counts. */
export const markPracticeNoticesSeen: EndpointAction<typeof notifications.markSeen> = async (
  { actor, body: { seenUntil } },
  { data },
) => {
  const { userId } = actor
  await data.transact((entities) => ({
    reader: entities.practiceNoticeReaders
      .upsert({ userId, seenUntil })
      .where((stored, { lt, notExists }) => `${notExists(stored.seenUntil)} OR ${lt(stored.seenUntil, seenUntil)}`)
      .commit(),
  }))
  return { seenUntil }
}

export const setPracticeNoticeMailFrequency: EndpointAction<typeof notifications.setMailFrequency> = async (
  { actor, body: { mail } },
  services,
) => {
  const { userId } = actor
  const outcome = await services.data.transact((entities) => ({
    reader: entities.practiceNoticeReaders.upsert({ userId, mail }).commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'PRACTICE_NOTICE_MAIL_CHOSEN', by: userId, subjectId: userId, details: { mail }, caller: actor },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return { mail }
}
