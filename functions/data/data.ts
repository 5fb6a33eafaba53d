import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { ElectroError, type EntityConfiguration } from 'electrodb'
import { auditEntryEntity } from './audit-entry.ts'
import { customerEntity } from './customer.ts'
import { loginLedgerEntity } from './login-ledger.ts'
import { mailEntity } from './mail.ts'
import { openOrderEntity, orderEntity } from './order.ts'
import { paymentEntity, receiptEntity } from './payment.ts'
import { rateLimitEntity } from './rate-limit.ts'
import { sessionProofEntity } from './session-proof.ts'
import { stripeEventEntity } from './stripe-event.ts'
import { termsAcceptanceEntity } from './terms-acceptance.ts'
import { writeTogether } from './together.ts'
import { userEntity } from './user.ts'

const entitiesIn = (config: EntityConfiguration) => ({
  auditEntries: auditEntryEntity(config),
  customers: customerEntity(config),
  loginLedgers: loginLedgerEntity(config),
  mails: mailEntity(config),
  openOrders: openOrderEntity(config),
  orders: orderEntity(config),
  payments: paymentEntity(config),
  rateLimits: rateLimitEntity(config),
  receipts: receiptEntity(config),
  sessionProofs: sessionProofEntity(config),
  stripeEvents: stripeEventEntity(config),
  termsAcceptances: termsAcceptanceEntity(config),
  users: userEntity(config),
})
export type Entities = ReturnType<typeof entitiesIn>

/** The single table: one property for each kind of item, and `together` for writes that hold or fail as one. */
export const openData = (config: EntityConfiguration) => {
  const entities = entitiesIn(config)
  return { ...entities, together: writeTogether(entities) }
}
export type Data = ReturnType<typeof openData>

/** True when a write was turned away by its own condition. ElectroDB's code 4001 is any AWS error, throttling included. */
export const conditionFailed = (error: unknown): boolean =>
  error instanceof ElectroError && error.cause instanceof ConditionalCheckFailedException
