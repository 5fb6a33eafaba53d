import { beforeAll, expect, test, vi } from 'vitest'
import { RecoveryCode } from '#contract/mfa'
import { demoAccounts, seedDemoData } from '../../../bin/local/demo.ts'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import { countUnusedRecoveryCodes, createConsumeRecoveryCodeWrite } from '../../../functions/mfa/recovery-codes.ts'
import type { findUnusedRecoveryCodeHash as FindUnusedRecoveryCodeHash } from '../../../functions/mfa/recovery-codes.ts'
import { createTestPractice } from '../../support/practice.ts'

vi.unmock('node:crypto')

let findUnusedRecoveryCodeHash: typeof FindUnusedRecoveryCodeHash

beforeAll(async () => {
  // Compares with hashes of the real cost; earlier files have loaded the module with the cheap scrypt.
  vi.resetModules()
  ;({ findUnusedRecoveryCodeHash } = await import('../../../functions/mfa/recovery-codes.ts'))
})

const administrador = demoAccounts.find(({ role }) => role === 'administrador')

/** The demo files and payments already count as written: they would need a bucket and Stripe. */
function aStore() {
  const store = openDocumentStore()
  for (const part of ['panel', 'stripe'])
    store.collection<{ at: string }>('demo').put(part, { at: '2026-11-21T09:00:00.000Z' })
  return store
}

test('A-09 the demo administrador begins with eight recovery codes, each good once, however often it is seeded', async () => {
  const { data, now } = await createTestPractice()
  const cognito = { seedUser: () => '' } as never
  const stripe = {} as never
  const vault = { seal: async (secret: string) => secret, open: async (sealed: string) => sealed }
  await seedDemoData({ cognito, data, store: aStore(), vault, stripe }, now())
  await seedDemoData({ cognito, data, store: aStore(), vault, stripe }, now())
  const userId = `usr_${administrador?.sub}`
  const [code = ''] = administrador?.recoveryCodes ?? []

  const use = async () => {
    const hash = await findUnusedRecoveryCodeHash(data, userId, RecoveryCode.parse(code))
    if (hash === undefined) return false
    const at = now().toISOString()
    await data.transact((entities) => ({ code: createConsumeRecoveryCodeWrite(entities, { userId, hash, at }) }))
    return true
  }
  const used = [await use(), await use()]

  expect(new Set(administrador?.recoveryCodes).size).toBe(8)
  expect(used).toEqual([true, false])
  expect(await countUnusedRecoveryCodes(data, userId)).toBe(7)
  // Each set takes eight hashes at full cost.
}, 30_000)
