/**
 * Cognito's subject before the account was imported into another user pool; our ids are made from it
 * (docs/decisions/0039-loss-of-the-pool.md). Immutable and written only by the import: with another person's value an
 * account would be treated as theirs.
 */
export const ORIGINAL_SUB_ATTRIBUTE = 'custom:original_sub'

export const ORIGINAL_SUB_CLAIM = 'original_sub'
