import { ElectroError, type EntityItem } from 'electrodb'
import { isConditionFailure } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { MailTemplateData } from '#data/mail'
import { findPresentCustomer } from '#data/present-customers'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { recordMetric } from '#platform/metrics'
import { composeMimeMessage } from './message.ts'
import { findMailRefuser, type MailRefuser } from './refuser.ts'
import type { MailServices } from './services.ts'
import { isMailStillRelevant } from './is-wanted.ts'
import { computeUsefulUntil } from './usefulness.ts'

type Mail = EntityItem<TableEntities['mails']>

const LEASE_MINUTES = 2

/** Pauses after each failed attempt to compose or send this mail. After the last one it has failed. */
const MESSAGE_PAUSES_MINUTES = [1, 5, 15, 60, 240, 720]

/** Pauses after each refusal of the service; the last one repeats without limit. */
const SERVICE_PAUSES_MINUTES = [1, 5, 15, 60]

export type MailDelivery = 'sent' | 'ended' | MailRefuser | 'not-taken'

/**
 * Sends a queued mail once: senders claim it by a conditional write. A refusal reschedules it with the reason, or ends
 * it, and never touches the change that caused the mail. An unwanted or outdated mail is marked and not sent.
 */
export async function deliverQueuedMail(mailId: string, services: MailServices): Promise<MailDelivery> {
  const mail = await leaseMail(mailId, services)
  if (!mail) return 'not-taken'
  const { now } = services
  const content = mail.content as MailTemplateData
  const usefulUntil = computeUsefulUntil(content, mail.createdAt)
  if (usefulUntil !== undefined && usefulUntil <= now().toISOString()) {
    log.info('a mail came too late to be useful', { mailId, mail: 'expired', kind: content.kind })
    recordMetric('MailExpired')
    return end(mail, 'expired', services)
  }
  let message: Buffer
  try {
    if (!(await isMailStillRelevant({ ...mail, content }, services))) return await end(mail, 'skipped', services)
    message = await composeMimeMessage(mail, services)
  } catch (error) {
    // Table or bucket did not answer: temporary, like SES not answering.
    const isOfAws = error instanceof ElectroError || (error instanceof Error && '$metadata' in error)
    return refused(mail, { error, by: isOfAws ? 'service' : 'message' }, services)
  }
  try {
    await services.send(message, mailId)
  } catch (error) {
    return refused(mail, { error, by: findMailRefuser(error) }, services)
  }
  await recordOutcome(mail, { status: 'sent', sentAt: now().toISOString() }, services)
  if (content.kind === 'receipt') recordMetric('ReceiptSent')
  return 'sent'
}

async function readDueMail(mailId: string, at: Date, data: MailServices['data']): Promise<Mail | undefined> {
  const { data: mail } = await data.mails.get({ mailId }).go()
  const free = mail?.status === 'queued' || mail?.status === 'sending'
  return mail && free && mail.nextAttemptAt <= at.toISOString() ? mail : undefined
}

async function leaseMail(mailId: string, { data, now }: MailServices): Promise<Mail | undefined> {
  const at = now()
  const mail = await readDueMail(mailId, at, data)
  if (!mail) return undefined
  const reader = await findPresentReader(mail, data)
  const to = reader?.email ?? mail.to
  try {
    const lease = new Date(at.getTime() + LEASE_MINUTES * 60_000).toISOString()
    await data.mails
      .patch({ mailId })
      .set({ status: 'sending', attempts: mail.attempts + 1, nextAttemptAt: lease, to })
      .where((stored, { eq }) => `${eq(stored.status, mail.status)} AND ${eq(stored.attempts, mail.attempts)}`)
      .go()
    const customerId = reader?.customerId ?? mail.customerId
    return { ...mail, status: 'sending', attempts: mail.attempts + 1, to, ...(customerId && { customerId }) }
  } catch (error) {
    if (isConditionFailure(error)) return undefined
    throw error
  }
}

/** Kinds that go to the address in the client's record, which may have been corrected while the mail waited. */
const toClientOfRecord: ReadonlySet<MailTemplateData['kind']> = new Set(['client-notice', 'freed-hour', 'reminder'])

const findPresentReader = async ({ customerId, content }: Mail, data: MailServices['data']) =>
  customerId && toClientOfRecord.has((content as MailTemplateData).kind)
    ? findPresentCustomer(customerId, data)
    : undefined

async function refused(
  mail: Mail,
  { error, by }: { readonly error: unknown; readonly by: MailRefuser },
  services: MailServices,
): Promise<MailRefuser> {
  const { mailId, attempts } = mail
  const lastError = error instanceof Error ? error.name : 'unknown'
  const failures = (mail.failures ?? 0) + (by === 'message' ? 1 : 0)
  const pause = pauseAfter({ attempts, failures }, by)
  const line = { mailId, attempts, refusedBy: by, unsent: formatErrorForLog(error) }
  if (pause === undefined && by === 'message') {
    log.error('a mail failed', { ...line, mail: 'failed' })
    recordMetric('MailFailed')
    await end(mail, 'failed', services, lastError)
    return by
  }
  log.warn('a mail was refused', line)
  if (pause === undefined) {
    await end(mail, 'bounced', services, lastError)
    return by
  }
  const nextAttemptAt = new Date(services.now().getTime() + pause * 60_000).toISOString()
  await recordOutcome(mail, { status: 'queued', failures, lastError, nextAttemptAt }, services)
  return by
}

function pauseAfter({ attempts, failures }: { attempts: number; failures: number }, by: MailRefuser) {
  if (by === 'recipient') return undefined
  if (by === 'message') return MESSAGE_PAUSES_MINUTES[failures - 1]
  return SERVICE_PAUSES_MINUTES[attempts - 1] ?? SERVICE_PAUSES_MINUTES.at(-1)
}

async function end(
  mail: Mail,
  status: 'skipped' | 'expired' | 'failed' | 'bounced',
  services: MailServices,
  lastError?: string,
): Promise<'ended'> {
  const nextAttemptAt = services.now().toISOString()
  await recordOutcome(mail, { status, nextAttemptAt, ...(lastError !== undefined && { lastError }) }, services)
  return 'ended'
}

async function recordOutcome(mail: Mail, outcome: Partial<Mail>, { data }: MailServices): Promise<void> {
  try {
    await data.mails
      .patch({ mailId: mail.mailId })
      .set({ nextAttemptAt: mail.nextAttemptAt, ...outcome })
      .where((stored, { eq }) => `${eq(stored.attempts, mail.attempts)} AND ${eq(stored.status, 'sending')}`)
      .go()
  } catch (error) {
    if (!isConditionFailure(error)) throw error
    log.info('a mail was settled meanwhile', {
      mailId: mail.mailId,
      attempts: mail.attempts,
      overtaken: outcome.status,
    })
  }
}
