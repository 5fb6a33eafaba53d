import { type PracticeNoticeKind, practiceNoticeKinds } from '#contract/practice-notices'
import type { NoticeWithConsultation } from '../../../functions/mail/practice-notice-emails.ts'
import { consultationInMails, unpricedConsultation } from './contents.ts'

const { startsAt } = consultationInMails

const noticeNames = ['Zacarías Inconfundible', 'Lucía Ferrer', 'María José García de la Torre']

const disputes: readonly PracticeNoticeKind[] = ['dispute-opened', 'dispute-won', 'dispute-lost']
const withoutHour: readonly PracticeNoticeKind[] = ['none-fits', 'withdrawal', 'questionnaire', 'message', ...disputes]
const withSum: readonly PracticeNoticeKind[] = ['payment', 'price-declined', 'refund', 'refund-failed', ...disputes]

export const noticeSamples: readonly NoticeWithConsultation[] = practiceNoticeKinds.map((kind, place) => {
  const hasHour = !withoutHour.includes(kind)
  const isPaid = kind !== 'request' && kind !== 'price-declined'
  const isCancelled = kind === 'cancellation' || kind === 'refund'
  // A price that was declined was never agreed.
  const consultation = kind === 'price-declined' ? unpricedConsultation : consultationInMails
  return {
    notice: {
      kind,
      customerId: `cus_0000000${place}`,
      name: kind === 'withdrawal' ? undefined : noticeNames[place % noticeNames.length],
      startsAt: hasHour ? startsAt : undefined,
      amountCents: withSum.includes(kind) ? 8000 : undefined,
      toConfirm: kind === 'move' ? false : undefined,
      answerBy: kind === 'dispute-opened' ? '2026-12-14T22:59:59.000Z' : undefined,
    },
    isToConfirm: kind === 'request',
    consultation: hasHour ? { ...consultation, isPaid, isCancelled } : undefined,
  }
})
