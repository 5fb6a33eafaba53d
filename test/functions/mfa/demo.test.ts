import { expect, test } from 'vitest'
import { RecoveryCode } from '#contract/mfa'
import { demoAccounts, seedDemo } from '../../../bin/local/demo.ts'
import { openStore } from '../../../bin/local/store.ts'
import { codesLeft, consumeCode } from '../../../functions/mfa/recovery-codes.ts'
import { aPractice } from '../../support/practice.ts'

const administrador = demoAccounts.find(({ role }) => role === 'administrador')

/** The demo files already count as written: they would need a bucket. */
function aStore() {
  const store = openStore()
  store.collection<{ at: string }>('demo').put('panel', { at: '2026-11-21T09:00:00.000Z' })
  return store
}

test('A-09 the demo administrador begins with eight recovery codes, each good once, however often it is seeded', async () => {
  const { data, now } = await aPractice()
  const cognito = { seedUser: () => '' } as never
  const vault = { seal: async (secret: string) => secret, open: async (sealed: string) => sealed }
  await seedDemo({ cognito, data, store: aStore(), vault }, now())
  await seedDemo({ cognito, data, store: aStore(), vault }, now())
  const userId = `usr_${administrador?.sub}`
  const [code = ''] = administrador?.recoveryCodes ?? []

  const used = [
    await consumeCode(data, userId, RecoveryCode.parse(code), now().toISOString()),
    await consumeCode(data, userId, RecoveryCode.parse(code), now().toISOString()),
  ]

  expect(new Set(administrador?.recoveryCodes).size).toBe(8)
  expect(used).toEqual([true, false])
  expect(await codesLeft(data, userId)).toBe(7)
  // Each set is hashed at the price of eight guesses.
}, 30_000)
