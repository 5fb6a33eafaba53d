import { createHash, randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { AuthorizeCall } from './authorization/authorize-call.ts'
import { listKeyUses } from './authorization/kms-actions.ts'
import type { DeployedQueue } from './deployment.ts'
import type { DocumentStore } from './document-store.ts'
import {
  answerAwsJsonRequest,
  type AwsJsonOperation,
  castJsonValue,
  StandInServiceError,
  type VerifyIamSignature,
} from './json-protocol.ts'
import type { ServiceStandIn } from './service-stand-in.ts'

export interface QueuedMessage {
  readonly messageId: string
  readonly queueArn: string
  readonly body: string
  readonly failures: number
  /** Milliseconds since 1970. */
  readonly visibleFrom: number
  /**
   * Milliseconds since 1970 by the product's clock.
   * @default - at once
   */
  readonly deliverFrom?: number
}

/** Messages of all queues; they survive a restart. `delayMs`: delay of a message added now, by the product's clock. */
export function openQueuedMessages(
  store: DocumentStore,
  { now }: { readonly now: () => Date } = { now: () => new Date() },
  delayMs = () => 0,
) {
  const kept = store.collection<QueuedMessage>('sqs.queued')
  const additions = new EventEmitter()
  const underWay = new Set<string>()
  const listOf = (queueArn: string) =>
    kept.all().filter((message) => message.queueArn === queueArn && (message.deliverFrom ?? 0) <= now().getTime())
  return {
    underWay,
    /** Emits the queue's ARN after a message was added. */
    additions,
    add: (queueArn: string, body: string): string => {
      const messageId = randomUUID()
      const delay = delayMs()
      const deliverFrom = delay > 0 ? { deliverFrom: now().getTime() + delay } : {}
      kept.put(messageId, { messageId, queueArn, body, failures: 0, visibleFrom: 0, ...deliverFrom })
      additions.emit('added', queueArn)
      return messageId
    },
    put: (message: QueuedMessage): void => kept.put(message.messageId, message),
    remove: ({ messageId }: QueuedMessage): void => kept.delete(messageId),
    /** Without delayed messages. */
    listOf,
    countVisible: (queueArn: string): number =>
      listOf(queueArn).filter(({ messageId, visibleFrom }) => visibleFrom <= Date.now() && !underWay.has(messageId))
        .length,
    releaseDue: (): void => {
      for (const queueArn of new Set(kept.all().map((message) => message.queueArn))) additions.emit('added', queueArn)
    },
  }
}
export type QueuedMessages = ReturnType<typeof openQueuedMessages>

interface SqsStandInOptions {
  readonly queues: readonly DeployedQueue[]
  readonly messages: Pick<QueuedMessages, 'add' | 'listOf' | 'remove'>
  readonly verifyIam?: VerifyIamSignature
  readonly authorizeCall?: AuthorizeCall | undefined
}

interface BatchRequest {
  readonly QueueUrl?: string
  readonly Entries?: readonly { readonly Id: string; readonly MessageBody: string }[]
}

const MAX_MESSAGES = 10
const MAX_BYTES = 1024 * 1024

/**
 * All but #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF, the valid characters documented by
 * SQS.
 */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

const isValid = ({ MessageBody }: { readonly MessageBody: string }): boolean => !FORBIDDEN.test(MessageBody)

interface MoveRequest {
  readonly SourceArn?: string
}

interface ReceiveRequest extends BatchRequest {
  readonly MaxNumberOfMessages?: number
  readonly VisibilityTimeout?: number
  readonly WaitTimeSeconds?: number
}

/** The IAM action, where its name differs from the operation. */
const actions: Readonly<Record<string, string>> = { SendMessageBatch: 'SendMessage' }

const invalidContents = { SenderFault: true, Code: 'InvalidMessageContents', Message: 'Invalid characters found.' }

/** SQS. The product uses SendMessageBatch, operators use the others; Lambda's polling is in queue-pump.ts. */
export function createSqsStandIn({ queues, messages, verifyIam, authorizeCall }: SqsStandInOptions): ServiceStandIn {
  const requireQueue = ({ QueueUrl }: BatchRequest): DeployedQueue => {
    const queue = queues.find(({ url }) => url === QueueUrl)
    if (!queue) {
      throw new StandInServiceError('QueueDoesNotExist', 'The specified queue does not exist.')
    }
    return queue
  }
  const shortlyPolled = new Set<string>()
  const operations = {
    SendMessageBatch(input: BatchRequest) {
      const { arn } = requireQueue(input)
      const { Entries = [] } = input
      checkBatch(Entries)
      const Successful = Entries.filter(isValid).map(({ Id, MessageBody }) => ({
        Id,
        MessageId: messages.add(arn, MessageBody),
        MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
      }))
      const Failed = Entries.filter((entry) => !isValid(entry)).map(({ Id }) => ({ Id, ...invalidContents }))
      return { Successful, Failed }
    },
    ReceiveMessage(input: ReceiveRequest) {
      const { arn } = requireQueue(input)
      const { MaxNumberOfMessages = 1, VisibilityTimeout = 30, WaitTimeSeconds = 0 } = input
      if (VisibilityTimeout !== 0)
        throw new StandInServiceError('UnsupportedOperation', 'Here messages are only looked at.')
      // A short poll queries only some servers: here the first one on a small queue finds nothing.
      if (WaitTimeSeconds === 0 && !shortlyPolled.has(arn)) {
        shortlyPolled.add(arn)
        return {}
      }
      const found = messages.listOf(arn).slice(0, MaxNumberOfMessages)
      return { Messages: found.map(({ messageId, body }) => ({ MessageId: messageId, Body: body })) }
    },
    GetQueueAttributes(input: BatchRequest) {
      const queue = requireQueue(input)
      return { Attributes: describeQueue(queue, messages.listOf(queue.arn).length) }
    },
    StartMessageMoveTask({ SourceArn = '' }: MoveRequest) {
      const source = queues.find(({ deadLetterArn }) => deadLetterArn === SourceArn)
      if (!source)
        throw new StandInServiceError(
          'InvalidParameterValue',
          'Source queue must be configured as a dead letter queue.',
        )
      for (const message of messages.listOf(SourceArn)) {
        messages.remove(message)
        messages.add(source.arn, message.body)
      }
      return { TaskHandle: randomUUID() }
    },
    PurgeQueue(input: BatchRequest) {
      for (const message of messages.listOf(requireQueue(input).arn)) messages.remove(message)
      return {}
    },
  } satisfies Record<string, AwsJsonOperation>
  return {
    answer: (request, response) =>
      answerAwsJsonRequest(request, response, {
        operations,
        admit: (name, body, readInput) => {
          const key = verifyIam?.(request, body)
          authorizeCall?.require({ key, request }, () => {
            const { arn } = requireQueue(castJsonValue<BatchRequest>(readInput()))
            const keyUse = {
              via: 'sqs',
              resource: arn,
              actions: ['GenerateDataKey', 'Decrypt'],
              context: () => ({ 'aws:sqs:arn': arn }),
            } as const
            return [
              { action: `sqs:${actions[name] ?? name}`, resource: arn },
              ...listKeyUses(authorizeCall.customerKeys, keyUse),
            ]
          })
        },
      }),
  }
}

const describeQueue = ({ arn, deadLetterArn }: DeployedQueue, count: number) => ({
  QueueArn: arn,
  ApproximateNumberOfMessages: String(count),
  ...(deadLetterArn && { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadLetterArn }) }),
})

function checkBatch(entries: NonNullable<BatchRequest['Entries']>): void {
  if (entries.length === 0) {
    throw new StandInServiceError('EmptyBatchRequest', 'There should be at least one message in the request.')
  }
  if (entries.length > MAX_MESSAGES) {
    throw new StandInServiceError('TooManyEntriesInBatchRequest', `Maximum number of entries per request are 10.`)
  }
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length) {
    throw new StandInServiceError('BatchEntryIdsNotDistinct', 'Two or more batch entries have the same Id.')
  }
  if (entries.reduce((bytes, { MessageBody }) => bytes + Buffer.byteLength(MessageBody), 0) > MAX_BYTES) {
    throw new StandInServiceError('BatchRequestTooLong', 'Batch requests cannot be longer than 1048576 bytes.')
  }
}
