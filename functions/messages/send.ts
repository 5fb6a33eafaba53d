import type * as z from 'zod/mini'
import { computeAnswerDue } from '#contract/answer-time'
import type { CustomerTaskKind } from '#contract/customer-lists'
import type { MessageSide, messages, NewMessage } from '#contract/messages'
import { checkCustomerExists } from '#data/customer-check'
import type { StoredMessage, StoredMessageThread } from '#data/message-queries'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { consumeRateLimit } from '#platform/rate-limit'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireAdultOrGuardianConsent } from '../account/public/guardian.ts'
import { requireCustomer } from '../customers/public/require-customer.ts'
import type { NoticeToQueue } from '../notifications/public/client-notice.ts'
import { transactWithPanelNews } from '../notifications/public/panel-news.ts'
import { toMessages, toThread } from './read.ts'

export const QUESTION_TASK: CustomerTaskKind = 'question-waiting'

const CLIENT_LIMIT = { name: 'messages', tries: 40, minutes: 60 }
const PRACTICE_LIMIT = { name: 'messages-of-practice', tries: 400, minutes: 60 }

const TOLD_MS = 10 * 60_000

const NOT_KEPT = 'Este archivo ya no está guardado. Quítalo y, si hace falta, vuelve a adjuntarlo'

const TRIES = 8

interface Sending {
  readonly customerId: string
  readonly from: MessageSide
  readonly actor: Actor
  readonly body: z.output<typeof NewMessage>
  readonly customer?: NoticeToQueue['customer']
}

export const sendOwnMessage: EndpointAction<typeof messages.sendMine> = async ({ actor, body }, services) => {
  await requireAdultOrGuardianConsent(actor, services)
  return send({ customerId: requireOwnCustomerId(actor), from: 'client', actor, body }, services)
}

export const sendMessageToCustomer: EndpointAction<typeof messages.sendToCustomer> = async (
  { actor, params: { customerId }, body },
  services,
) => {
  const customer = await requireCustomer(customerId, services.data)
  const sent = await send({ customerId, from: 'practice', actor, body, customer }, services)
  // At once, so that the answered question leaves the list of tasks.
  if (!sent.thread.question) await services.data.customerListEntries.delete({ customerId, order: QUESTION_TASK }).go()
  return sent
}

async function send(sending: Sending, services: ActionServices) {
  const { data, now } = services
  const { hours } = await readStoredOpeningHours(data, now())
  const key = { customerId: sending.customerId, messageId: toMessageId(sending.body.requestId) }
  const reply = async (message: StoredMessage, thread: StoredMessageThread | null) => {
    const [shown] = await toMessages([message], data)
    if (!shown) throw new Error('a message is shown as one')
    return { message: shown, thread: toThread(thread, hours.answerDays) }
  }
  let files: StoredMessage['attachments']
  for (let tries = 0; tries < TRIES; tries++) {
    const [{ data: sent }, { data: thread }] = await Promise.all([
      data.messages.get(key).go({ consistent: true }),
      data.messageThreads.get({ customerId: key.customerId }).go({ consistent: true }),
    ])
    if (sent) return sent.sentBy === sending.actor.userId ? reply(sent, thread) : throwRefusal('not-found')
    if (tries === 0) {
      await consumeRateLimit(data, sending.from === 'client' ? CLIENT_LIMIT : PRACTICE_LIMIT, limitedOf(sending), now())
      files = await requireFiles(sending, services)
    }
    const written = await append({ sending, messageId: key.messageId, files, thread, hours }, services)
    if (written) return reply(written.message, written.thread)
  }
  return throwRefusal('changed-meanwhile')
}

const limitedOf = ({ customerId, actor, from }: Sending): string => (from === 'client' ? customerId : actor.userId)

/** Deterministic, so that a repeated request is the same message; requests' ids are random. */
const toMessageId = (requestId: string): string => `msg_${requestId.replaceAll('-', '').toLowerCase()}`

/**
 * Files that the sender has uploaded for messages to this client.
 * @throws RefusalError with the position of each other one: a draft's file may have been discarded
 */
async function requireFiles({ customerId, actor, body: { fileIds } }: Sending, { data }: ActionServices) {
  if (fileIds.length === 0) return undefined
  const wanted = [...new Set(fileIds)]
  const keys = wanted.map((fileId) => ({ customerId, fileId }))
  const { data: found } = await data.clientFiles.get(keys).go({ consistent: true })
  const isSendable = ({ fileType, uploadedBy, status, unsentAt }: (typeof found)[number]) =>
    fileType === 'message' && uploadedBy === actor.userId && status !== 'pending' && unsentAt === undefined
  const sendable = new Map(found.filter(isSendable).map(({ fileId, fileName }) => [fileId, { fileId, fileName }]))
  const missing = fileIds.flatMap((fileId, index) => (sendable.has(fileId) ? [] : [[`fileIds.${index}`, [NOT_KEPT]]]))
  if (missing.length > 0) throw new RefusalError('invalid-input', { problems: Object.fromEntries(missing) })
  return wanted.flatMap((fileId) => sendable.get(fileId) ?? [])
}

