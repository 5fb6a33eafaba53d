import type { EntityConfiguration } from 'electrodb'
import { auditEntryEntity } from './audit-entry.ts'
import { consentReceiptEntity } from './consent-receipt.ts'
import { customerEntity } from './customer.ts'
import { loginLedgerEntity } from './login-ledger.ts'
import { mailEntity } from './mail.ts'
import { mfaFactorEntity, recoveryCodeEntity } from './mfa-factor.ts'
import { openOrderEntity, orderEntity } from './order.ts'
import { paymentEntity, receiptEntity } from './payment.ts'
import { rateLimitEntity } from './rate-limit.ts'
import { signInSessionEntity } from './sign-in-session.ts'
import { stripeEventEntity } from './stripe-event.ts'
import { termsAcceptanceEntity } from './terms-acceptance.ts'
import { userEntity } from './user.ts'
import { withdrawalEntity } from './withdrawal.ts'
import { visitTicketEntity } from './visit-ticket.ts'

/** Every kind of item of the table, as one connection sees them. */
export const entitiesIn = (config: EntityConfiguration) => ({
  auditEntries: auditEntryEntity(config),
  consentReceipts: consentReceiptEntity(config),
  customers: customerEntity(config),
  loginLedgers: loginLedgerEntity(config),
  mails: mailEntity(config),
  mfaFactors: mfaFactorEntity(config),
  openOrders: openOrderEntity(config),
  orders: orderEntity(config),
  payments: paymentEntity(config),
  rateLimits: rateLimitEntity(config),
  receipts: receiptEntity(config),
  recoveryCodes: recoveryCodeEntity(config),
  signInSessions: signInSessionEntity(config),
  stripeEvents: stripeEventEntity(config),
  termsAcceptances: termsAcceptanceEntity(config),
  users: userEntity(config),
  withdrawals: withdrawalEntity(config),
  visitTickets: visitTicketEntity(config),
})
export type Entities = ReturnType<typeof entitiesIn>
