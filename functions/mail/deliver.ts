import type { EntityItem } from 'electrodb'
import { isConditionFailure } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { MailTemplateData } from '#data/mail'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { composeMimeMessage } from './message.ts'
import type { MailServices } from './services.ts'
import { isMailStillWanted } from './is-wanted.ts'

type Mail = EntityItem<TableEntities['mails']>

const LEASE_MINUTES = 2

/** Wait after the first, second, … failure. After the last the mail counts as failed. */
const PAUSES_MINUTES = [1, 5, 15, 60, 240, 720]

/**
 * Sends a queued mail once: senders claim it by a conditional write. A failure reschedules it with the reason and never
 * touches the change that caused the mail. A mail that its reader has opted out of is marked and not sent.
 */
export async function deliverQueuedMail(mailId: string, services: MailServices): Promise<void> {
  const mail = await leaseMail(mailId, services)
  if (!mail) return
  try {
    if (!(await isMailStillWanted({ ...mail, content: mail.content as MailTemplateData }, services))) {
      await recordOutcome(mail, { status: 'skipped' }, services)
      return
    }
    await services.send(await composeMimeMessage(mail, services))
  } catch (error) {
    await scheduleRetry(mail, error, services)
    return
  }
  await recordOutcome(mail, { status: 'sent', sentAt: services.now().toISOString() }, services)
}

async function leaseMail(mailId: string, { data, now }: MailServices): Promise<Mail | undefined> {
  const at = now()
  const { data: mail } = await data.mails.get({ mailId }).go()
  const free = mail?.status === 'queued' || mail?.status === 'sending'
  if (!mail || !free || mail.nextAttemptAt > at.toISOString()) return undefined
  try {
    const lease = new Date(at.getTime() + LEASE_MINUTES * 60_000).toISOString()
    await data.mails
      .patch({ mailId })
      .set({ status: 'sending', attempts: mail.attempts + 1, nextAttemptAt: lease })
      .where((stored, { eq }) => `${eq(stored.status, mail.status)} AND ${eq(stored.attempts, mail.attempts)}`)
      .go()
    return { ...mail, status: 'sending', attempts: mail.attempts + 1 }
  } catch (error) {
    if (isConditionFailure(error)) return undefined
    throw error
  }
}

function scheduleRetry(mail: Mail, error: unknown, services: MailServices): Promise<void> {
  // oxlint-disable-next-line no-console -- stdout is the log stream
  console.warn({ mailId: mail.mailId, attempts: mail.attempts, unsent: formatErrorForLog(error) })
  const pause = PAUSES_MINUTES[mail.attempts - 1]
  const lastError = error instanceof Error ? error.name : 'unknown'
  if (pause === undefined) return recordOutcome(mail, { status: 'failed', lastError }, services)
  const nextAttemptAt = new Date(services.now().getTime() + pause * 60_000).toISOString()
  return recordOutcome(mail, { status: 'queued', lastError, nextAttemptAt }, services)
}

async function recordOutcome(mail: Mail, outcome: Partial<Mail>, { data }: MailServices): Promise<void> {
  await data.mails
    .patch({ mailId: mail.mailId })
    .set({ nextAttemptAt: mail.nextAttemptAt, ...outcome })
    .where(({ attempts }, { eq }) => eq(attempts, mail.attempts))
    .go()
}
