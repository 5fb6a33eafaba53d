import { expect, test } from 'vitest'
import { ensureProfile } from '../../../functions/account/public/profile.ts'
import type { SignUp } from '../../../functions/account/public/signed-up.ts'
import { aSetup } from './setup.ts'

const signUp: SignUp = {
  sub: '00000000-0000-4000-8000-000000009999',
  email: 'ada@correo.test',
  firstName: 'Ada',
  lastName: 'Byron',
  birthDate: undefined,
  termsAcceptedAt: undefined,
  termsVersion: undefined,
  marketingOptIn: false,
  confirmed: true,
}
const filed = { name: 'Ada B.', email: 'ada@correo.test', phone: '600 123 456', notes: 'Come poco' }
const entered = { ...filed, basis: 'health-care' }

test('A-21 DATA-21 ERR-13 a client whom the practice entered is the account’s own once the address is proven', async () => {
  const setup = await aSetup()
  const { body: made } = await setup.create(entered)

  const user = await ensureProfile(signUp, setup.practice)

  const { data: file } = await setup.practice.data.customers.get({ customerId: made.customerId }).go()
  expect(user.customerId).toBe(made.customerId)
  expect(file).toMatchObject({ ...filed, userId: user.userId })
  expect(await setup.counts()).toEqual({ users: 1, clients: 1 })
})

test('A-21 what the practice had noted comes into the file that a purchase had made, and one client is left', async () => {
  const setup = await aSetup()
  await setup.create(entered)
  const before = await ensureProfile({ ...signUp, confirmed: false }, setup.practice)

  await ensureProfile(signUp, setup.practice)

  const { data: file } = await setup.practice.data.customers.get({ customerId: before.customerId ?? '' }).go()
  expect(file).toMatchObject({ name: 'Ada Byron', phone: '600 123 456', notes: 'Come poco', version: 2 })
  expect(await setup.counts()).toEqual({ users: 1, clients: 1 })
  expect(await setup.search('600123')).toEqual(['Ada Byron'])
})

test('A-21 a waiting client with a health questionnaire stays where it is', async () => {
  const setup = await aSetup()
  const { body: made } = await setup.create(entered)
  await ensureProfile({ ...signUp, confirmed: false }, setup.practice)
  await setup.practice.data.questionnaires
    .put({
      customerId: made.customerId,
      version: 1,
      answers: {},
      savedBy: 'usr_00000001',

      savedAt: setup.practice.now().toISOString(),
    } as never)
    .go()

  await ensureProfile(signUp, setup.practice)

  expect((await setup.practice.data.customers.get({ customerId: made.customerId }).go()).data).not.toBeNull()
  expect(await setup.counts()).toEqual({ users: 1, clients: 2 })
})
