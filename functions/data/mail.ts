import { Entity, type EntityConfiguration } from 'electrodb'
import { indexes } from './table.ts'

const mailStatuses = ['queued', 'sending', 'sent', 'failed'] as const

/** What a mail is about, and all that its text needs. No health data: subject and body travel in the open. */
export type MailContent =
  | { readonly kind: 'receipt'; readonly orderId: string; readonly name: string; readonly invite: boolean }
  | { readonly kind: 'existing-owner'; readonly name: string; readonly product?: string }
  | { readonly kind: 'new-device'; readonly name: string; readonly device: string; readonly at: string }
  | { readonly kind: 'password-changed'; readonly name: string; readonly at: string }
  | { readonly kind: 'google-linked'; readonly name: string; readonly at: string }
  | { readonly kind: 'mfa-changed'; readonly name: string; readonly change: 'enabled' | 'disabled' }
  | { readonly kind: 'recovery-code-used'; readonly name: string; readonly left: number }
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
        due: {
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: ['status'] },
          sk: { field: 'gsi2sk', composite: ['nextAttemptAt'] },
        },
      },
    },
    config,
  )
