import type { NotificationGroup } from '#contract/account-settings'
import type { ClientNotificationTemplateData, MailTemplateData } from '#data/mail'
import { findPendingSignUp } from '../account/public/email-proof.ts'
import type { MailServices } from './services.ts'

const groups: Readonly<Record<ClientNotificationTemplateData['type'], NotificationGroup>> = {
  consultation_scheduled: 'consultations',
  consultation_changed: 'consultations',
  consultation_cancelled: 'consultations',
  consultation_lapsed: 'consultations',
  invoice: 'files',
  analytics: 'files',
  supplement: 'supplements',
}

interface Written {
  readonly to: string
  readonly customerId?: string | undefined
  readonly content: MailTemplateData
}

/**
 * According to the reader's current choice. Security mails, receipts and requested mails are always sent. Notices about
 * a process are not sent to former clients, nor about a consultation that has changed since: a later mail reports that
 * and may have arrived first.
 */
export async function isMailStillWanted(mail: Written, services: MailServices): Promise<boolean> {
  const { to, customerId, content } = mail
  if (content.kind === 'verification') return (await findPendingSignUp(to, services.data))?.state === 'unproven'
  return content.kind !== 'client-notice' || !customerId || isNoticeWanted(customerId, content.notice, services)
}

async function isNoticeWanted(
  customerId: string,
  notice: ClientNotificationTemplateData,
  { data }: MailServices,
): Promise<boolean> {
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (!customer) return false
  if (await isOutdated(customerId, notice, data)) return false
  if (!customer.userId) return true
  const { data: user } = await data.users.get({ userId: customer.userId }).go()
  const gone = user?.status === 'deleted' || user?.status === 'leaving'
  return !gone && user?.notifications?.[groups[notice.type]] !== false
}

async function isOutdated(
  customerId: string,
  notice: ClientNotificationTemplateData,
  data: MailServices['data'],
): Promise<boolean> {
  if (!('consultation' in notice)) return false
  const { consultationId, sequence } = notice.consultation
  const { data: stored } = await data.consultations.get({ customerId, consultationId }).go()
  return stored !== null && stored.sequence > sequence
}
