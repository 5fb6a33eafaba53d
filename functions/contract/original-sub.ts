/**
 * Cognito's subject before the account was imported into another user pool: the one in our ids
 * (docs/decisions/0039-loss-of-the-pool.md). Immutable, and written by the import alone: whoever could set it would be
 * that person.
 */
export const ORIGINAL_SUB_ATTRIBUTE = 'custom:original_sub'

/** The same in access tokens. */
export const ORIGINAL_SUB_CLAIM = 'original_sub'
