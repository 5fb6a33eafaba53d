import type { AnnouncedDocument } from '#contract/legal-announcements'
import type { HealthWithdrawalRequest } from '#contract/health-consent'
import { mailStatuses } from '#contract/mail-statuses'
import type { RecordOpeningQuestion, RecordOpening } from '#contract/record-openings'
import type { RefundReason } from '#contract/refunds'
import { Entity, type EntityConfiguration } from 'electrodb'
import type { ImmediateAlertType } from '#contract/alert-actions'
import { tableIndexes } from './table.ts'

/** `sequence` counts the changes, as calendars require (RFC 5545). */
export interface MailConsultationDetails {
  readonly consultationId: string
  readonly startsAt: string
  readonly durationMinutes: number
  readonly type: string
  readonly sequence: number
  readonly toConfirm?: boolean
  readonly lapsesAt?: string
  /** Missing without an agreed price, and in mails from before November 2026. */
  readonly priceCents?: number
  readonly isPaid?: boolean
  /** Included in a budget. */
  readonly isIncluded?: boolean
  readonly proposedPriceCents?: number
}

export type ReminderLeadTime = 'day' | 'hour'

export type ClientNotificationTemplateData =
  | {
      readonly type:
        | 'consultation_scheduled'
        | 'consultation_changed'
        | 'consultation_priced'
        | 'consultation_cancelled'
        | 'consultation_lapsed'
        | 'consultation_missed'
      readonly consultation: MailConsultationDetails
      /** Sent although the consultation has changed since: another mail tells the change. */
      readonly stands?: boolean
    }
  | (PanelNews & { readonly more?: readonly PanelNews[] })

/** New items in a client's panel. */
export type PanelNews =
  /** `fileId`: skipped once the file is removed; missing in mails from before December 2026. */
  | { readonly type: 'invoice' | 'analytics'; readonly fileName: string; readonly fileId?: string }
  | { readonly type: 'supplement'; readonly supplementName: string }
  | { readonly type: 'summary' }
  /** `sentAt`: skipped once the message is read. */
  | { readonly type: 'message'; readonly sentAt: string }
  | { readonly type: 'analysis' | 'analysis_corrected' }
  | { readonly type: 'budget' | 'budget-part' }

/** Purpose of a failed payment. A held hour is lost; a booked consultation and a budget wait for another payment. */
export type FailedPaymentPurpose =
  | { readonly of: 'purchase'; readonly lostHour?: LostHour }
  | { readonly of: 'booked-consultation' }
  | { readonly of: 'budget-part'; readonly isOpen: boolean }

interface LostHour {
  readonly startsAt: string
  readonly durationMinutes: number
  /** The hour had passed when the bank refused. */
  readonly isOver: boolean
}

