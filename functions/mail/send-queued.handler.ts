import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { deliver } from './deliver.ts'
import { liveMailServices, type MailServices } from './services.ts'

export const open = liveMailServices

/**
 * Sends what has just been put in the outbox. The table's stream brings the new items; one that cannot be taken now is
 * reported back alone, so that its neighbours are not sent again.
 */
export const withServices = (openServices: () => MailServices) => {
  let services: MailServices | undefined
  return async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    services ??= openServices()
    const batchItemFailures: { itemIdentifier: string }[] = []
    for (const record of Records) {
      const mailId = newMail(record)
      if (mailId && !(await delivered(mailId, services))) {
        batchItemFailures.push({ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' })
      }
    }
    return { batchItemFailures }
  }
}

export const handler = withServices(open)

/** The id of the mail that this record brings, or undefined when it is about something else. */
function newMail({ eventName, dynamodb }: DynamoDBRecord): string | undefined {
  const { mailId, __edb_e__: entity } = dynamodb?.NewImage ?? {}
  return eventName === 'INSERT' && entity?.S === 'mail' ? mailId?.S : undefined
}

async function delivered(mailId: string, services: MailServices): Promise<boolean> {
  try {
    await deliver(mailId, services)
    return true
  } catch (error) {
    // oxlint-disable-next-line no-console -- stdout is the log stream
    console.error({ mailId, fault: error instanceof Error ? error.stack : error })
    return false
  }
}
