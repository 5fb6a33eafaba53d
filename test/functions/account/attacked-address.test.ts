import {
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { testPoolClientId } from '../../local/cognito/running-user-pool.ts'
import { signInAtPool } from '../../support/identity-setup.ts'
import {
  UNCLAIMED_EMAIL,
  createUnclaimedCustomerSetup,
  ownerRegistrationForm,
  OWNER_PASSWORD,
  parseVerificationLink,
} from '../../support/unclaimed-address.ts'

// Every sign-in here computes SRP twice.
vi.setConfig({ testTimeout: 60_000 })

const his = (round: number) => `Del-Intruso-${round}`
const guess = (round: number) => String.fromCodePoint(65 + (round % 26)).repeat(43)
const sixDigits = (round: number) => String(100_000 + round)

const from = (round: number) => ({ 'x-forwarded-for': `198.18.${round}.7, 130.176.1.1` })

async function aSetup() {
  const setup = await createUnclaimedCustomerSetup()
  const { ask, pool } = setup
  let token = guess(0)
  const moves: readonly ((round: number) => Promise<unknown>)[] = [
    async (round) => {
      const body = { ...ownerRegistrationForm, password: his(round), firstName: 'Intruso' }
      token = (await ask(account.signUp, { body, headers: from(round) })).body.token ?? token
    },
    (round) =>
      ask(account.verifyAddress, { body: { email: UNCLAIMED_EMAIL, proof: guess(round) }, headers: from(round) }),
    (round) =>
      ask(account.verifyAddress, {
        body: { email: UNCLAIMED_EMAIL, proof: guess(round), token },
        headers: from(round),
      }),
    (round) =>
      ask(account.verifyAddress, {
        body: { email: UNCLAIMED_EMAIL, proof: token, token, password: his(round) },
        headers: from(round),
      }),
    (round) =>
      ask(account.chooseFirstPassword, {
        body: { email: UNCLAIMED_EMAIL, proof: guess(round), password: his(round) },
        headers: from(round),
      }),
    (round) =>
      ask(account.mailVerification, { body: { email: UNCLAIMED_EMAIL, reset: round % 2 === 0 }, headers: from(round) }),
    (round) =>
      pool.sdk.send(
        new SignUpCommand({
          ClientId: testPoolClientId,
          Username: UNCLAIMED_EMAIL,
          Password: his(round),
          UserAttributes: [{ Name: 'email', Value: UNCLAIMED_EMAIL }],
        }),
      ),
    (round) =>
      pool.sdk.send(
        new ConfirmSignUpCommand({
          ClientId: testPoolClientId,
          Username: UNCLAIMED_EMAIL,
          ConfirmationCode: sixDigits(round),
        }),
      ),
    () => pool.sdk.send(new ResendConfirmationCodeCommand({ ClientId: testPoolClientId, Username: UNCLAIMED_EMAIL })),
    () => pool.sdk.send(new ForgotPasswordCommand({ ClientId: testPoolClientId, Username: UNCLAIMED_EMAIL })),
    (round) =>
      pool.sdk.send(
        new ConfirmForgotPasswordCommand({
          ClientId: testPoolClientId,
          Username: UNCLAIMED_EMAIL,
          ConfirmationCode: sixDigits(round),
          Password: his(round),
        }),
      ),
  ]
  const opens = async (password: string): Promise<boolean> => {
    try {
      const { as } = await signInAtPool(setup, UNCLAIMED_EMAIL, { password })
      const { firstName, lastName, birthDate, acceptedTerms } = ownerRegistrationForm
      await ask(account.completeRegistration, { as, body: { firstName, lastName, birthDate, acceptedTerms } })
      return (await ask(account.session, { as })).status === 200
    } catch {
      return false
    }
  }
  const attack = async (rounds: number): Promise<number> => {
    for (let round = 1; round <= rounds; round++) {
      for (const move of moves) await move(round).catch(() => undefined)
      expect(await opens(his(round))).toBe(false)
    }
    return rounds * (moves.length + 1)
  }
  return { ...setup, attack, opens }
}

test('A-64 attacker first: of 60 tries with nothing but the address none opens it, and its owner arrives by any of the mails', async () => {
  const setup = await aSetup()

  expect(await setup.attack(5)).toBe(60)
  expect(await setup.waiting()).not.toHaveProperty('userId')
  setup.clock.advance({ hours: 1 })
  const [{ proof: first } = parseVerificationLink('')] = setup.mailed()
  await setup.ask(account.chooseFirstPassword, {
    body: { email: UNCLAIMED_EMAIL, proof: first, password: OWNER_PASSWORD },
  })

  expect(await setup.opens(OWNER_PASSWORD)).toBe(true)
  for (let round = 1; round <= 5; round++) expect(await setup.opens(his(round))).toBe(false)
  expect(await setup.waiting()).toHaveProperty('userId')
})

test('A-64 victim first: of 60 tries over an account that she has not yet confirmed none ends up with it', async () => {
  const setup = await aSetup()
  await setup.ask(account.signUp, { body: ownerRegistrationForm })

  expect(await setup.attack(5)).toBe(60)
  expect(await setup.waiting()).not.toHaveProperty('userId')
  setup.clock.advance({ hours: 1 })
  const [{ proof: first } = parseVerificationLink('')] = setup.mailed()
  await setup.ask(account.chooseFirstPassword, {
    body: { email: UNCLAIMED_EMAIL, proof: first, password: OWNER_PASSWORD },
  })

  expect(await setup.opens(OWNER_PASSWORD)).toBe(true)
  expect(await setup.waiting()).toHaveProperty('userId')
})

test('A-64 once proven: of 60 tries none changes the password, and no more than five mails a day reach her', async () => {
  const setup = await aSetup()
  const { body } = await setup.ask(account.signUp, { body: ownerRegistrationForm })
  const [{ proof } = parseVerificationLink('')] = setup.mailed()
  await setup.ask(account.verifyAddress, { body: { email: UNCLAIMED_EMAIL, proof, token: body.token } })
  expect(await setup.opens(OWNER_PASSWORD)).toBe(true)

  expect(await setup.attack(5)).toBe(60)
  setup.clock.advance({ hours: 1 })

  expect(await setup.opens(OWNER_PASSWORD)).toBe(true)
  expect(setup.pool.mails.length).toBeLessThanOrEqual(5)
})
