import type { NotificationGroup } from '#contract/account-settings'
import { HIGHEST_SORT_KEY } from '#data/pagination'
import type { ClientNotificationTemplateData, MailConsultationDetails, MailTemplateData, PanelNews } from '#data/mail'
import { waitsForPriceAnswer } from '#data/consultation-queries'
import { isOfferRunning } from '#data/waiting-list-queries'
import { readPracticeNoticeReader } from '#data/practice-notice-queries'
import { findPracticeNoticesOfMail, isMailedAlways, type PracticeNoticeMail } from './practice-notices-of-mail.ts'
import { isEmailAwaitingProof } from '../account/public/email-proof.ts'
import type { MailServices } from './services.ts'

const groups: Readonly<Record<ClientNotificationTemplateData['type'], NotificationGroup>> = {
  consultation_scheduled: 'consultations',
  consultation_changed: 'consultations',
  consultation_priced: 'consultations',
  consultation_cancelled: 'consultations',
  consultation_lapsed: 'consultations',
  consultation_missed: 'consultations',
  invoice: 'files',
  analytics: 'files',
  supplement: 'supplements',
  summary: 'consultations',
  message: 'messages',
  analysis: 'files',
  analysis_corrected: 'files',
  budget: 'consultations',
  'budget-part': 'consultations',
}

interface Written {
  readonly to: string
  readonly customerId?: string | undefined
  readonly content: MailTemplateData
}

/** Sent whatever has happened since: security mails, receipts, requested mails and what the law asks for. */
type AlwaysRelevant =
  | 'account-code'
  | 'account-deactivated'
  | 'account-gone'
  | 'account-imported'
  | 'deletion-requested'
  | 'email-change-refused'
  | 'existing-owner'
  | 'google-linked'
  | 'guardian-request'
  | 'health-consent-withdrawn'
  | 'health-withdrawal-registered'
  | 'mfa-changed'
  | 'new-device'
  | 'opening-questioned'
  | 'password-changed'
  | 'proposal-outcome'
  | 'receipt'
  | 'recovery-code-used'
  | 'refund'
  | 'refund-failed'
  | 'security-alert'
  | 'sign-in-link'
  | 'test'
  | 'withdrawal-received'
  | 'withdrawal-requested'
  | 'withdrawals-digest'

type Checked = Exclude<MailTemplateData['kind'], AlwaysRelevant>

/** A record, so that a kind on neither list does not compile; the other list is a type, which costs no bytes. */
const checked: Readonly<Record<Checked, true>> = {
  'client-notice': true,
  'freed-hour': true,
  'legal-announcement': true,
  'payment-failed': true,
  'practice-digest': true,
  'practice-notice': true,
  reminder: true,
  'slot-proposals': true,
  verification: true,
}

const isChecked = (content: MailTemplateData): content is Extract<MailTemplateData, { readonly kind: Checked }> =>
  content.kind in checked

/**
 * By the reader's present choice. Notices about a process are not sent to former clients, nor about a consultation that
 * has changed since: a later mail reports that and may have arrived first.
 */
export async function isMailStillRelevant(
  { to, customerId, content }: Written,
  services: MailServices,
): Promise<boolean> {
  if (!isChecked(content)) return true
  if (content.kind === 'verification') return isEmailAwaitingProof(to, services.data)
  if (content.kind === 'payment-failed') return isOrderUnpaid(content.orderId, services)
  if (content.kind === 'legal-announcement') return isAccountOpen(content.userId, services)
  if (content.kind === 'slot-proposals') return isOrderWaiting(content.orderId, services)
  if (content.kind === 'practice-notice' || content.kind === 'practice-digest')
    return isPracticeNoticeWanted(content, services)
  if (!customerId) return true
  if (content.kind === 'reminder') return isReminderWanted(customerId, content.consultation, services)
  if (content.kind === 'freed-hour') return isOfferWanted(customerId, content.startsAt, services)
  return isNoticeWanted(customerId, content.notice, services)
}

async function isPracticeNoticeWanted(content: PracticeNoticeMail, { data }: MailServices): Promise<boolean> {
  const [{ data: user }, { mail }] = await Promise.all([
    data.users.get({ userId: content.userId }).go(),
    readPracticeNoticeReader(data, content.userId),
  ])
  if (user?.role !== 'administrador' || user.status !== 'active') return false
  const notices = await findPracticeNoticesOfMail(content, data)
  const [notice] = notices
  if (mail === 'never' && !(content.kind === 'practice-notice' && notice && isMailedAlways(notice.kind))) return false
  if (content.kind === 'practice-digest') return notices.length > 0
  return notice !== undefined && (notice.kind !== 'message' || !(await isThreadRead(notice.customerId, data)))
}

async function isThreadRead(customerId: string, data: MailServices['data']): Promise<boolean> {
  const { data: thread } = await data.messageThreads.get({ customerId }).go()
  return !thread || (thread.seenByPractice ?? '') >= (thread.lastByClientAt ?? '')
}

