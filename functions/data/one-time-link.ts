import { Entity, type EntityConfiguration } from 'electrodb'
import { tokenAttributes, tokenIndexes } from './token-item.ts'

const purposes = ['reactivation', 'guardian', 'deletion-undo', 'address', 'sign-in', 'reset', 'invitation'] as const
export type LinkPurpose = (typeof purposes)[number]

/**
 * A link that was mailed and does one thing once. Its token is nowhere but in the mail; the key is the token's SHA-256.
 * `cause` names what the link was mailed for: a link of an earlier cause does nothing.
 */
export const oneTimeLinkEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'identity', entity: 'oneTimeLink', version: '1' },
      attributes: {
        ...tokenAttributes,
        purpose: { type: purposes, required: true, readOnly: true },
        /** Whose it is: an account, or for `address` the id of the address that it proves. */
        userId: { type: 'string', required: true, readOnly: true },
        cause: { type: 'string', required: true, readOnly: true },
        expiresAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: tokenIndexes,
    },
    config,
  )
