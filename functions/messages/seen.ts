import type { messages } from '#contract/messages'
import { isConditionFailure } from '#data/database'
import type { StoredMessageThread } from '#data/message-queries'
import { requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import { retryOnConflict } from '#platform/retry-on-conflict'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { readAnswerDays, toThread } from './read.ts'
import { QUESTION_TASK } from './send.ts'

type SeenMark = 'seenByClient' | 'seenByPractice'

export const markOwnMessagesSeen: EndpointAction<typeof messages.seeMine> = ({ actor, body }, services) =>
  markSeen({ customerId: requireOwnCustomerId(actor), mark: 'seenByClient', ...body }, services)

export const markCustomerMessagesSeen: EndpointAction<typeof messages.seeOfCustomer> = ({ params, body }, services) =>
  markSeen({ ...params, mark: 'seenByPractice', ...body }, services)

interface Seen {
  readonly customerId: string
  readonly mark: SeenMark
  readonly seenUntil: string
}

/** Never moves back: of two open threads the one that saw more counts. Never after the newest stored message. */
async function markSeen({ customerId, mark, seenUntil }: Seen, services: ActionServices) {
  const { data } = services
  const thread = await requireThread(customerId, services)
  const until = seenUntil < thread.lastSentAt ? seenUntil : thread.lastSentAt
  const answerDays = await readAnswerDays(services)
  if ((thread[mark] ?? '') >= until) return toThread(thread, answerDays)
  try {
    await data.messageThreads
      .patch({ customerId })
      .set({ [mark]: until })
      // A concurrent writer of the thread must notice this change.
      .add({ version: 1 })
      .where((stored, { lt, notExists }) => `${notExists(stored[mark])} OR ${lt(stored[mark], until)}`)
      .go()
  } catch (error) {
    if (!isConditionFailure(error)) throw error
  }
  return toThread({ ...thread, [mark]: until }, answerDays)
}

export const closeCustomerQuestion: EndpointAction<typeof messages.closeQuestion> = retryOnConflict(
  async ({ actor, params: { customerId }, body: { until } }, services) => {
    const { data } = services
    const thread = await requireThread(customerId, services)
    const answerDays = await readAnswerDays(services)
    if (!thread.askedAt) return toThread(thread, answerDays)
    if ((thread.lastByClientAt ?? '') > until) throwRefusal('changed-meanwhile')
    const outcome = await data.transact((entities) => ({
      thread: entities.messageThreads
        .patch({ customerId })
        .remove(['askedAt', 'answerDueAt'])
        .add({ version: 1 })
        .where(({ version }, { eq }) => eq(version, thread.version))
        .commit(),
      audit: appendAuditEntry(
        entities,
        { action: 'QUESTION_CLOSED', by: actor.userId, subjectId: customerId, caller: actor },
        services,
      ),
    }))
    requireTransactionWritten(outcome)
    await data.customerListEntries.delete({ customerId, order: QUESTION_TASK }).go()
    const { askedAt: _askedAt, answerDueAt: _answerDueAt, ...closed } = thread
    return toThread(closed, answerDays)
  },
)

async function requireThread(customerId: string, { data }: ActionServices): Promise<StoredMessageThread> {
  const { data: thread } = await data.messageThreads.get({ customerId }).go({ consistent: true })
  return thread ?? throwRefusal('not-found')
}
