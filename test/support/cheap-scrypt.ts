import type * as Crypto from 'node:crypto'
import { vi } from 'vitest'

type Scrypt = [
  secret: string,
  salt: string,
  length: number,
  cost: object,
  derived: (error: Error | null, key: Buffer) => void,
]

// Recovery codes are hashed slowly on purpose: eight for each account that enrols, a minute of the suite's four.
// recovery-cost.test.ts holds the cost that the product pays.
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>()
  const scrypt = (...[secret, salt, length, , derived]: Scrypt) =>
    crypto.scrypt(secret, salt, length, { N: 2 }, derived)
  return { ...crypto, scrypt }
})
