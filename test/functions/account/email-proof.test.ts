import { AdminGetUserCommand, ConfirmSignUpCommand } from '@aws-sdk/client-cognito-identity-provider'
import { describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { signInAtPool, signInAtPoolByGoogle } from '../../support/identity-setup.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import {
  UNCLAIMED_EMAIL,
  createUnclaimedCustomerSetup,
  ownerRegistrationForm,
  OWNER_PASSWORD,
  parseVerificationLink,
} from '../../support/unclaimed-address.ts'
import { testPoolClientId, testUserPoolId } from '../../local/cognito/running-user-pool.ts'

const HIS = 'Del-Intruso-1'
const nobodys = 'A'.repeat(43)

const hisForm = { ...ownerRegistrationForm, password: HIS, firstName: 'Intruso', lastName: 'Anónimo' }

async function aSetup() {
  const setup = await createUnclaimedCustomerSetup()
  const { ask, pool, waiting } = setup
  return {
    ...setup,
    signUp: async (body: object) => ask(account.signUp, { body }),
    verify: (proof: string | undefined, more: object = {}) =>
      ask(account.verifyAddress, { body: { email: UNCLAIMED_EMAIL, proof, ...more } }),
    choose: (proof: string | undefined, password: string) =>
      ask(account.chooseFirstPassword, { body: { email: UNCLAIMED_EMAIL, proof, password } }),
    session: async (password: string) => {
      const person = await signInAtPool(setup, UNCLAIMED_EMAIL, { password })
      return ask(account.session, { as: person.as })
    },
    ownerOfWaiting: async () => (await waiting())?.userId,
    inPool: () => pool.sdk.send(new AdminGetUserCommand({ UserPoolId: testUserPoolId, Username: UNCLAIMED_EMAIL })),
  }
}

const wrong = { name: 'NotAuthorizedException' }

