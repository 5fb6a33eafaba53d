import type { SQSEvent } from 'aws-lambda'
import { type SecurityAlertEntryKey, type SecurityAlertMailServices, queueSecurityAlertMail } from './alert-mails.ts'
import { queuePracticeNotice } from './practice-notices.ts'
import { readEnvironment } from '#platform/environment'
import { takeQueueMessages } from '#platform/queue-messages'
import { serveEvent } from '#platform/serve-event'
import { deliverQueuedMail } from './deliver.ts'
import { createMailServices, type MailServices } from './services.ts'
import { tableAccess } from './table-access.ts'

type OutboxServices = MailServices & SecurityAlertMailServices

export const createLambdaServices = (): OutboxServices => ({
  ...createMailServices(),
  newId: (prefix) => `${prefix}_${crypto.randomUUID()}`,
  practiceMail: readEnvironment(['PRACTICE_MAIL']).PRACTICE_MAIL,
})

async function queueMailsOfEntry(entry: SecurityAlertEntryKey, services: OutboxServices): Promise<void> {
  await queueSecurityAlertMail(entry, services)
  await queuePracticeNotice(entry, services)
}

export const createLambdaHandler = (openServices: () => OutboxServices) => {
  let services: OutboxServices | undefined
  return serveEvent(tableAccess['send-queued'], (event: SQSEvent) => {
    services ??= openServices()
    const opened = services
    return takeQueueMessages('mail', event, (message) =>
      'mailId' in message ? deliverQueuedMail(message.mailId, opened) : queueMailsOfEntry(message, opened),
    )
  })
}

export const handler = createLambdaHandler(createLambdaServices)
