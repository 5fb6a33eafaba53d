import { Entity, type EntityConfiguration } from 'electrodb'
import { tokenItemAttributes, tokenItemIndexes } from './token-item.ts'

const purposes = [
  'reactivation',
  'guardian',
  'deletion-undo',
  'address',
  'sign-in',
  'reset',
  'invitation',
  'attendance',
  'slot-choice',
  'freed-hour',
] as const
export type OneTimeLinkPurpose = (typeof purposes)[number]

/**
 * Only the mail contains the token; the key is its SHA-256. `cause` is the mail's reason: links of an earlier cause are
 * invalid.
 */
export const oneTimeLinkEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'identity', entity: 'oneTimeLink', version: '1' },
      attributes: {
        ...tokenItemAttributes,
        purpose: { type: purposes, required: true, readOnly: true },
        userId: { type: 'string', required: true, readOnly: true },
        cause: { type: 'string', required: true, readOnly: true },
        expiresAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: tokenItemIndexes,
    },
    config,
  )
