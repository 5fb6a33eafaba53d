import { formatRulesOfAbsence, formatRulesOfConsultation } from '#contract/cancellation-sentences'
import { consultationInMails } from './contents.ts'

const purchasedAt = '2026-11-21T09:00:00.000Z'
const { startsAt } = consultationInMails

interface RulesIn {
  /** @default - no hour chosen yet */
  readonly startsAt?: string
  readonly isPaid?: boolean
  readonly now?: string
}

const rulesOf = ({ startsAt: hour, isPaid = true, now = purchasedAt }: RulesIn) =>
  formatRulesOfConsultation({
    now,
    startsAt: hour,
    ...(isPaid && { payment: { purchasedAt, leftCents: 8000 } }),
    noShowRule: 'lost',
  })

export const rulesOfReminder = (now: Date) => rulesOf({ startsAt, now: now.toISOString() })

const ofHour = rulesOf({ startsAt })
const ofUnpaid = rulesOf({ startsAt, isPaid: false })
const ofChoice = rulesOf({})
const ofAbsence = formatRulesOfAbsence({ now: startsAt, payment: { purchasedAt, leftCents: 8000 }, noShowRule: 'lost' })

export const rulesOfSamples: Readonly<Record<string, ReturnType<typeof rulesOf>>> = {
  receipt: ofHour,
  'receipt-unverified': ofHour,
  'receipt-proposals': ofChoice,
  'receipt-invite': ofChoice,
  'receipt-none-free': ofChoice,
  'slot-proposals': ofChoice,
  'slot-proposals-none-free': ofChoice,
  'freed-hour': ofUnpaid,
  'client-notice-consultation-scheduled': ofUnpaid,
  'client-notice-consultation-changed': ofUnpaid,
  'client-notice-consultation-priced': ofUnpaid,
  'client-notice-consultation-missed': ofAbsence,
  'client-notice-consultation-scheduled-request': ofUnpaid,
  'client-notice-consultation-changed-request': ofUnpaid,
}
