import { Entity, type EntityConfiguration } from 'electrodb'

/**
 * At most one app in force (`verified`) and one being enrolled (`unverified`) for each account. Only the mfa function
 * can decrypt `sealedSecret`; Cognito has the same secret.
 */
export const mfaFactorEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'factor', entity: 'mfaFactor', version: '1' },
      attributes: {
        userId: { type: 'string', required: true, readOnly: true },
        status: { type: ['verified', 'unverified'] as const, required: true, readOnly: true },
        factorId: { type: 'string', required: true },
        friendlyName: { type: 'string', required: true },
        sealedSecret: { type: 'string', required: true },
        /** Time step (epoch seconds / 30) of the last code accepted by us: no code counts twice. */
        lastStep: { type: 'number' },
        /** Time step of the last code given for a recovery code, for use at sign-in. */
        exchangedStep: { type: 'number' },
        /** Set before Cognito verifies the factor: after an interruption Cognito may have done so already. */
        confirmingSince: { type: 'string' },
        /** Cognito has said that it verified the factor: it must not be asked again. */
        poolVerifiedAt: { type: 'string' },
        createdAt: { type: 'string', required: true },
      },
      indexes: {
        byUser: { pk: { field: 'pk', composite: ['userId'] }, sk: { field: 'sk', composite: ['status'] } },
      },
    },
    config,
  )

/** Stored as a hash with the salt of its set. Valid until `usedAt` is set. */
export const recoveryCodeEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'factor', entity: 'recoveryCode', version: '1' },
      attributes: {
        userId: { type: 'string', required: true, readOnly: true },
        /** Base64url. The key keeps upper and lower case, because two hashes may differ in nothing else. */
        hash: { type: 'string', required: true, readOnly: true },
        salt: { type: 'string', required: true, readOnly: true },
        usedAt: { type: 'string' },
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byUser: {
          pk: { field: 'pk', composite: ['userId'] },
          sk: { field: 'sk', composite: ['hash'], casing: 'none' },
        },
      },
    },
    config,
  )
