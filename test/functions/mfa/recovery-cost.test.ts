import { scryptSync } from 'node:crypto'
import { expect, test, vi } from 'vitest'

vi.unmock('node:crypto')

test('A-09 what is kept of a recovery code takes 32 MB of memory and 2^15 rounds to guess once', async () => {
  // The files before this one have read the module with the cheap scrypt.
  vi.resetModules()
  const { hashRecoveryCodeSet: codeSetOf } = await import('../../../functions/mfa/recovery-codes.ts')

  const { hashes } = await codeSetOf(['ABCDEFGH'], 'a salt')

  const slow = scryptSync('ABCDEFGH', 'a salt', 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 })
  expect(hashes).toEqual([slow.toString('base64url')])
})
