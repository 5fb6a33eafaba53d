import type { EntityConfiguration } from 'electrodb'
import { auditEntryEntity } from './audit-entry.ts'
import { cognitoCallerTicketEntity } from './cognito-caller-ticket.ts'
import { customerEntity } from './customer.ts'
import type { EntityKind } from './key-prefixes.ts'
import { createLazyEntities } from './lazy-entities.ts'
import { outboxMailEntity } from './mail.ts'
import { oneTimeLinkEntity } from './one-time-link.ts'
import { paymentEntity } from './payment.ts'
import { pendingSignUpEntity } from './pending-sign-up.ts'
import { rateLimitEntity } from './rate-limit.ts'
import { securitySettingsEntity } from './security-settings.ts'
import { signInAttemptsEntity } from './sign-in-attempts.ts'
import { signInSessionEntity } from './sign-in-session.ts'
import { userEntity } from './user.ts'

/** What Cognito's triggers have declared to touch; each entity brings parts of the contract along. */
const makers = {
  auditEntries: auditEntryEntity,
  customers: customerEntity,
  loginLedgers: signInAttemptsEntity,
  mails: outboxMailEntity,
  oneTimeLinks: oneTimeLinkEntity,
  payments: paymentEntity,
  pendingSignUps: pendingSignUpEntity,
  rateLimits: rateLimitEntity,
  securitySettings: securitySettingsEntity,
  signInSessions: signInSessionEntity,
  users: userEntity,
  visitTickets: cognitoCallerTicketEntity,
} satisfies Partial<Record<EntityKind, unknown>>

/** In place of the function of this name in entities.ts, in the triggers' bundles (lib/function-bundles.ts). */
export const createLazyTableEntities = (config: EntityConfiguration): object => createLazyEntities(makers, config)
