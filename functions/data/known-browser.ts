import { Entity, type EntityConfiguration } from 'electrodb'
import { tokenItemAttributes, tokenItemIndexes } from './token-item.ts'

/**
 * A browser in which the account has signed in. Its token grants nothing, but failed attempts by strangers do not lock
 * its holder out. The key is the token's SHA-256.
 */
export const knownBrowserEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'identity', entity: 'knownBrowser', version: '1' },
      attributes: {
        ...tokenItemAttributes,
        userId: { type: 'string', required: true, readOnly: true },
        expiresAt: { type: 'string', required: true },
      },
      indexes: tokenItemIndexes,
    },
    config,
  )
