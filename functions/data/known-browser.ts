import { Entity, type EntityConfiguration } from 'electrodb'
import { tokenAttributes, tokenIndexes } from './token-item.ts'

/**
 * A browser in which the account has signed in before. Its token lies in the browser and opens nothing: what strangers
 * fail at does not keep its holder from trying. The key is the token's SHA-256.
 */
export const knownBrowserEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'identity', entity: 'knownBrowser', version: '1' },
      attributes: {
        ...tokenAttributes,
        userId: { type: 'string', required: true, readOnly: true },
        expiresAt: { type: 'string', required: true },
      },
      indexes: tokenIndexes,
    },
    config,
  )
