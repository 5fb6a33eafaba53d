import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { ensureUserProfile } from '../../../functions/account/public/profile.ts'
import type { SignUpDetails } from '../../../functions/account/public/sign-up-details.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCustomersSetup } from './customers-setup.ts'

const signUp: SignUpDetails = {
  userId: 'usr_00000000-0000-4000-8000-000000009999',
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
  const setup = await createCustomersSetup()
  const { body: made } = await setup.create(entered)

  const user = await ensureUserProfile(signUp, setup.practice)

  const { data: file } = await setup.practice.data.customers.get({ customerId: made.customerId }).go()
  expect(user.customerId).toBe(made.customerId)
  expect(file).toMatchObject({ ...filed, userId: user.userId })
  expect(await setup.counts()).toEqual({ users: 1, clients: 1 })
})

test('A-21 what the practice had noted comes into the file that a purchase had made, and one client is left', async () => {
  const setup = await createCustomersSetup()
  await setup.create(entered)
  const before = await ensureUserProfile({ ...signUp, confirmed: false }, setup.practice)

  await ensureUserProfile(signUp, setup.practice)

  const { data: file } = await setup.practice.data.customers.get({ customerId: before.customerId ?? '' }).go()
  expect(file).toMatchObject({ name: 'Ada Byron', phone: '600 123 456', notes: 'Come poco', version: 2 })
  expect(await setup.counts()).toEqual({ users: 1, clients: 1 })
  expect(await setup.search('600123')).toEqual(['Ada Byron'])
})

test('what waits to be told of an hour is told after the join too', async () => {
  const setup = await createCustomersSetup()
  const { practice, as } = setup
  const { body: made } = await setup.create(entered)
  const { userId, customerId } = await ensureUserProfile({ ...signUp, confirmed: false }, practice)
  const ask = await createDomainCaller('consultations', practice)
  const hour = { startsAt: '2026-11-24T10:00:00.000Z', durationMinutes: 60, type: 'general' } as const
  await ask(consultations.book, { as, body: { customerId: made.customerId, ...hour } })

  await ensureUserProfile(signUp, practice)
  practice.clock.advance({ minutes: 11 })

  expect([userId === '', customerId === made.customerId]).toEqual([false, false])
  expect((await createOutboxReader(practice).post()).map(({ subject }) => subject)).toEqual([
    'Tu cita: martes 24 de noviembre, 11:00',
  ])
})

test('A-21 a waiting client with a health questionnaire stays where it is', async () => {
  const setup = await createCustomersSetup()
  const { body: made } = await setup.create(entered)
  await ensureUserProfile({ ...signUp, confirmed: false }, setup.practice)
  await setup.practice.data.questionnaires
    .put({
      customerId: made.customerId,
      version: 1,
      answers: {},
      savedBy: 'usr_00000001',

      savedAt: setup.practice.now().toISOString(),
    } as never)
    .go()

  await ensureUserProfile(signUp, setup.practice)

  expect((await setup.practice.data.customers.get({ customerId: made.customerId }).go()).data).not.toBeNull()
  expect(await setup.counts()).toEqual({ users: 1, clients: 2 })
})
