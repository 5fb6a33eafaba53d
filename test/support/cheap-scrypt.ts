import type * as Crypto from 'node:crypto'
import { vi } from 'vitest'

type Scrypt = [
  secret: string,
  salt: string,
  length: number,
  cost: object,
  derived: (error: Error | null, key: Buffer) => void,
]

// scrypt is slow on purpose: eight hashes for each enrolling account took one of the suite's four minutes.
// recovery-cost.test.ts checks the product's cost.
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>()
  const scrypt = (...[secret, salt, length, , derived]: Scrypt) =>
    crypto.scrypt(secret, salt, length, { N: 2 }, derived)
  return { ...crypto, scrypt }
})
