import { computeAnnouncementEnd } from '#contract/legal-announcements'
import type { ClientNotificationTemplateData, MailTemplateData } from '#data/mail'
import { LATEST_DAY_REMINDER_HOURS } from '../consultations/public/reminder-times.ts'
import { EMAIL_VERIFICATION_LINK_DAYS, ONE_TIME_LINK_DAYS, SIGN_IN_UNLOCK_LINK_HOURS } from '#platform/one-time-link'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOTICE_DAYS = 7

/**
 * Days for which a mail is useful: one with a link as long as the link works, a notice for a week. Null: sent however
 * late, because it is about money or required by law (acknowledged withdrawals, RDL 1/2007; answers to requests, GDPR,
 * article 12). Reminders, freed hours, legal announcements and appointments have ends of their own (`computeUsefulUntil`).
 */
const usefulDays: Readonly<Record<MailTemplateData['kind'], number | null>> = {
  receipt: null,
  refund: null,
  'refund-failed': null,
  'payment-failed': null,
  'withdrawal-requested': null,
  'withdrawal-received': null,
  'withdrawals-digest': null,
  'deletion-requested': null,
  'health-consent-withdrawn': null,
  'health-withdrawal-registered': null,
  'opening-questioned': null,
  'proposal-outcome': null,
  verification: EMAIL_VERIFICATION_LINK_DAYS,
  'sign-in-link': SIGN_IN_UNLOCK_LINK_HOURS / 24,
  'account-deactivated': ONE_TIME_LINK_DAYS,
  'guardian-request': ONE_TIME_LINK_DAYS,
  'account-imported': ONE_TIME_LINK_DAYS,
  'legal-announcement': null,
  reminder: 1,
  'freed-hour': 1,
  'client-notice': NOTICE_DAYS,
  'slot-proposals': NOTICE_DAYS,
  'existing-owner': NOTICE_DAYS,
  'new-device': NOTICE_DAYS,
  'password-changed': NOTICE_DAYS,
  'google-linked': NOTICE_DAYS,
  'mfa-changed': NOTICE_DAYS,
  'recovery-code-used': NOTICE_DAYS,
  'email-change-refused': NOTICE_DAYS,
  'account-gone': NOTICE_DAYS,
  'practice-notice': NOTICE_DAYS,
  'practice-digest': NOTICE_DAYS,
  'security-alert': NOTICE_DAYS,
  'account-code': 0,
  test: NOTICE_DAYS,
}

const appointments: readonly ClientNotificationTemplateData['type'][] = [
  'consultation_scheduled',
  'consultation_changed',
]

function computeReminderEnd({ before, consultation }: Extract<MailTemplateData, { kind: 'reminder' }>): string {
  const hours = before === 'day' ? LATEST_DAY_REMINDER_HOURS : 0
  return new Date(Date.parse(consultation.startsAt) - hours * HOUR_MS).toISOString()
}

/** @returns ISO instant; undefined when it is always sent */
export function computeUsefulUntil(content: MailTemplateData, createdAt: string): string | undefined {
  if (content.kind === 'client-notice' && 'consultation' in content.notice) {
    const { type, consultation } = content.notice
    if (appointments.includes(type)) return consultation.startsAt
  }
  if (content.kind === 'reminder') return computeReminderEnd(content)
  if (content.kind === 'freed-hour') return content.until
  if (content.kind === 'legal-announcement') return computeAnnouncementEnd(content)
  const days = usefulDays[content.kind]
  return days === null ? undefined : new Date(Date.parse(createdAt) + days * DAY_MS).toISOString()
}
