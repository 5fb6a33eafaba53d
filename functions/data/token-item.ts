import { tableIndexes, TTL_ATTRIBUTE } from './table.ts'

/** Key of items found by a token that only its holder has: SHA-256, lower-case hexadecimal. */
export const tokenItemAttributes = {
  tokenHash: { type: 'string', required: true, readOnly: true },
  createdAt: { type: 'string', required: true, readOnly: true },
  [TTL_ATTRIBUTE]: { type: 'number', required: true },
} as const

export const tokenItemIndexes = {
  byToken: { pk: { field: 'pk', composite: ['tokenHash'] }, sk: { field: 'sk', composite: [] } },
  byUser: {
    index: tableIndexes.byOwner,
    pk: { field: 'gsi1pk', composite: ['userId'] },
    sk: { field: 'gsi1sk', composite: ['createdAt', 'tokenHash'] },
  },
} as const
