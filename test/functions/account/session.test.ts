import { describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account'
import { addressIdOf } from '#platform/address-id'
import { completeProfileWith } from '../../../functions/account/complete-profile.ts'
import { withServices as serveAccount } from '../../../functions/account/handler.ts'
import { asking } from '../../support/asking.ts'
import { countsIn } from '../../support/everything.ts'
import { signUpAttributesOf } from '../../support/identities.ts'
import { aCliente, anAdministrador, aPasswordSession } from '../../support/people.ts'
import { aPractice, auditActionsOf, type Practice } from '../../support/practice.ts'
import { SUB } from '../../support/triggers.ts'

test('DATA-02 DATA-03 PER-01 a session knows who is signed in, with what role and how sure that is', async () => {
  const practice = await aPractice()
  const ada = await aCliente(practice)

  const answer = await asking(serveAccount(() => practice))(account.session, { as: aPasswordSession(ada, practice) })

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
      emailVerifiedAt: '2026-10-01T08:00:00.000Z',
      mfaEnabled: false,
      origin: 'password',
      assured: true,
    },
  })
})

test('somebody without a name is called by the first part of their address', async () => {
  const practice = await aPractice()
  const ada = await aCliente(practice, { firstName: '', lastName: '' })

  const { body } = await asking(serveAccount(() => practice))(account.session, { as: aPasswordSession(ada, practice) })

  expect(body.displayName).toBe(ada.email.split('@')[0])
})

test('an administrador with a second factor is assured', async () => {
  const practice = await aPractice()
  const administrador = await anAdministrador(practice)

  const { body } = await asking(serveAccount(() => practice))(account.session, {
    as: aPasswordSession(administrador, practice),
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
        userId: `usr_${SUB}`,
        role: 'cliente',
        customerId: `cus_${SUB}`,
        emailVerifiedAt: '2026-11-21T09:00:00.000Z',
      },
    })
    expect(practice.identities.groups).toEqual([[SUB, 'cliente']])
    expect(await countsIn(practice)).toEqual({
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
    expect(await countsIn(practice)).toEqual({
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

  test('is confirmed when the purchase made it before the address was verified', async () => {
    const practice = await aCompletingPractice()
    const before = { userId: `usr_${SUB}`, email, firstName: 'Lucía', lastName: 'Ferrer' }
    await practice.data.users
      .create({
        ...before,
        role: 'cliente',
        status: 'unconfirmed',
        customerId: `cus_${SUB}`,
        createdAt: '2026-11-20T09:00:00.000Z',
      })
      .go()

    const answer = await askSession(practice)

    expect(answer).toMatchObject({ status: 200, body: { emailVerifiedAt: '2026-11-21T09:00:00.000Z' } })
    expect(await auditActionsOf(practice)).toEqual(['ACCOUNT_CONFIRMED'])
  })

  test('A-64 is not made for an account that only Cognito calls confirmed', async () => {
    const practice = await aCompletingPractice()
    await practice.data.pendingSignUps
      .patch({ addressId: addressIdOf(email) })
      .set({ state: 'unproven' })
      .go()

    expect(await askSession(practice)).toEqual({ status: 409, body: { code: 'profile-missing' } })
  })

  test.each([{ confirmed: false }, { enabled: false }])('is not made for an account that is %j', async (changes) => {
    const practice = await aCompletingPractice(changes)

    const answer = await askSession(practice)

    expect(answer).toEqual({ status: 409, body: { code: 'profile-missing' } })
    expect(await countsIn(practice)).toEqual({ pendingSignUp: 1 })
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
): Promise<Practice> {
  const practice = await aPractice()
  const addressId = addressIdOf(email)
  const createdAt = practice.now().toISOString()
  await practice.data.pendingSignUps
    .create({ addressId, email, state, sub: SUB, ownDetails: true, version: 1, createdAt })
    .go()
  practice.identities.known.set(SUB, {
    sub: SUB,
    confirmed: true,
    enabled: true,
    hasTotp: false,
    createdAt: practice.now(),
    attributes: signUpAttributesOf(email, practice.now()),
    ...changes,
  })
  return { ...practice, completeProfile: completeProfileWith(practice.identities, practice) }
}

const askSession = (practice: Practice) =>
  asking(serveAccount(() => practice))(account.session, {
    as: aPasswordSession({ sub: SUB }, practice),
  })
