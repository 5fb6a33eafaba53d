import { Entity, type EntityConfiguration } from 'electrodb'
import { indexes, TTL_ATTRIBUTE } from './table.ts'

const purposes = ['reactivation', 'guardian', 'deletion-undo'] as const
export type LinkPurpose = (typeof purposes)[number]

/**
 * A link that was mailed and does one thing once. Its token is nowhere but in the mail; the key is the token's SHA-256.
 * `cause` names what the link was mailed for: a link of an earlier cause does nothing.
 */
export const oneTimeLinkEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'oneTimeLink', version: '1' },
      attributes: {
        /** Lower-case hexadecimal. */
        tokenHash: { type: 'string', required: true, readOnly: true },
        purpose: { type: purposes, required: true, readOnly: true },
        userId: { type: 'string', required: true, readOnly: true },
        cause: { type: 'string', required: true, readOnly: true },
        createdAt: { type: 'string', required: true, readOnly: true },
        expiresAt: { type: 'string', required: true, readOnly: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: {
        byToken: { pk: { field: 'pk', composite: ['tokenHash'] }, sk: { field: 'sk', composite: [] } },
        byUser: {
          index: indexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['userId'] },
          sk: { field: 'gsi1sk', composite: ['createdAt', 'tokenHash'] },
        },
      },
    },
    config,
  )
