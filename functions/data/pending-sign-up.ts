import { Entity, type EntityConfiguration } from 'electrodb'
import { indexes } from './table.ts'

const pendingStates = ['unproven', 'proven'] as const

/**
 * The latest attempt to make an account with an address, until its owner has signed in with a proven password: then the
 * account is an item of its own and this one is gone. Each attempt replaces the one before; `version` counts them and
 * every step of the proof, so that of two that race one begins anew.
 */
export const pendingSignUpEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'identity', entity: 'pendingSignUp', version: '1' },
      attributes: {
        /** `adr_` and the SHA-256 of the address in lower case. */
        addressId: { type: 'string', required: true, readOnly: true },
        email: { type: 'string', required: true },
        state: { type: pendingStates, required: true },
        version: { type: 'number', required: true },
        /** Cognito's subject of this attempt's account; none while it is being made or replaced. */
        sub: { type: 'string' },
        /** SHA-256 of the token that the browser of this attempt holds. */
        tokenHash: { type: 'string' },
        /** Whether name, birth date and terms are known to be the owner's own: else they are asked for. */
        ownDetails: { type: 'boolean' },
        /** Where the terms of this attempt were accepted. */
        acceptedFrom: {
          type: 'map',
          properties: { address: { type: 'string' }, userAgent: { type: 'string' } },
        },
        /** What this attempt buys, which may still be unpaid: what is paid waits under the address. */
        orderId: { type: 'string' },
        /** When this attempt began. */
        createdAt: { type: 'string', required: true },
      },
      indexes: {
        byAddress: { pk: { field: 'pk', composite: ['addressId'] }, sk: { field: 'sk', composite: [] } },
        oldestFirst: {
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: ['state'] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'addressId'] },
        },
      },
    },
    config,
  )
