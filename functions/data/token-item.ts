import { indexes, TTL_ATTRIBUTE } from './table.ts'

/** Key of items found by a token that only its holder has: SHA-256, lower-case hexadecimal. */
export const tokenAttributes = {
  tokenHash: { type: 'string', required: true, readOnly: true },
  createdAt: { type: 'string', required: true, readOnly: true },
  [TTL_ATTRIBUTE]: { type: 'number', required: true },
} as const

/** By token, and by owner for the erasure. */
export const tokenIndexes = {
  byToken: { pk: { field: 'pk', composite: ['tokenHash'] }, sk: { field: 'sk', composite: [] } },
  byUser: {
    index: indexes.byOwner,
    pk: { field: 'gsi1pk', composite: ['userId'] },
    sk: { field: 'gsi1sk', composite: ['createdAt', 'tokenHash'] },
  },
} as const
