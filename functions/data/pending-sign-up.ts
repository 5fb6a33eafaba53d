import { Entity, type EntityConfiguration } from 'electrodb'
import { tableIndexes } from './table.ts'

const pendingStates = ['unproven', 'proven'] as const

/**
 * The latest attempt to create an account with an address, until its owner signs in with a verified address; then a
 * user replaces it. `version` counts attempts and steps: of two concurrent ones one starts again.
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
        /** Cognito's subject; not set while the account is being created or replaced. */
        sub: { type: 'string' },
        tokenHash: { type: 'string' },
        /** Sessions that began until then may be of whoever signed up with the address before its owner proved it. */
        revokedAt: { type: 'string' },
        /** Whether the owner entered name, birth date and terms; otherwise they are asked for. */
        ownDetails: { type: 'boolean' },
        acceptedFrom: {
          type: 'map',
          properties: { address: { type: 'string' }, userAgent: { type: 'string' } },
        },
        orderId: { type: 'string' },
        /** The order of the replaced attempt, whose payment page may still be open; removed when this attempt buys. */
        formerOrderId: { type: 'string' },
        createdAt: { type: 'string', required: true },
      },
      indexes: {
        byAddress: { pk: { field: 'pk', composite: ['addressId'] }, sk: { field: 'sk', composite: [] } },
        oldestFirst: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: ['state'] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'addressId'] },
        },
      },
    },
    config,
  )
