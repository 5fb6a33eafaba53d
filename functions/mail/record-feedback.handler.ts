import { isConditionFailure, openDatabase, type Database } from '#data/database'
import { createTableConnection } from '#data/table'
import { toEmailAddressId } from '#platform/email-address-id'
import { readEnvironment } from '#platform/environment'
import { log } from '#platform/log'
import { serveEvent } from '#platform/serve-event'
import { recordMetric } from '#platform/metrics'
import { type MailFeedback, readMailFeedback, readAcceptedMailId, type SesEvent } from './feedback.ts'
import { tableAccess } from './table-access.ts'

interface FeedbackServices {
  readonly data: Database
  readonly now: () => Date
}

export const createLambdaServices = (): FeedbackServices => ({
  data: openDatabase(createTableConnection(readEnvironment(['TABLE_NAME']).TABLE_NAME)),
  now: () => new Date(),
})

/** Events come at least once, and sometimes before the sender has recorded the mail as sent. */
export const createLambdaHandler = (openServices: () => FeedbackServices) => {
  let services: FeedbackServices | undefined
  return serveEvent(tableAccess['record-feedback'], async (event: SesEvent): Promise<{ recorded: boolean }> => {
    services ??= openServices()
    const acceptedId = readAcceptedMailId(event)
    if (acceptedId) return { recorded: await recordTaken(acceptedId, services) }
    const feedback = readMailFeedback(event)
    if (!feedback) return { recorded: false }
    if (feedback.status === 'failed') {
      recordMetric('MailFailed')
      log.error('SES refused a mail', {
        mailId: feedback.mailId,
        mail: 'failed',
        refusedBy: 'message',
        unsent: feedback.reason,
      })
    }
    const recorded = feedback.mailId
      ? await recordOnMail({ ...feedback, mailId: feedback.mailId }, services)
      : await recordOnAddress(feedback, services)
    return { recorded }
  })
}

export const handler = createLambdaHandler(createLambdaServices)

async function recordTaken(mailId: string, { data, now }: FeedbackServices): Promise<boolean> {
  const at = now().toISOString()
  try {
    await data.mails
      .patch({ mailId })
      .set({ status: 'sent', sentAt: at, nextAttemptAt: at })
      .where(
        ({ status, attempts }, { eq, gt }) =>
          `${eq(status, 'sending')} OR (${eq(status, 'queued')} AND ${gt(attempts, 0)})`,
      )
      .go()
    return true
  } catch (error) {
    if (isConditionFailure(error)) return false
    throw error
  }
}

async function recordOnMail(
  { mailId, status, reason }: MailFeedback & { readonly mailId: string },
  { data, now }: FeedbackServices,
): Promise<boolean> {
  try {
    await data.mails
      .patch({ mailId })
      .set({ status, lastError: reason, nextAttemptAt: now().toISOString() })
      .where((stored, { eq }) => `${eq(stored.status, 'sent')} OR ${eq(stored.status, 'sending')}`)
      .go()
    return true
  } catch (error) {
    if (isConditionFailure(error)) return false
    throw error
  }
}

/** Cognito sends its codes without our outbox: a refused one gets an outbox item here. */
async function recordOnAddress(
  { status, reason, messageId, to, sentAt }: MailFeedback,
  { data, now }: FeedbackServices,
): Promise<boolean> {
  if (status === 'failed') return false
  const { data: holding } = await data.clientAddresses.get({ email: to }).go()
  try {
    await data.mails
      .create({
        mailId: `mai_${messageId.replaceAll(/[^\w-]/g, '-')}`,
        to,
        customerId: holding?.customerId ?? toEmailAddressId(to),
        content: { kind: 'account-code' },
        status,
        attempts: 1,
        lastError: reason,
        sentAt,
        nextAttemptAt: now().toISOString(),
        createdAt: sentAt,
      })
      .go()
    return true
  } catch (error) {
    if (isConditionFailure(error)) return false
    throw error
  }
}
