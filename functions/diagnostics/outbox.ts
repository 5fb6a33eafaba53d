import { MAX_COUNTED_MAILS, OUTBOX_DAYS, type diagnostics } from '#contract/diagnostics'
import { type MailStatus, refusedMailStatuses } from '#contract/mail-statuses'
import type { Database } from '#data/database'
import { HIGHEST_SORT_KEY, LOWEST_SORT_KEY } from '#data/pagination'
import { appendAuditEntry } from '#platform/audit'
import type { EndpointAction } from '#platform/serve'
import { requeueFailedMails } from '../mail/public/requeue-failed.ts'

const DAY_MS = 86_400_000

export const readOutbox: EndpointAction<typeof diagnostics.outbox> = async (_, { data, now }) => {
  const lately = new Date(now().getTime() - OUTBOX_DAYS * DAY_MS).toISOString()
  const at = now().toISOString()
  const [queued, sending, failed, expired, ...refused] = await Promise.all([
    ...(['queued', 'sending', 'failed'] as const).map((status) => findMails(data, status)),
    ...(['expired', ...refusedMailStatuses] as const).map((status) => findMails(data, status, lately)),
  ])
  const waiting = [...(queued ?? []), ...(sending ?? [])]
    .map(({ waitingSince, createdAt }) => waitingSince ?? createdAt)
    .filter((since) => since <= at)
  return {
    waiting: counted(waiting),
    waitingSince: waiting.toSorted()[0] ?? null,
    failed: counted(failed),
    expired: counted(expired),
    refused: counted(refused.flat()),
  }
}

const counted = (found: readonly unknown[] = []): number => Math.min(found.length, MAX_COUNTED_MAILS)

async function findMails(data: Database, status: MailStatus, since = LOWEST_SORT_KEY) {
  const { data: found } = await data.mails.query
    .due({ status })
    .between({ nextAttemptAt: since }, { nextAttemptAt: HIGHEST_SORT_KEY })
    .go({ count: MAX_COUNTED_MAILS, pages: 'all' })
  return found
}

export const resendFailedMails: EndpointAction<typeof diagnostics.resendFailedMails> = ({ actor }, services) =>
  requeueFailedMails(services, (entities, mails) =>
    appendAuditEntry(
      entities,
      {
        action: 'FAILED_MAILS_QUEUED_AGAIN',
        by: actor.userId,
        subjectId: actor.userId,
        details: { mails },
        caller: actor,
      },
      services,
    ),
  )
