import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { toEmailAddressId } from '#platform/email-address-id'
import { createMissingProfileCreator } from '../../../functions/account/create-missing-profile.ts'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { createSignUpAttributes } from '../../support/fake-user-pool.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditedActions, type TestPractice } from '../../support/practice.ts'
import { TEST_USER_SUB } from '../../support/triggers.ts'

test('DATA-02 DATA-03 PER-01 a session knows who is signed in, with what role and how sure that is', async () => {
  const practice = await createTestPractice()
  const ada = await createCliente(practice)

  const answer = await createEndpointCaller(serveAccount(() => practice))(account.session, {
    as: createPasswordSessionClaims(ada, practice),
  })

  expect(answer).toEqual({
    status: 200,
    body: {
      userId: ada.userId,
      email: ada.email,
      displayName: 'Lucía Ferrer',
      firstName: 'Lucía',
      lastName: 'Ferrer',
      role: 'cliente',
      customerId: ada.customerId,
      emailVerifiedAt: '2026-11-01T08:00:00.000Z',
      mfaEnabled: false,
      origin: 'password',
      assured: true,
    },
  })
})

test('somebody without a name is called by the first part of their address', async () => {
  const practice = await createTestPractice()
  const ada = await createCliente(practice, { firstName: '', lastName: '' })

  const { body } = await createEndpointCaller(serveAccount(() => practice))(account.session, {
    as: createPasswordSessionClaims(ada, practice),
  })

  expect(body.displayName).toBe(ada.email.split('@')[0])
})

test('an administrador with a second factor is assured', async () => {
  const practice = await createTestPractice()
  const administrador = await createAdministrador(practice)

  const { body } = await createEndpointCaller(serveAccount(() => practice))(account.session, {
    as: createPasswordSessionClaims(administrador, practice),
  })

  expect(body).toMatchObject({ role: 'administrador', mfaEnabled: true, assured: true })
})

describe('AUTH-28 CLI-34 A-17 a confirmed account whose profile was not written', () => {
  test('gets it at the first call', async () => {
    const practice = await aCompletingPractice()

    const answer = await askSession(practice)

    expect(answer).toMatchObject({
      status: 200,
      body: {
        userId: `usr_${TEST_USER_SUB}`,
        role: 'cliente',
        customerId: `cus_${TEST_USER_SUB}`,
        emailVerifiedAt: '2026-11-21T09:00:00.000Z',
      },
    })
    expect(practice.identities.groups).toEqual([[TEST_USER_SUB, 'cliente']])
    expect(await countItemsByEntity(practice)).toEqual({
      searchPiece: expect.any(Number),
      userSearchPiece: expect.any(Number),
      user: 1,
      customer: 1,
      searchLine: 1,
      clientAddress: 1,
      counter: 1,
      termsAcceptance: 1,
      signInSession: 1,
      auditEntry: 2,
    })
  })

  test('gets it once, however many calls come at the same moment', async () => {
    const practice = await aCompletingPractice()

    const answers = await Promise.all(Array.from({ length: 10 }, () => askSession(practice)))

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await countItemsByEntity(practice)).toEqual({
      searchPiece: expect.any(Number),
      userSearchPiece: expect.any(Number),
      user: 1,
      customer: 1,
      searchLine: 1,
      clientAddress: 1,
      counter: 1,
      termsAcceptance: 1,
      signInSession: 1,
      auditEntry: 2,
    })
  })

  test('has it also where another call writes it between two reads', async () => {
    const practice = await aCompletingPractice()
    const { pendingSignUps } = practice.data
    const get = pendingSignUps.get.bind(pendingSignUps)
    const elsewhere = AsyncLocalStorage.snapshot()
    vi.spyOn(pendingSignUps, 'get').mockImplementationOnce((key) => {
      const read = get(key)
      const go = async () => {
        await elsewhere(askSession, practice)
        return read.go()
      }
      return { ...read, go } as never
    })

    expect((await askSession(practice)).status).toBe(200)
  })

  test('is confirmed when the purchase made it before the address was verified', async () => {
    const practice = await aCompletingPractice()
    const before = { userId: `usr_${TEST_USER_SUB}`, email, firstName: 'Lucía', lastName: 'Ferrer' }
    await practice.data.users
      .create({
        ...before,
        role: 'cliente',
        status: 'unconfirmed',
        customerId: `cus_${TEST_USER_SUB}`,
        createdAt: '2026-11-20T09:00:00.000Z',
      })
      .go()

    const answer = await askSession(practice)

    expect(answer).toMatchObject({ status: 200, body: { emailVerifiedAt: '2026-11-21T09:00:00.000Z' } })
    expect(await listAuditedActions(practice)).toEqual(['ACCOUNT_CONFIRMED'])
  })

  test('A-64 is not made for an account that only Cognito calls confirmed', async () => {
    const practice = await aCompletingPractice()
    await practice.data.pendingSignUps
      .patch({ addressId: toEmailAddressId(email) })
      .set({ state: 'unproven' })
      .go()

    expect(await askSession(practice)).toEqual({ status: 409, body: { code: 'profile-missing' } })
  })

  test.each([{ confirmed: false }, { enabled: false }])('is not made for an account that is %j', async (changes) => {
    const practice = await aCompletingPractice(changes)

    const answer = await askSession(practice)

    expect(answer).toEqual({ status: 409, body: { code: 'profile-missing' } })
    expect(await countItemsByEntity(practice)).toEqual({ pendingSignUp: 1 })
  })

  test('is a fault while Cognito does not answer', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const practice = await aCompletingPractice()
    practice.identities.fail()

    expect(await askSession(practice)).toEqual({ status: 500, body: { code: 'fault' } })
  })
})

const email = 'lucia@correo.test'

async function aCompletingPractice(
  changes: { confirmed?: boolean; enabled?: boolean } = {},
  state: 'proven' | 'unproven' = 'proven',
): Promise<TestPractice> {
  const practice = await createTestPractice()
  const addressId = toEmailAddressId(email)
  const createdAt = practice.now().toISOString()
  await practice.data.pendingSignUps
    .create({ addressId, email, state, sub: TEST_USER_SUB, ownDetails: true, version: 1, createdAt })
    .go()
  practice.identities.known.set(TEST_USER_SUB, {
    sub: TEST_USER_SUB,
    confirmed: true,
    enabled: true,
    hasTotp: false,
    createdAt: practice.now(),
    attributes: createSignUpAttributes(email, practice.now()),
    ...changes,
  })
  return { ...practice, completeProfile: createMissingProfileCreator(practice.identities, practice) }
}

const askSession = (practice: TestPractice) =>
  createEndpointCaller(serveAccount(() => practice))(account.session, {
    as: createPasswordSessionClaims({ sub: TEST_USER_SUB }, practice),
  })