interface Append {
  readonly sending: Sending
  readonly messageId: string
  readonly files: StoredMessage['attachments']
  readonly thread: StoredMessageThread | null
  readonly hours: Parameters<typeof computeAnswerDue>[1]
}

async function append({ sending, messageId, files, thread, hours }: Append, services: ActionServices) {
  const { customerId, from, actor, body, customer } = sending
  const sentAt = computeSentAt(thread, services.now())
  const message = {
    customerId,
    messageId,
    from,
    sentBy: actor.userId,
    ...(body.text && { text: body.text }),
    ...(files && { attachments: files }),
    sentAt,
  }
  const isTold = from === 'client' && isToldWithEarlier(thread, sentAt)
  const next = nextThread({ customerId, from, sentAt, seenUntil: body.seenUntil, isTold, thread, hours })
  const write = (queueNews: (entities: TransactionEntities) => TransactionWrites) =>
    services.data.transact((entities) => ({
      customer: checkCustomerExists(entities, customerId),
      message: entities.messages.create(message).commit(),
      files: (files ?? []).map(({ fileId }) => bindFile(entities, { customerId, fileId }, messageId)),
      thread: entities.messageThreads
        .put(next)
        .where(({ version }, operations) => createUnchangedCondition(version, thread?.version, operations))
        .commit(),
      mail: queueNews(entities),
      audit: appendAuditEntry(
        entities,
        {
          action: 'MESSAGE_SENT',
          by: actor.userId,
          subjectId: customerId,
          caller: actor,
          details: { messageId, ...(isTold && { isTold }) },
        },
        services,
      ),
    }))
  const outcome = await (customer
    ? transactWithPanelNews({ customer, news: { type: 'message', sentAt } }, services, write)
    : write(() => undefined))
  if (outcome.written) return { message: message as StoredMessage, thread: next }
  if (outcome.failedAll.has('files')) {
    await requireFiles(sending, services)
    throwRefusal('changed-meanwhile')
  }
  return outcome.failedAll.has('customer') ? throwRefusal('not-found') : undefined
}

/** Competes with the removal of unsent files by `files/sweep-unfinished`: one of both succeeds. */
const bindFile = (
  entities: TransactionEntities,
  key: { readonly customerId: string; readonly fileId: string },
  messageId: string,
) =>
  entities.clientFiles
    .patch(key)
    .set({ messageId })
    .where(({ unsentAt }, { notExists }) => notExists(unsentAt))
    .commit()

const computeSentAt = (thread: StoredMessageThread | null, now: Date): string =>
  new Date(Math.max(now.getTime(), thread ? Date.parse(thread.lastSentAt) + 1 : 0)).toISOString()

const isToldWithEarlier = (thread: StoredMessageThread | null, sentAt: string): boolean =>
  thread?.toldAt !== undefined && Date.parse(sentAt) - Date.parse(thread.toldAt) < TOLD_MS

interface ThreadChange {
  readonly customerId: string
  readonly from: MessageSide
  readonly sentAt: string
  readonly seenUntil: string | undefined
  readonly isTold: boolean
  readonly thread: StoredMessageThread | null
  readonly hours: Append['hours']
}

const toPromised = (askedAt?: string, answerDueAt?: string) =>
  askedAt && answerDueAt ? { askedAt, answerDueAt } : undefined

/** Writing includes reading the earlier messages; of two concurrent messages neither has read the other. */
function nextThread(change: ThreadChange): StoredMessageThread {
  const { customerId, from, sentAt, seenUntil = sentAt, isTold, thread, hours } = change
  const { askedAt, answerDueAt, ...kept } = thread ?? { customerId, version: 0, lastSentAt: sentAt }
  const promised = toPromised(askedAt, answerDueAt)
  const counted = { ...kept, version: kept.version + 1, lastSentAt: sentAt }
  const shown = seenUntil < sentAt ? seenUntil : sentAt
  const seen = (before = '') => (before > shown ? before : shown)
  const ask = (at: string) => ({ askedAt: at, answerDueAt: computeAnswerDue(at, hours) })
  if (from === 'practice') {
    const answered = { ...counted, answeredAt: sentAt, seenByPractice: seen(kept.seenByPractice) }
    const { lastByClientAt = '' } = kept
    // Without a promise another administrador has answered or closed what this one has not seen.
    if (!promised || lastByClientAt <= seenUntil) return answered
    return { ...answered, ...(promised.askedAt > seenUntil ? promised : ask(lastByClientAt)) }
  }
  return {
    ...counted,
    lastByClientAt: sentAt,
    seenByClient: seen(kept.seenByClient),
    ...(!isTold && { toldAt: sentAt }),
    ...(promised ?? ask(sentAt)),
  }
}
