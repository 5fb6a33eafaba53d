import { Entity, type EntityConfiguration } from 'electrodb'
import { personNameFields } from '#contract/person-name'
import { supportedLanguages } from '#contract/product'
import { roles } from '#contract/endpoint'
import { getFieldValueSchemas } from '#contract/record-fields'
import { pendingCognitoChanges } from '#contract/pending-cognito-changes'
import { createEntityAttributeDefinitions } from './stored-record.ts'
import { tableIndexes } from './table.ts'

const userStatuses = ['unconfirmed', 'active', 'deactivated', 'leaving', 'deleted'] as const

const notices = {
  consultations: { type: 'boolean' },
  reminders: { type: 'boolean' },
  files: { type: 'boolean' },
  supplements: { type: 'boolean' },
  messages: { type: 'boolean' },
  marketing: { type: 'boolean' },
} as const

const enrolling = {
  /** End of the time in which one refresh may bring the enrolment key and receive a token that can enrol an app. */
  enrolmentKeyUntil: { type: 'string' },
  enrolmentKeyHash: { type: 'string' },
  enrolmentSessionId: { type: 'string' },
  /** End of the time in which a token may exist that can act on its own account at Cognito. */
  selfServiceUntil: { type: 'string' },
  /** Whether several sessions may have such a token: confirming an app then ends them all. */
  selfServiceShared: { type: 'boolean' },
} as const

/**
 * Read on every request to decide what the caller may do. `userId` is `usr_` and Cognito's first subject; after an
 * import into another pool `sub` is the present one. Sessions from before `revokedAt` are refused.
 */
export const userEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'identity', entity: 'user', version: '1' },
      attributes: {
        userId: { type: 'string', required: true, readOnly: true },
        sub: { type: 'string' },
        email: { type: 'string', required: true },
        ...createEntityAttributeDefinitions(getFieldValueSchemas(personNameFields)),
        birthDate: { type: 'string' },
        timeZone: { type: 'string' },
        role: { type: roles, required: true },
        status: { type: userStatuses, required: true },
        emailVerifiedAt: { type: 'string' },
        mfaEnabledAt: { type: 'string' },
        revokedAt: { type: 'string' },
        /** The session that ended all others and itself continues. */
        keptSessionId: { type: 'string' },
        /** Set while a new password is being sent to Cognito, until its consequences are written. */
        passwordChangeBegunAt: { type: 'string' },
        /** When a password was last chosen through a mailed link: earlier links are invalid. */
        passwordByMailAt: { type: 'string' },
        ...enrolling,
        /** Created by somebody else: a client then has to accept the terms first. */
        registrationDue: { type: 'boolean' },
        /** Since a closed account was opened, until what waits under its address has been joined. */
        claimDue: { type: 'boolean' },
        customerId: { type: 'string' },
        /** Earlier accounts of this person, deleted at Cognito only. */
        formerUserIds: { type: 'list', items: { type: 'string' } },
        deactivatedAt: { type: 'string' },
        leavingSince: { type: 'string' },
        guardianConsentAt: { type: 'string' },
        notifications: { type: 'map', properties: notices },
        language: { type: supportedLanguages },
        settingsVersion: { type: 'number' },
        unfinished: { type: pendingCognitoChanges },
        searchTexts: { type: 'set', items: 'string' },
        searchRevision: { type: 'number' },
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['userId'] }, sk: { field: 'sk', composite: [] } },
        byEmail: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['email'] },
          sk: { field: 'gsi1sk', composite: ['createdAt'] },
        },
        /** By role, so that the few administrators are found without reading all accounts. */
        newestFirst: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: ['role'] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'userId'] },
        },
      },
    },
    config,
  )
