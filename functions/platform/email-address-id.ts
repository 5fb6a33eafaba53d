import { createHash } from 'node:crypto'

/** Hashed, so that the address cannot be read from the key. */
export const toEmailAddressId = (email: string): string =>
  `adr_${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`
