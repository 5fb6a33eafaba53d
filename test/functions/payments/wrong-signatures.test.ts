import { expect, test } from 'vitest'
import { measureDuring } from '../../support/metric-triggers.ts'
import { createShopSetup } from '../../support/shop.ts'
import { deliverStripePayload, signStripePayload } from '../../support/stripe-setup.ts'

const countWrong = async (signature: string): Promise<number> => {
  const { practice } = await createShopSetup()
  const measured = await measureDuring(() => deliverStripePayload('{}', practice, { signature }))
  return measured.filter(({ name }) => name === 'SignatureInvalid').length
}

test('an event that Stripe signs with another secret than ours counts towards the alarm of a wrong one', async () => {
  expect(await countWrong(signStripePayload('{}', 0, 'whsec_of_another_endpoint'))).toBe(1)
})

test.each([
  ['no signature', ''],
  ['nonsense', 't=1,v1=00'],
  ['what has no time', `v1=${'0'.repeat(64)}`],
  ['what has the form and none of the letters', `t=1,v1=${'g'.repeat(64)}`],
])('%s in the place of a signature is a stranger’s and counts towards no alarm', async (_, signature) => {
  expect(await countWrong(signature)).toBe(0)
})
