import type { NoticeGroup } from '#contract/account-settings'
import type { ClientNotice, MailContent } from '#data/mail'
import type { MailServices } from './services.ts'

const groups: Readonly<Record<ClientNotice['type'], NoticeGroup>> = {
  consultation_scheduled: 'consultations',
  consultation_changed: 'consultations',
  consultation_cancelled: 'consultations',
  invoice: 'files',
  analytics: 'files',
  supplement: 'supplements',
}

interface Written {
  readonly customerId?: string | undefined
  readonly content: MailContent
}

/**
 * Whether a mail is to be sent, as its reader chose by now. Security, receipts and what the reader asked for themselves
 * always are; nobody who is no longer in the practice's files is told anything of a process.
 */
export async function isWanted({ customerId, content }: Written, { data }: MailServices): Promise<boolean> {
  if (content.kind !== 'client-notice' || !customerId) return true
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  if (!customer) return false
  if (!customer.userId) return true
  const { data: user } = await data.users.get({ userId: customer.userId }).go({ consistent: true })
  const gone = user?.status === 'deleted' || user?.status === 'leaving'
  return !gone && user?.notifications?.[groups[content.notice.type]] !== false
}
