import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { withTableAccess } from '#data/enforce-table-access'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { immediateAlertAuditActions } from '#contract/alert-actions'
import { type SecurityAlertEntryKey, type SecurityAlertMailServices, queueSecurityAlertMail } from './alert-mails.ts'
import { readEnvironment } from '#platform/environment'
import { deliverQueuedMail } from './deliver.ts'
import { createMailServices, type MailServices } from './services.ts'
import { tableAccess } from './table-access.ts'

type OutboxServices = MailServices & SecurityAlertMailServices

export const createLambdaServices = (): OutboxServices => ({
  ...createMailServices(),
  newId: (prefix) => `${prefix}_${crypto.randomUUID()}`,
  practiceMail: readEnvironment(['PRACTICE_MAIL']).PRACTICE_MAIL,
})

/**
 * Sends newly queued mails, and queues a mail for each audit entry that is a grave alert. Reads the table's stream; a
 * failed record is reported alone, so that its neighbours are not sent twice.
 */
export const createLambdaHandler = (openServices: () => OutboxServices) => {
  let services: OutboxServices | undefined
  return withTableAccess(
    tableAccess['send-queued'],
    async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
      services ??= openServices()
      const batchItemFailures: { itemIdentifier: string }[] = []
      for (const record of Records) {
        if (!(await taken(record, services))) {
          batchItemFailures.push({ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' })
        }
      }
      return { batchItemFailures }
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)

async function taken(record: DynamoDBRecord, services: OutboxServices): Promise<boolean> {
  const mailId = newMail(record)
  const entry = graveEntry(record)
  try {
    if (mailId) await deliverQueuedMail(mailId, services)
    if (entry) await queueSecurityAlertMail(entry, services)
    return true
  } catch (error) {
    // oxlint-disable-next-line no-console -- stdout is the log stream
    console.error({ ...(mailId ? { mailId } : { auditId: entry?.auditId }), fault: formatErrorForLog(error) })
    return false
  }
}

const newItem = ({ eventName, dynamodb: { NewImage = {} } = {} }: DynamoDBRecord, model: string) =>
  eventName === 'INSERT' && NewImage['__edb_e__']?.S === model ? NewImage : undefined

const newMail = (record: DynamoDBRecord): string | undefined => newItem(record, 'mail')?.['mailId']?.S

function graveEntry(record: DynamoDBRecord): SecurityAlertEntryKey | undefined {
  const { auditId, createdAt, action } = newItem(record, 'auditEntry') ?? {}
  if (!auditId?.S || !createdAt?.S || !immediateAlertAuditActions.includes(action?.S ?? '')) return undefined
  return { auditId: auditId.S, createdAt: createdAt.S }
}
