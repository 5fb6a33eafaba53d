import { Entity, type EntityConfiguration } from 'electrodb'
import { languages, personFields } from '#contract/account-settings'
import { roles } from '#contract/endpoint'
import { valuesOf } from '#contract/record'
import { unfinishedChanges } from '#contract/users'
import { attributesOf } from './record.ts'
import { indexes } from './table.ts'

const userStatuses = ['unconfirmed', 'active', 'deactivated', 'leaving', 'deleted'] as const

const notices = {
  consultations: { type: 'boolean' },
  files: { type: 'boolean' },
  supplements: { type: 'boolean' },
  marketing: { type: 'boolean' },
} as const

/** What allows an authenticator app to be set up. */
const enrolling = {
  /** Until when one refresh may bring the key that makes of its token one that enrols an authenticator app. */
  enrolmentKeyUntil: { type: 'string' },
  /** SHA-256 of that key. */
  enrolmentKeyHash: { type: 'string' },
  /** The session that was given the key last. */
  enrolmentSessionId: { type: 'string' },
  /** Until when a token may be about that acts on its own account at Cognito. */
  selfServiceUntil: { type: 'string' },
  /** Whether more than one session may have such a token: then a confirmed app ends them all. */
  selfServiceShared: { type: 'boolean' },
} as const

/**
 * A person who may sign in, and what is read on every request to decide what they may do. `userId` is `usr_` and the
 * subject of their Cognito account. Whoever signed in before `revokedAt` is signed out.
 */
export const userEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'identity', entity: 'user', version: '1' },
      attributes: {
        userId: { type: 'string', required: true, readOnly: true },
        email: { type: 'string', required: true },
        ...attributesOf(valuesOf(personFields)),
        birthDate: { type: 'string' },
        role: { type: roles, required: true },
        status: { type: userStatuses, required: true },
        emailVerifiedAt: { type: 'string' },
        mfaEnabledAt: { type: 'string' },
        revokedAt: { type: 'string' },
        /** The session that ended all others and goes on itself. */
        keptSessionId: { type: 'string' },
        /** Since when a new password is on its way to Cognito, until what follows from it is written. */
        passwordChangeBegunAt: { type: 'string' },
        /** When a password was last chosen by means of a mailed link: links from before do nothing. */
        passwordByMailAt: { type: 'string' },
        ...enrolling,
        /** Somebody else made this account: as a client its owner has accepted nothing yet, and may only do that. */
        registrationDue: { type: 'boolean' },
        customerId: { type: 'string' },
        /** The accounts that were this person's before: each is gone at Cognito, and was deleted there alone. */
        formerUserIds: { type: 'list', items: { type: 'string' } },
        deactivatedAt: { type: 'string' },
        /** Since when somebody is `leaving`: fourteen days later they are erased. */
        leavingSince: { type: 'string' },
        /** When the guardian of a minor agreed to their being a client. */
        guardianConsentAt: { type: 'string' },
        /** The types of notice that the person has chosen to get or not; what is not there was never touched. */
        notifications: { type: 'map', properties: notices },
        language: { type: languages },
        /** Counts the changes of name, notices and language. */
        settingsVersion: { type: 'number' },
        unfinished: { type: unfinishedChanges },
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['userId'] }, sk: { field: 'sk', composite: [] } },
        byEmail: {
          index: indexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['email'] },
          sk: { field: 'gsi1sk', composite: ['createdAt'] },
        },
        newestFirst: {
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'userId'] },
        },
      },
    },
    config,
  )
