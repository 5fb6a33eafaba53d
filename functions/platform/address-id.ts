import { createHash } from 'node:crypto'

/** The key of an address: what belongs to it and to no client is found by it, and it is not read off the key. */
export const addressIdOf = (email: string): string =>
  `adr_${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`
