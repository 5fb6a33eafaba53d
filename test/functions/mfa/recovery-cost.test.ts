import { scryptSync } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { demoAccounts } from '../../../bin/local/demo.ts'
import { demoRecoveryCodes } from '../../../bin/local/demo-recovery-codes.ts'
import type { hashRecoveryCodeSet as HashRecoveryCodeSet } from '../../../functions/mfa/recovery-codes.ts'

vi.unmock('node:crypto')

let codeSetOf: typeof HashRecoveryCodeSet

beforeAll(async () => {
  // Earlier files have loaded the module with the cheap scrypt.
  vi.resetModules()
  ;({ hashRecoveryCodeSet: codeSetOf } = await import('../../../functions/mfa/recovery-codes.ts'))
})

test('A-09 what is kept of a recovery code takes 32 MB of memory and 2^15 rounds to guess once', async () => {
  const { hashes } = await codeSetOf(['ABCDEFGH'], 'a salt')

  const slow = scryptSync('ABCDEFGH', 'a salt', 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 })
  expect(hashes).toEqual([slow.toString('base64url')])
})

test('the recovery codes of the demo are kept as those of any account are', async () => {
  const { sub = '' } = demoAccounts.find(({ recoveryCodes }) => recoveryCodes) ?? {}

  const { hashes } = await codeSetOf(Object.keys(demoRecoveryCodes), sub)

  expect(hashes).toEqual(Object.values(demoRecoveryCodes))
})
