import type { AuditAction } from './audit.ts'
import type { PracticeNoticeKind } from './practice-notices.ts'

/** Without actions of the practice itself, and those that accompany another entry. */
export const practiceNoticeKindByAuditAction = {
  PAYMENT_COMPLETED: 'payment',
  CONSULTATION_REQUESTED: 'request',
  CONSULTATION_MOVED: 'move',
  CONSULTATION_CANCELLED: 'cancellation',
  CONSULTATION_PRICE_ANSWERED: 'price-declined',
  SLOT_PROPOSAL_CHOSEN: 'choice',
  PAID_HOUR_CHOSEN: 'choice',
  BUDGET_HOUR_CHOSEN: 'choice',
  FREED_HOUR_TAKEN: 'choice',
  SLOT_PROPOSALS_REFUSED: 'none-fits',
  REFUND_REQUESTED: 'refund',
  REFUND_FAILED: 'refund-failed',
  DISPUTE_OPENED: 'dispute-opened',
  DISPUTE_WON: 'dispute-won',
  DISPUTE_LOST: 'dispute-lost',
  WITHDRAWAL_REQUESTED: 'withdrawal',
  QUESTIONNAIRE_SAVED: 'questionnaire',
  MESSAGE_SENT: 'message',
} as const satisfies Partial<Record<AuditAction, PracticeNoticeKind>>

export const practiceNoticeAuditActions: readonly string[] = Object.keys(practiceNoticeKindByAuditAction)
