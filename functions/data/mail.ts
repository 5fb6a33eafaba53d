import { Entity, type EntityConfiguration } from 'electrodb'
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
}

/** What a client is told about their own process. Names of files and supplements are kept for the administrators' view. */
export type ClientNotice =
  | {
      readonly type: 'consultation_scheduled' | 'consultation_changed' | 'consultation_cancelled'
      readonly consultation: ConsultationInMail
    }
  | { readonly type: 'invoice' | 'analytics'; readonly fileName: string }
  | { readonly type: 'supplement'; readonly supplementName: string }

/** What a mail is about, and all that its text needs. No health data: subject and body travel in the open. */
export type MailContent =
  | { readonly kind: 'receipt'; readonly orderId: string; readonly name: string; readonly invite: boolean }
  | { readonly kind: 'existing-owner'; readonly name: string; readonly product?: string }
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
      readonly name: string
      readonly minorName: string
      readonly userId: string
      readonly requestId: string
    }
  /** An administrador tries whether mails are sent. */
  | { readonly kind: 'test'; readonly name: string; readonly userId: string }
  | ({ readonly kind: 'withdrawal-requested' } & WithdrawalStatement)
  /** To the practice: somebody has withdrawn. */
  | ({ readonly kind: 'withdrawal-received' } & WithdrawalStatement)

/** What somebody declared who withdraws from a contract, in their own words, and when it reached us. */
export interface WithdrawalStatement {
  readonly withdrawalId: string
  readonly name: string
  readonly email: string
  readonly contract?: string
  readonly comment?: string
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
      model: { service: 'practice', entity: 'mail', version: '1' },
      attributes: {
        mailId: { type: 'string', required: true, readOnly: true },
        to: { type: 'string', required: true, readOnly: true },
        /** The client it was written to or about; whoever has no file has no list of mails. */
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