async function isReminderWanted(
  customerId: string,
  { consultationId, startsAt }: MailConsultationDetails,
  { data }: MailServices,
): Promise<boolean> {
  const { data: stored } = await data.consultations.get({ customerId, consultationId }).go()
  const isAgreed = stored?.status === 'scheduled' && !stored.toConfirm && stored.startsAt === startsAt
  return isAgreed && isGroupWanted(customerId, 'reminders', data)
}

async function isOfferWanted(customerId: string, startsAt: string, { data, now }: MailServices): Promise<boolean> {
  const { data: entry } = await data.waitingListEntries.get({ customerId }).go({ consistent: true })
  const isOffered = entry?.offeredStart === startsAt && isOfferRunning(entry, now())
  return isOffered && isGroupWanted(customerId, 'consultations', data)
}

/** Whoever has closed the account since is bound by no new terms. */
const isAccountOpen = async (userId: string, { data }: MailServices): Promise<boolean> =>
  (await data.users.get({ userId }).go()).data?.status === 'active'

const isOrderUnpaid = async (orderId: string, { data }: MailServices): Promise<boolean> =>
  (await data.orders.get({ orderId }).go()).data?.status === 'failed'

async function isOrderWaiting(orderId: string, { data }: MailServices): Promise<boolean> {
  const { data: order } = await data.orders.get({ orderId }).go()
  if (!order?.customerId) return false
  return (await data.ordersToSchedule.get({ customerId: order.customerId, orderId }).go()).data !== null
}

async function isNoticeWanted(
  customerId: string,
  notice: ClientNotificationTemplateData,
  { data }: MailServices,
): Promise<boolean> {
  if (!('consultation' in notice)) return (await filterWantedNotices(customerId, notice, data)) !== undefined
  return !(await isOutdated(customerId, notice, data)) && isGroupWanted(customerId, groups[notice.type], data)
}

type PanelNewsNotice = Exclude<ClientNotificationTemplateData, { readonly consultation: MailConsultationDetails }>

export async function filterWantedNotices(
  customerId: string,
  { more = [], ...first }: PanelNewsNotice,
  data: MailServices['data'],
): Promise<PanelNewsNotice | undefined> {
  const present = await withoutRemovedFiles(customerId, [first, ...more], data)
  const news = await withoutReadMessages(customerId, present, data)
  const asked = [...new Set(news.map(({ type }) => groups[type]))]
  const answers = await Promise.all(asked.map((group) => isGroupWanted(customerId, group, data)))
  const wanted = asked.filter((_, index) => answers[index])
  const [one, ...others] = news.filter(({ type }) => wanted.includes(groups[type]))
  return one && { ...one, ...(others.length > 0 && { more: others }) }
}

const fileIdOf = (news: PanelNews): string | undefined => ('fileId' in news ? news.fileId : undefined)

async function withoutRemovedFiles(
  customerId: string,
  news: readonly PanelNews[],
  { clientFiles }: MailServices['data'],
): Promise<readonly PanelNews[]> {
  const fileIds = [...new Set(news.map(fileIdOf).filter((fileId) => fileId !== undefined))]
  if (fileIds.length === 0) return news
  const { data: found } = await clientFiles.get(fileIds.map((fileId) => ({ customerId, fileId }))).go()
  const present = new Set(found.map(({ fileId }) => fileId))
  return news.filter((each) => present.has(fileIdOf(each) ?? '') || fileIdOf(each) === undefined)
}

async function withoutReadMessages(
  customerId: string,
  news: readonly PanelNews[],
  data: MailServices['data'],
): Promise<readonly PanelNews[]> {
  if (!news.some(({ type }) => type === 'message')) return news
  const { data: thread } = await data.messageThreads.get({ customerId }).go()
  // A missing thread was erased after the client withdrew consent.
  const seen = thread ? (thread.seenByClient ?? '') : HIGHEST_SORT_KEY
  return news.filter((each) => each.type !== 'message' || each.sentAt > seen)
}

async function isGroupWanted(
  customerId: string,
  group: NotificationGroup,
  data: MailServices['data'],
): Promise<boolean> {
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (!customer) return false
  if (!customer.userId) return true
  const { data: user } = await data.users.get({ userId: customer.userId }).go()
  const gone = user?.status === 'deleted' || user?.status === 'leaving'
  return !gone && user?.notifications?.[group] !== false
}

async function isOutdated(
  customerId: string,
  notice: ClientNotificationTemplateData,
  data: MailServices['data'],
): Promise<boolean> {
  if (!('consultation' in notice) || notice.stands) return false
  const { consultationId, sequence } = notice.consultation
  const { data: stored } = await data.consultations.get({ customerId, consultationId }).go()
  if (!stored) return false
  const isAnswered = notice.type === 'consultation_priced' && !waitsForPriceAnswer(stored)
  return isAnswered || stored.sequence > sequence
}
