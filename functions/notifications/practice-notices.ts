import { MAX_COUNTED_PRACTICE_NOTICES } from '#contract/practice-notices'
import type { notifications } from '#contract/notifications'
import type { StoredCustomer } from '#data/customer-writes'
import {
  countPracticeNoticesAfter,
  findNewestPracticeNotices,
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
  return {
    items: items.map(
      ({
        noticeId,
        kind,
        customerId,
        startsAt,
        amountCents,
        toConfirm,
        answerBy,
        isRefunded,
        happenedAt,
        createdAt,
      }) => ({
        noticeId,
        kind,
        customer: toNamed(clients.get(customerId)),
        startsAt: startsAt ?? null,
        amountCents: amountCents ?? null,
        toConfirm: toConfirm ?? null,
        answerBy: answerBy ?? null,
        isRefunded: isRefunded ?? false,
        happenedAt,
        createdAt,
        isNew: createdAt > seenUntil,
      }),
    ),
    next,
    mail,
  }
}

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
