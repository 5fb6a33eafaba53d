import type { OpeningQuestion, RecordOpening } from '#contract/record-openings'
import { Entity, type EntityConfiguration } from 'electrodb'
import type { GraveType } from '#contract/alert-actions'
import { indexes } from './table.ts'

/** `skipped`: its reader does not want mails of this type, or what it tells of has changed since. */
const mailStatuses = ['queued', 'sending', 'sent', 'skipped', 'failed'] as const

/** The consultation that a mail is about. `sequence` counts its changes, as calendars demand (RFC 5545). */
export interface ConsultationInMail {
  readonly consultationId: string
  readonly startsAt: string
  readonly durationMinutes: number
  readonly type: string
  readonly sequence: number
  /** The client asked for it and the practice has yet to agree. @default false */
  readonly toConfirm?: boolean
  /** Until when its time is kept while it waits to be confirmed. */
  readonly lapsesAt?: string
}

/** What a client is told about their own process. Names of files and supplements are kept for the administrators' view. */
export type ClientNotice =
  | {
      readonly type:
        | 'consultation_scheduled'
        | 'consultation_changed'
        | 'consultation_cancelled'
        | 'consultation_lapsed'
      readonly consultation: ConsultationInMail
    }
  | { readonly type: 'invoice' | 'analytics'; readonly fileName: string }
  | { readonly type: 'supplement'; readonly supplementName: string }

/** What a mail is about, and all that its text needs. No health data: subject and body travel in the open. */
export type MailContent =
  | { readonly kind: 'receipt'; readonly orderId: string; readonly name: string; readonly invite: boolean }
  /** The practice has given back what was paid under an address that nobody has proven. */
  | { readonly kind: 'refund'; readonly concept: string; readonly amountCents: number }
  | { readonly kind: 'existing-owner'; readonly name: string; readonly product?: string }
  /** To an address that somebody signed up with and nobody has proven. */
  | { readonly kind: 'verification'; readonly wish: 'verify' | 'reset' | 'paid' }
  | { readonly kind: 'new-device'; readonly name: string; readonly device: string; readonly at: string }
  | { readonly kind: 'password-changed'; readonly name: string; readonly at: string }
  | { readonly kind: 'google-linked'; readonly name: string; readonly at: string }
  | { readonly kind: 'mfa-changed'; readonly name: string; readonly change: 'enabled' | 'disabled' }
  | { readonly kind: 'recovery-code-used'; readonly name: string; readonly left: number }
  | { readonly kind: 'client-notice'; readonly name: string; readonly notice: ClientNotice }
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
  | {
      readonly kind: 'guardian-request'
      readonly userId: string
      readonly requestId: string
    }
  /** To the practice: a client has withdrawn the consent to the use of their health data. */
  | { readonly kind: 'health-consent-withdrawn'; readonly customerId: string; readonly requestedAt: string }
  /** To the practice: a client asks about an opening of their data. */
  | {
      readonly kind: 'opening-questioned'
      readonly customerId: string
      readonly openedAt: string
      readonly part: RecordOpening['part']
      readonly reason: OpeningQuestion
    }
  /** Its reader asked for a link with which to try their password. */
  | { readonly kind: 'sign-in-link'; readonly userId: string; readonly askedAt: string }
  /** Somebody tried to give the account another address at Cognito. */
  | { readonly kind: 'email-change-refused'; readonly name: string; readonly at: string }
  /** Somebody with a session of the account has deleted it at Cognito; `guarded`: its address alone brings nothing back. */
  | { readonly kind: 'account-gone'; readonly name: string; readonly guarded: boolean }
  /** To the practice: the audit log gives cause to look at once. */
  | {
      readonly kind: 'security-alert'
      readonly type: GraveType
      readonly at: string
    }
  /** An administrador tries whether mails are sent. */
  | { readonly kind: 'test'; readonly name: string; readonly userId: string }
  | ({ readonly kind: 'withdrawal-requested' } & WithdrawalReference)
  /** To the practice: who has withdrawn, one by one, as it was until November 2026. */
  | ({ readonly kind: 'withdrawal-received' } & WithdrawalReference)
  /** To the practice: that people have withdrawn from `since` on and before `until`. */
  | { readonly kind: 'withdrawals-digest'; readonly since: string; readonly until: string }

/** A withdrawal as a mail may name it: whoever declared it has proven nothing, so that no word of theirs is mailed. */
export interface WithdrawalReference {
  readonly withdrawalId: string
  readonly requestedAt: string
}

/**
 * A mail in the outbox. The change that causes it writes it in its own transaction; the table's stream sends it, and a
 * schedule sends again what `nextAttemptAt` says is due. The key is chosen by the cause, so that the same cause twice
 * is one mail.
 */
export const mailEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'mail', entity: 'mail', version: '1' },
      attributes: {
        mailId: { type: 'string', required: true, readOnly: true },
        to: { type: 'string', required: true, readOnly: true },
        /**
         * The client it was written to or about. Of a mail to somebody without a file, the key of the address (`adr_…`):
         * nothing is left in the outbox that an erasure does not find.
         */
        customerId: { type: 'string', readOnly: true },
        content: { type: 'any', required: true, readOnly: true },
        status: { type: mailStatuses, required: true },
        attempts: { type: 'number', required: true },
        nextAttemptAt: { type: 'string', required: true },
        lastError: { type: 'string' },
        sentAt: { type: 'string' },
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['mailId'] }, sk: { field: 'sk', composite: [] } },
        byCustomer: {
          index: indexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId'] },
          sk: { field: 'gsi1sk', composite: ['createdAt', 'mailId'] },
        },
        due: {
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: ['status'] },
          sk: { field: 'gsi2sk', composite: ['nextAttemptAt'] },
        },
      },
    },
    config,
  )
