import { Entity, type EntityConfiguration } from 'electrodb'

/**
 * An authenticator app of an account: at most one that is in force (`verified`) and one that is being enrolled
 * (`unverified`). `sealedSecret` can be opened by the mfa function alone; the same secret is Cognito's.
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
        /** The latest half minute (epoch seconds / 30) whose code was proven to us: no code counts twice. */
        lastStep: { type: 'number' },
        /** The latest half minute whose code was given out for a recovery code, to be used up at sign-in. */
        exchangedStep: { type: 'number' },
        /** Since when Cognito is being told of an unverified factor: after a cut-off it may know of it already. */
        confirmingSince: { type: 'string' },
        createdAt: { type: 'string', required: true },
      },
      indexes: {
        byUser: { pk: { field: 'pk', composite: ['userId'] }, sk: { field: 'sk', composite: ['status'] } },
      },
    },
    config,
  )

/** One recovery code, as a hash with the salt of its set. It counts until `usedAt` is written. */
export const recoveryCodeEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'factor', entity: 'recoveryCode', version: '1' },
      attributes: {
        userId: { type: 'string', required: true, readOnly: true },
        /** Base64url; its own casing is kept in the key, because two hashes may differ in nothing else. */
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
