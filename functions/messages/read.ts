import {
  MAX_COUNTED_MESSAGES,
  type Message,
  type MessageFile,
  type messages,
  type MessageThread,
} from '#contract/messages'
import type { Database } from '#data/database'
import { countMessagesAfter, findMessages, type StoredMessage, type StoredMessageThread } from '#data/message-queries'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import type { PageRequest } from '#data/pagination'
import { requireOwnCustomerId } from '#platform/actor'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireCustomer } from '../customers/public/require-customer.ts'

export const listOwnMessages: EndpointAction<typeof messages.listMine> = ({ actor, query }, services) =>
  readPage(requireOwnCustomerId(actor), query, services)

export const listCustomerMessages: EndpointAction<typeof messages.listOfCustomer> = async (
  { params, query },
  services,
) => {
  await requireCustomer(params.customerId, services.data)
  return readPage(params.customerId, query, services)
}

export const countOwnUnreadMessages: EndpointAction<typeof messages.countUnreadOfMine> = async (
  { actor },
  { data },
) => {
  const customerId = requireOwnCustomerId(actor)
  const { data: thread } = await data.messageThreads.get({ customerId }).go()
  if (!thread) return { unread: 0 }
  const after = thread.seenByClient ?? ''
  return { unread: await countMessagesAfter(data, { customerId, from: 'practice', after }, MAX_COUNTED_MESSAGES) }
}

async function readPage(customerId: string, page: PageRequest, services: ActionServices) {
  const { data } = services
  const [{ items, next }, { data: thread }, answerDays] = await Promise.all([
    findMessages(data, customerId, page),
    data.messageThreads.get({ customerId }).go(),
    readAnswerDays(services),
  ])
  return { items: await toMessages(items, data), next, thread: toThread(thread, answerDays) }
}

export async function readAnswerDays({ data, now }: ActionServices): Promise<number> {
  return (await readStoredOpeningHours(data, now())).hours.answerDays
}

export async function toMessages(stored: readonly StoredMessage[], data: Database): Promise<Message[]> {
  // A file may be in two messages, and DynamoDB refuses to read one key twice.
  const keyById = new Map(
    stored.flatMap(({ customerId, attachments = [] }) =>
      attachments.map(({ fileId }) => [fileId, { customerId, fileId }] as const),
    ),
  )
  const keys = [...keyById.values()]
  const { data: found } = keys.length > 0 ? await data.clientFiles.get(keys).go() : { data: [] }
  const statusById = new Map(found.map(({ fileId, status }) => [fileId, status]))
  return stored.map(({ messageId, from, text = null, attachments = [], sentAt }) => ({
    messageId,
    from,
    text,
    files: attachments.map(({ fileId, fileName }): MessageFile => ({
      fileId,
      fileName,
      status: statusById.get(fileId) ?? null,
    })),
    sentAt,
  }))
}

type ThreadState = Pick<StoredMessageThread, 'askedAt' | 'answerDueAt' | 'seenByClient' | 'seenByPractice'>

export const toThread = (stored: ThreadState | null, answerDays: number): MessageThread => ({
  question: stored?.askedAt && stored.answerDueAt ? { askedAt: stored.askedAt, dueAt: stored.answerDueAt } : null,
  seenByClient: stored?.seenByClient ?? null,
  seenByPractice: stored?.seenByPractice ?? null,
  answerDays,
})