/** Data for the text of a mail. No health data: mail is not encrypted. */
export type MailTemplateData =
  | { readonly kind: 'receipt'; readonly orderId: string; readonly name: string; readonly invite: boolean }
  | {
      readonly kind: 'refund'
      /** Read when it is sent. */
      readonly name?: string
      readonly concept: string
      readonly amountCents: number
      /** Of less than what was paid. */
      readonly isPartial?: true
      /** @default `unproven`, for mails queued until November 2026 */
      readonly reason?: RefundReason
      readonly refundId?: string
      /** Missing in mails from before December 2026, as below; its consultation is read when the mail is sent. */
      readonly orderId?: string
      /** Cancelled with the refund; no other mail tells it. */
      readonly cancelledConsultationId?: string
    }
  | {
      readonly kind: 'refund-failed'
      /** Read when it is sent. */
      readonly name?: string
      readonly concept: string
      readonly amountCents: number
      readonly customerId: string
      readonly orderId?: string
      readonly reader: 'client' | 'practice'
    }
  /** The bank refused a pending payment. */
  | ({
      readonly kind: 'payment-failed'
      /** Read when sent, like the consultation, which stays booked. */
      readonly name?: string
      readonly concept: string
      readonly amountCents: number
      readonly orderId: string
    } & FailedPaymentPurpose)
  | { readonly kind: 'existing-owner'; readonly name: string; readonly product?: string }
  | { readonly kind: 'verification'; readonly wish: 'verify' | 'reset' | 'paid' }
  | { readonly kind: 'new-device'; readonly name: string; readonly device: string; readonly at: string }
  | { readonly kind: 'password-changed'; readonly name: string; readonly at: string }
  | { readonly kind: 'google-linked'; readonly name: string; readonly at: string }
  | { readonly kind: 'mfa-changed'; readonly name: string; readonly change: 'enabled' | 'disabled' }
  | { readonly kind: 'recovery-code-used'; readonly name: string; readonly left: number }
  | {
      readonly kind: 'reminder'
      readonly name: string
      readonly before: ReminderLeadTime
      readonly consultation: MailConsultationDetails
    }
  | { readonly kind: 'client-notice'; readonly name: string; readonly notice: ClientNotificationTemplateData }
  | {
      readonly kind: 'account-deactivated'
      readonly name: string
      readonly userId: string
      readonly deactivatedAt: string
    }
  | {
      readonly kind: 'deletion-requested'
      readonly name: string
      readonly userId: string
      readonly leavingSince: string
    }
  /** A new edition of the legal texts (`LegalAnnouncement`), to somebody with an account. */
  | {
      readonly kind: 'legal-announcement'
      readonly name: string
      readonly userId: string
      readonly documents: readonly AnnouncedDocument[]
      readonly appliesFrom: string
      readonly changes: readonly string[]
    }
  | {
      readonly kind: 'guardian-request'
      readonly userId: string
      readonly requestId: string
    }
  /** To the practice. */
  | {
      readonly kind: 'health-consent-withdrawn'
      readonly customerId: string
      readonly requestedAt: string
      /** Missing where the client did it in the panel. */
      readonly asked?: HealthWithdrawalRequest
    }
  /** To the client, and to the guardian who asked for it: the practice has registered a withdrawal. */
  | {
      readonly kind: 'health-withdrawal-registered'
      readonly reader: 'client' | 'guardian'
      readonly name: string
      readonly hasAccount: boolean
      readonly requestedAt: string
    }
  | {
      readonly kind: 'opening-questioned'
      readonly customerId: string
      readonly openedAt: string
      readonly part: RecordOpening['part']
      readonly reason: RecordOpeningQuestion
    }
  /** The hours are read when it is sent, like those of a receipt. */
  | { readonly kind: 'slot-proposals'; readonly orderId: string; readonly name: string }
  | {
      readonly kind: 'freed-hour'
      readonly name: string
      readonly startsAt: string
      readonly until: string
      /** Of the consultation that would take the hour; missing until November 2026. */
      readonly durationMinutes?: number
      readonly priceCents?: number
      readonly isPaid?: boolean
    }
  | { readonly kind: 'practice-notice'; readonly noticeId: string; readonly userId: string }
  | { readonly kind: 'practice-digest'; readonly userId: string; readonly since: string; readonly until: string }
  | {
      readonly kind: 'proposal-outcome'
      readonly customerId: string
      readonly orderId: string
      /** `chosen` with its hour was sent until November 2026. */
      readonly outcome: 'refused' | 'none-free' | 'chosen'
      readonly startsAt?: string
    }
  | { readonly kind: 'sign-in-link'; readonly userId: string; readonly askedAt: string }
  | { readonly kind: 'email-change-refused'; readonly name: string; readonly at: string }
  /**
   * The account was deleted at Cognito by one of its own sessions; `guarded`: it had a second factor, so the address
   * alone does not restore it.
   */
  | { readonly kind: 'account-gone'; readonly name: string; readonly guarded: boolean }
  /** `guarded`: it had a second factor, which is void now. */
  | { readonly kind: 'account-imported'; readonly name: string; readonly guarded: boolean }
  | {
      readonly kind: 'security-alert'
      readonly type: ImmediateAlertType
      readonly at: string
    }
  /** A code or link sent by Cognito itself; stored only when refused, and never sent from the outbox. */
  | { readonly kind: 'account-code' }
  | { readonly kind: 'test'; readonly name: string; readonly userId: string }
  | ({ readonly kind: 'withdrawal-requested' } & ContractWithdrawalReference)
  /** One mail for each withdrawal, until November 2026; may still be queued. */
  | ({ readonly kind: 'withdrawal-received' } & ContractWithdrawalReference)
  | { readonly kind: 'withdrawals-digest'; readonly since: string; readonly until: string }

/** Contains no free text of the declarant, who is not authenticated. */
export interface ContractWithdrawalReference {
  readonly withdrawalId: string
  readonly requestedAt: string
}

/**
 * Written in the transaction of the change that causes the mail. The table's stream sends it, and a schedule retries it
 * at `nextAttemptAt`. Where a cause may be handled twice, the key follows from it, so that it is one mail.
 */
export const outboxMailEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'mail', entity: 'mail', version: '1' },
      attributes: {
        mailId: { type: 'string', required: true, readOnly: true },
        /** Of news for a client the address in the record, read again at each attempt to send. */
        to: { type: 'string', required: true },
        /**
         * The client to or about whom it is; without a record the key of the address (`adr_…`), so that an erasure
         * finds every mail.
         */
        customerId: { type: 'string', readOnly: true },
        /** Changes only before the first attempt to send. */
        content: { type: 'any', required: true },
        status: { type: mailStatuses, required: true },
        attempts: { type: 'number', required: true },
        /** Attempts that failed by the mail itself. */
        failures: { type: 'number' },
        nextAttemptAt: { type: 'string', required: true },
        /** When it was due, or was queued again. */
        waitingSince: { type: 'string' },
        lastError: { type: 'string' },
        sentAt: { type: 'string' },
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['mailId'] }, sk: { field: 'sk', composite: [] } },
        byCustomer: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId'] },
          sk: { field: 'gsi1sk', composite: ['createdAt', 'mailId'] },
        },
        due: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: ['status'] },
          sk: { field: 'gsi2sk', composite: ['nextAttemptAt'] },
        },
      },
    },
    config,
  )
