import { indexes, TTL_ATTRIBUTE } from './table.ts'

/** What is found by a token that its holder alone has: the table keeps the token's SHA-256, in lower-case hexadecimal. */
export const tokenAttributes = {
  tokenHash: { type: 'string', required: true, readOnly: true },
  createdAt: { type: 'string', required: true, readOnly: true },
  [TTL_ATTRIBUTE]: { type: 'number', required: true },
} as const

/** By the token, and all of an owner's when the owner is erased. */
export const tokenIndexes = {
  byToken: { pk: { field: 'pk', composite: ['tokenHash'] }, sk: { field: 'sk', composite: [] } },
  byUser: {
    index: indexes.byOwner,
    pk: { field: 'gsi1pk', composite: ['userId'] },
    sk: { field: 'gsi1sk', composite: ['createdAt', 'tokenHash'] },
  },
} as const
