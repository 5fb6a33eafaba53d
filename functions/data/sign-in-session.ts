import { Entity, type EntityConfiguration } from 'electrodb'
import { TTL_ATTRIBUTE } from './table.ts'

/**
 * Keyed by Cognito's `origin_jti`; written at the session's first request. One with `endedAt` is refused whatever its
 * tokens say.
 */
export const signInSessionEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'session', entity: 'signInSession', version: '1' },
      attributes: {
        userId: { type: 'string', required: true, readOnly: true },
        sessionId: { type: 'string', required: true, readOnly: true },
        origin: { type: ['password', 'google'] as const, required: true },
        device: { type: 'string', required: true },
        address: { type: 'string', required: true },
        signedInAt: { type: 'string', required: true },
        lastSeenAt: { type: 'string', required: true },
        provenAt: { type: 'string' },
        endedAt: { type: 'string' },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: {
        byUser: { pk: { field: 'pk', composite: ['userId'] }, sk: { field: 'sk', composite: ['sessionId'] } },
      },
    },
    config,
  )