describe('A-64 an address belongs to nobody before whoever chose the password has proven it', () => {
  test('REG-29 AUTH-28 the browser that signed up needs the link alone, and what waits is linked at the first sign-in', async () => {
    const setup = await aSetup()
    const { body: made } = await setup.signUp(ownerRegistrationForm)
    const [{ proof } = parseVerificationLink('')] = setup.mailed()

    const answer = await setup.verify(proof, { token: made.token })

    expect(answer).toEqual({ status: 200, body: { state: 'verified' } })
    expect(await setup.ownerOfWaiting()).toBeUndefined()
    const { body: session } = await setup.session(OWNER_PASSWORD)
    expect(session).toMatchObject({ customerId: 'cus_waiting-0001', displayName: 'Lucía Ferrer' })
    expect(await setup.ownerOfWaiting()).toBe(session.userId)
  })

  test('in another browser the link asks for the password, and takes the right one only', async () => {
    const setup = await aSetup()
    await setup.signUp(ownerRegistrationForm)
    const [{ proof } = parseVerificationLink('')] = setup.mailed()

    const bare = await setup.verify(proof)
    const guessed = await setup.verify(proof, { password: HIS })
    const right = await setup.verify(proof, { password: OWNER_PASSWORD })

    expect(bare.body).toEqual({ state: 'password-needed' })
    expect(guessed).toEqual({ status: 409, body: { code: 'password-wrong' } })
    expect(right.body).toEqual({ state: 'verified' })
    await expect(setup.session(OWNER_PASSWORD)).resolves.toMatchObject({ status: 200 })
  })

  test('attacker first: her click does not wake his account, and her own password makes another', async () => {
    const setup = await aSetup()
    await setup.signUp(hisForm)
    const { body: hers } = await setup.signUp(ownerRegistrationForm)

    const click = await setup.verify(setup.mailed().at(-1)?.proof, { token: hers.token })

    expect(click.body).toEqual({ state: 'verified' })
    await expect(signInAtPool(setup, UNCLAIMED_EMAIL, { password: HIS })).rejects.toMatchObject(wrong)
    expect((await setup.session(OWNER_PASSWORD)).body).toMatchObject({ displayName: 'Lucía Ferrer' })
  })

  test('attacker first: the link of his attempt, clicked by her, gives nobody anything but a new password', async () => {
    const setup = await aSetup()
    const { body: his } = await setup.signUp(hisForm)
    const [{ proof } = parseVerificationLink('')] = setup.mailed()

    const click = await setup.verify(proof, { password: OWNER_PASSWORD })
    const chosen = await setup.choose(proof, OWNER_PASSWORD)

    expect(click.body).toEqual({ code: 'password-wrong' })
    expect(chosen).toEqual({ status: 200, body: { chosen: true } })
    await expect(signInAtPool(setup, UNCLAIMED_EMAIL, { password: HIS })).rejects.toMatchObject(wrong)
    expect((await setup.verify(nobodys, { token: his.token })).body).toEqual({ code: 'link-invalid' })
    // The attacker's name, birth date and acceptance do not count: the registration is incomplete.
    expect((await setup.session(OWNER_PASSWORD)).body).toEqual({ code: 'profile-missing' })
    expect(JSON.stringify((await setup.inPool()).UserAttributes)).not.toContain('Intruso')
  })

  test('victim first: a stranger who replaces her account makes her link lead to a new password', async () => {
    const setup = await aSetup()
    const { body: hers } = await setup.signUp(ownerRegistrationForm)
    const [{ proof } = parseVerificationLink('')] = setup.mailed()
    await setup.signUp(hisForm)

    const click = await setup.verify(proof, { token: hers.token })
    const tried = await setup.verify(proof, { password: OWNER_PASSWORD })
    await setup.choose(proof, 'Calabaza-9')

    expect(click.body).toEqual({ state: 'password-needed' })
    expect(tried.body).toEqual({ code: 'password-wrong' })
    await expect(signInAtPool(setup, UNCLAIMED_EMAIL, { password: HIS })).rejects.toMatchObject(wrong)
    await expect(signInAtPool(setup, UNCLAIMED_EMAIL, { password: 'Calabaza-9' })).resolves.toBeDefined()
  })

  test('a stranger who replaces every second while she opens her first mail replaces three times, and gets nothing', async () => {
    const setup = await aSetup()
    await setup.signUp(ownerRegistrationForm)
    const [{ proof } = parseVerificationLink('')] = setup.mailed()
    const answers = []
    for (let second = 0; second < 12; second++) {
      answers.push(await setup.signUp({ ...hisForm, password: `${HIS}${second}` }))
      setup.clock.advance({ seconds: 1 })
    }

    const chosen = await setup.choose(proof, OWNER_PASSWORD)
    for (let second = 12; second < 15; second++) await setup.signUp({ ...hisForm, password: `${HIS}${second}` })

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(setup.mailed()).toHaveLength(4)
    expect(chosen.body).toEqual({ chosen: true })
    for (let second = 0; second < 15; second++) {
      await expect(signInAtPool(setup, UNCLAIMED_EMAIL, { password: `${HIS}${second}` })).rejects.toBeDefined()
    }
    setup.clock.advance({ hours: 1 })
    await expect(signInAtPool(setup, UNCLAIMED_EMAIL, { password: OWNER_PASSWORD })).resolves.toBeDefined()
  })

  test('whoever replaces an account while its owner is confirming it does not end up with it', async () => {
    const setup = await aSetup()
    const { body: hers } = await setup.signUp(ownerRegistrationForm)
    const [{ proof } = parseVerificationLink('')] = setup.mailed()

    await Promise.all([setup.verify(proof, { token: hers.token }), setup.signUp(hisForm)])

    await setup.session(HIS).catch(() => undefined)
    expect(await setup.ownerOfWaiting()).toBeUndefined()
  })

  test('ConfirmSignUp takes the code from anybody, and gives his account nothing: neither panel nor registration', async () => {
    const setup = await aSetup()
    await setup.signUp(hisForm)
    const [{ code } = parseVerificationLink('')] = setup.mailed()
    await setup.pool.sdk.send(
      new ConfirmSignUpCommand({ ClientId: testPoolClientId, Username: UNCLAIMED_EMAIL, ConfirmationCode: code }),
    )

    const his = await signInAtPool(setup, UNCLAIMED_EMAIL, { password: HIS })
    const session = await setup.ask(account.session, { as: his.as })
    const completed = await setup.ask(account.completeRegistration, {
      as: his.as,
      body: { firstName: 'Intruso', lastName: 'Anónimo', birthDate: '1980-01-01', acceptedTerms: true },
    })

    expect(session.body).toEqual({ code: 'profile-missing' })
    expect(completed.body).toEqual({ code: 'email-unverified' })
    expect(await setup.ownerOfWaiting()).toBeUndefined()
    // Nor does it block the address for its owner.
    const { body: hers } = await setup.signUp(ownerRegistrationForm)
    expect((await setup.verify(setup.mailed().at(-1)?.proof, { token: hers.token })).body).toEqual({
      state: 'verified',
    })
    expect((await setup.session(OWNER_PASSWORD)).body).toMatchObject({ customerId: 'cus_waiting-0001' })
  })

  test('her way in by Google takes his account away, also one that a code had confirmed', async () => {
    const setup = await aSetup()
    const { body: his } = await setup.signUp(hisForm)
    const [{ proof, code } = parseVerificationLink('')] = setup.mailed()
    await setup.pool.sdk.send(
      new ConfirmSignUpCommand({ ClientId: testPoolClientId, Username: UNCLAIMED_EMAIL, ConfirmationCode: code }),
    )

    const her = await signInAtPoolByGoogle(setup)
    await setup.ask(account.completeRegistration, {
      as: her.as,
      body: { firstName: 'Lucía', lastName: 'Ferrer', birthDate: '1990-05-17', acceptedTerms: true },
    })

    await expect(signInAtPool(setup, UNCLAIMED_EMAIL, { password: HIS })).rejects.toMatchObject(wrong)
    expect((await setup.verify(proof, { token: his.token })).body).toEqual({ state: 'verified' })
    expect(await setup.ownerOfWaiting()).toBe(her.userId)
  })

  test('a link that proves nothing is answered alike whatever the address is', async () => {
    const setup = await aSetup()
    const { body: hers } = await setup.signUp(ownerRegistrationForm)
    await setup.verify(setup.mailed()[0]?.proof, { token: hers.token })
    await setup.session(OWNER_PASSWORD)

    const known = await setup.verify(nobodys)
    const unknown = await setup.ask(account.verifyAddress, { body: { email: 'nadie@correo.test', proof: nobodys } })
    const others = await setup.ask(account.verifyAddress, {
      body: { email: 'nadie@correo.test', proof: setup.mailed()[0]?.proof },
    })

    expect([known.body, unknown.body, others.body]).toEqual(Array.from({ length: 3 }, () => ({ code: 'link-invalid' })))
  })

  test('the link of a proven address says so, and sets no password', async () => {
    const setup = await aSetup()
    const { body: hers } = await setup.signUp(ownerRegistrationForm)
    const [{ proof } = parseVerificationLink('')] = setup.mailed()
    await setup.verify(proof, { token: hers.token })
    await setup.session(OWNER_PASSWORD)

    const again = await setup.verify(proof)
    const chosen = await setup.choose(proof, HIS)

    expect(again.body).toEqual({ state: 'verified' })
    expect(chosen.body).toEqual({ code: 'link-invalid' })
  })
})

