import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { immediateAlertAuditActions } from '#contract/alert-actions'
import { practiceNoticeAuditActions } from '#contract/practice-notice-actions'
import type { AuditTraceSource } from '#data/audit-trace'
import { readEnvironment } from '#platform/environment'
import type { QueueMessages, QueueName } from '#platform/queue-messages'
import { createQueueSender } from '#platform/queue-sender'
import { serveEvent } from '#platform/serve-event'
import { tableAccess } from './table-access.ts'

export interface DispatchServices {
  readonly send: <Name extends QueueName>(queue: Name, messages: readonly QueueMessages[Name][]) => Promise<void>
}

export const createLambdaServices = (): DispatchServices => {
  const env = readEnvironment(['MAIL_QUEUE_URL', 'EXPORT_QUEUE_URL', 'HISTORY_QUEUE_URL'])
  const urls: Readonly<Record<QueueName, string>> = {
    mail: env.MAIL_QUEUE_URL,
    exports: env.EXPORT_QUEUE_URL,
    history: env.HISTORY_QUEUE_URL,
  }
  const { send } = createQueueSender()
  return { send: (queue, messages) => send(urls[queue], messages) }
}

interface Change {
  readonly isNew: boolean
  readonly entity: unknown
  readonly item: Readonly<Record<string, unknown>>
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

type Routes = { readonly [Name in QueueName]: (change: Change) => QueueMessages[Name] | undefined }

const mailedActions: readonly string[] = [...immediateAlertAuditActions, ...practiceNoticeAuditActions]

const routes: Routes = {
  mail: ({ isNew, entity, item: { mailId, auditId, createdAt, action } }) => {
    if (isNew && entity === 'mail' && isText(mailId)) return { mailId }
    const isMailed = isNew && entity === 'auditEntry' && mailedActions.includes(String(action))
    return isMailed && isText(auditId) && isText(createdAt) ? { auditId, createdAt } : undefined
  },
  exports: ({ entity, item: { status, customerId, exportId } }) =>
    entity === 'dataExport' && status === 'queued' && isText(customerId) && isText(exportId)
      ? { customerId, exportId }
      : undefined,
  history: ({ isNew, entity, item }) =>
    isNew && entity === 'auditEntry' ? { entry: pickAuditTraceSource(item as unknown as AuditTraceSource) } : undefined,
}

const pickAuditTraceSource = (item: AuditTraceSource): AuditTraceSource => {
  const { auditId, createdAt, action, userId, subjectId, details, address, userAgent } = item
  return { auditId, createdAt, action, userId, subjectId, details, address, userAgent }
}

/**
 * The only reader of the table's stream, which allows two: sends changes to the queues of their consumers. A failed
 * batch is split in two and repeated, so consumers may get a message twice.
 */
export const createLambdaHandler = (openServices: () => DispatchServices) => {
  let services: DispatchServices | undefined
  return serveEvent(tableAccess.dispatch, async ({ Records }: DynamoDBStreamEvent): Promise<void> => {
    services ??= openServices()
    const changes = Records.map(toChange)
    const { send } = services
    await send(
      'mail',
      changes.flatMap((change) => routes.mail(change) ?? []),
    )
    await send(
      'exports',
      changes.flatMap((change) => routes.exports(change) ?? []),
    )
    await send(
      'history',
      changes.flatMap((change) => routes.history(change) ?? []),
    )
  })
}

export const handler = createLambdaHandler(createLambdaServices)

function toChange({ eventName, dynamodb }: DynamoDBRecord): Change {
  const image = unmarshall((dynamodb?.NewImage ?? {}) as Parameters<typeof unmarshall>[0])
  const { __edb_e__: entity, ...item } = image
  return { isNew: eventName === 'INSERT', entity, item }
}
