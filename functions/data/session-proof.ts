import { Entity, type EntityConfiguration } from 'electrodb'
import { TTL_ATTRIBUTE } from './table.ts'

/** That a session (Cognito's `origin_jti`) has proven a code of the authenticator app, and when it last did. */
export const sessionProofEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'sessionProof', version: '1' },
      attributes: {
        userId: { type: 'string', required: true, readOnly: true },
        sessionId: { type: 'string', required: true, readOnly: true },
        provenAt: { type: 'string', required: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: {
        byUser: { pk: { field: 'pk', composite: ['userId'] }, sk: { field: 'sk', composite: ['sessionId'] } },
      },
    },
    config,
  )