describe('signing up', () => {
  test('REG-28 the server stamps the time of acceptance, whatever the clock of the device', async () => {
    const setup = await aSetup()

    await setup.signUp(ownerRegistrationForm)

    const { UserAttributes = [] } = await setup.inPool()
    expect(Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]))).toMatchObject({
      given_name: 'Lucía',
      birthdate: '1990-05-17',
      'custom:terms_accepted_at': '2026-11-21T09:00:00.000Z',
      'custom:marketing_opt_in': 'false',
    })
  })

  test('REG-26 A-23 with an address that has an account looks like any other, and the mail tells its owner', async () => {
    const setup = await aSetup()
    const { body: hers } = await setup.signUp(ownerRegistrationForm)
    await setup.verify(setup.mailed()[0]?.proof, { token: hers.token })
    await setup.session(OWNER_PASSWORD)

    const again = await setup.signUp(hisForm)
    const toBuy = await setup.signUp({ ...hisForm, flow: 'purchase' })

    expect(again).toEqual({
      status: 200,
      body: { token: expect.stringMatching(/^[\w-]{43}$/), verified: false },
    })
    expect(toBuy.body).toEqual({ code: 'email-taken' })
    const mails = await createOutboxReader(setup.practice).post()
    expect(mails.map(({ subject }) => subject)).toContain('Ya tienes una cuenta en Hábitat Interior')
    await expect(setup.session(OWNER_PASSWORD)).resolves.toMatchObject({ status: 200 })
  })

  test('the owner registers although a stranger has used up the replacements of the day', async () => {
    const setup = await aSetup()
    for (let n = 0; n < 5; n++) await setup.signUp({ ...hisForm, password: `${HIS}${n}` })

    const { body: hers } = await setup.signUp(ownerRegistrationForm)
    const { proof } = setup.mailed().at(-1) ?? parseVerificationLink('')

    expect((await setup.verify(proof, { token: hers.token })).body).toEqual({ state: 'password-needed' })
    expect((await setup.choose(proof, OWNER_PASSWORD)).body).toEqual({ chosen: true })
    await expect(signInAtPool(setup, UNCLAIMED_EMAIL, { password: OWNER_PASSWORD })).resolves.toBeDefined()
  })
})
