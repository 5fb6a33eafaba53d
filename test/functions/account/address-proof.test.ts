import { AdminGetUserCommand, ConfirmSignUpCommand } from '@aws-sdk/client-cognito-identity-provider'
import { describe, expect, test } from 'vitest'
import { account } from '#contract/account'
import { signIn, signInByGoogle } from '../../support/identity-desk.ts'
import { mailroom } from '../../support/mailed.ts'
import { ADDRESS, aDeskWithWaiting, form, HERS, linkIn } from '../../support/waiting-address.ts'
import { clientId, poolId } from '../../local/cognito/pool-on-a-port.ts'

const HIS = 'Del-Intruso-1'
const nobodys = 'A'.repeat(43)

const hisForm = { ...form, password: HIS, firstName: 'Intruso', lastName: 'Anónimo' }

async function aDesk() {
  const desk = await aDeskWithWaiting()
  const { ask, pool, waiting } = desk
  return {
    ...desk,
    signUp: async (body: object) => ask(account.signUp, { body }),
    verify: (proof: string | undefined, more: object = {}) =>
      ask(account.verifyAddress, { body: { email: ADDRESS, proof, ...more } }),
    choose: (proof: string | undefined, password: string) =>
      ask(account.chooseFirstPassword, { body: { email: ADDRESS, proof, password } }),
    session: async (password: string) => {
      const person = await signIn(desk, ADDRESS, { password })
      return ask(account.session, { as: person.as })
    },
    ownerOfWaiting: async () => (await waiting())?.userId,
    inPool: () => pool.sdk.send(new AdminGetUserCommand({ UserPoolId: poolId, Username: ADDRESS })),
  }
}

const wrong = { name: 'NotAuthorizedException' }

describe('A-64 an address belongs to nobody before whoever chose the password has proven it', () => {
  test('REG-29 AUTH-28 the browser that signed up needs the link alone, and what waits is linked at the first sign-in', async () => {
    const desk = await aDesk()
    const { body: made } = await desk.signUp(form)
    const [{ proof } = linkIn('')] = desk.mailed()

    const answer = await desk.verify(proof, { token: made.token })

    expect(answer).toEqual({ status: 200, body: { state: 'verified' } })
    expect(await desk.ownerOfWaiting()).toBeUndefined()
    const { body: session } = await desk.session(HERS)
    expect(session).toMatchObject({ customerId: 'cus_waiting-0001', displayName: 'Lucía Ferrer' })
    expect(await desk.ownerOfWaiting()).toBe(session.userId)
  })

  test('in another browser the link asks for the password, and takes the right one only', async () => {
    const desk = await aDesk()
    await desk.signUp(form)
    const [{ proof } = linkIn('')] = desk.mailed()

    const bare = await desk.verify(proof)
    const guessed = await desk.verify(proof, { password: HIS })
    const right = await desk.verify(proof, { password: HERS })

    expect(bare.body).toEqual({ state: 'password-needed' })
    expect(guessed).toEqual({ status: 409, body: { code: 'password-wrong' } })
    expect(right.body).toEqual({ state: 'verified' })
    await expect(desk.session(HERS)).resolves.toMatchObject({ status: 200 })
  })

  test('attacker first: her click does not wake his account, and her own password makes another', async () => {
    const desk = await aDesk()
    await desk.signUp(hisForm)
    const { body: hers } = await desk.signUp(form)

    const click = await desk.verify(desk.mailed().at(-1)?.proof, { token: hers.token })

    expect(click.body).toEqual({ state: 'verified' })
    await expect(signIn(desk, ADDRESS, { password: HIS })).rejects.toMatchObject(wrong)
    expect((await desk.session(HERS)).body).toMatchObject({ displayName: 'Lucía Ferrer' })
  })

  test('attacker first: the link of his attempt, clicked by her, gives nobody anything but a new password', async () => {
    const desk = await aDesk()
    const { body: his } = await desk.signUp(hisForm)
    const [{ proof } = linkIn('')] = desk.mailed()

    const click = await desk.verify(proof, { password: HERS })
    const chosen = await desk.choose(proof, HERS)

    expect(click.body).toEqual({ code: 'password-wrong' })
    expect(chosen).toEqual({ status: 200, body: { chosen: true } })
    await expect(signIn(desk, ADDRESS, { password: HIS })).rejects.toMatchObject(wrong)
    expect((await desk.verify(nobodys, { token: his.token })).body).toEqual({ code: 'link-invalid' })
    // His name, his birth date and his acceptance are not hers: the registration has still to be completed.
    expect((await desk.session(HERS)).body).toEqual({ code: 'profile-missing' })
    expect(JSON.stringify((await desk.inPool()).UserAttributes)).not.toContain('Intruso')
  })

  test('victim first: a stranger who replaces her account makes her link lead to a new password', async () => {
    const desk = await aDesk()
    const { body: hers } = await desk.signUp(form)
    const [{ proof } = linkIn('')] = desk.mailed()
    await desk.signUp(hisForm)

    const click = await desk.verify(proof, { token: hers.token })
    const tried = await desk.verify(proof, { password: HERS })
    await desk.choose(proof, 'Calabaza-9')

    expect(click.body).toEqual({ state: 'password-needed' })
    expect(tried.body).toEqual({ code: 'password-wrong' })
    await expect(signIn(desk, ADDRESS, { password: HIS })).rejects.toMatchObject(wrong)
    await expect(signIn(desk, ADDRESS, { password: 'Calabaza-9' })).resolves.toBeDefined()
  })

  test('a stranger who replaces every second while she opens her first mail replaces three times, and gets nothing', async () => {
    const desk = await aDesk()
    await desk.signUp(form)
    const [{ proof } = linkIn('')] = desk.mailed()
    const answers = []
    for (let second = 0; second < 12; second++) {
      answers.push(await desk.signUp({ ...hisForm, password: `${HIS}${second}` }))
      desk.clock.advance({ seconds: 1 })
    }

    const chosen = await desk.choose(proof, HERS)
    for (let second = 12; second < 15; second++) await desk.signUp({ ...hisForm, password: `${HIS}${second}` })

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(desk.mailed()).toHaveLength(4)
    expect(chosen.body).toEqual({ chosen: true })
    for (let second = 0; second < 15; second++) {
      await expect(signIn(desk, ADDRESS, { password: `${HIS}${second}` })).rejects.toBeDefined()
    }
    desk.clock.advance({ hours: 1 })
    await expect(signIn(desk, ADDRESS, { password: HERS })).resolves.toBeDefined()
  })

  test('whoever replaces an account while its owner is confirming it does not end up with it', async () => {
    const desk = await aDesk()
    const { body: hers } = await desk.signUp(form)
    const [{ proof } = linkIn('')] = desk.mailed()

    await Promise.all([desk.verify(proof, { token: hers.token }), desk.signUp(hisForm)])

    await desk.session(HIS).catch(() => undefined)
    expect(await desk.ownerOfWaiting()).toBeUndefined()
  })

  test('ConfirmSignUp takes the code from anybody, and gives his account nothing: neither panel nor registration', async () => {
    const desk = await aDesk()
    await desk.signUp(hisForm)
    const [{ code } = linkIn('')] = desk.mailed()
    await desk.pool.sdk.send(
      new ConfirmSignUpCommand({ ClientId: clientId, Username: ADDRESS, ConfirmationCode: code }),
    )

    const his = await signIn(desk, ADDRESS, { password: HIS })
    const session = await desk.ask(account.session, { as: his.as })
    const completed = await desk.ask(account.completeRegistration, {
      as: his.as,
      body: { firstName: 'Intruso', lastName: 'Anónimo', birthDate: '1980-01-01', acceptedTerms: true },
    })

    expect(session.body).toEqual({ code: 'profile-missing' })
    expect(completed.body).toEqual({ code: 'email-unverified' })
    expect(await desk.ownerOfWaiting()).toBeUndefined()
    // Nor does it keep the address from its owner.
    const { body: hers } = await desk.signUp(form)
    expect((await desk.verify(desk.mailed().at(-1)?.proof, { token: hers.token })).body).toEqual({ state: 'verified' })
    expect((await desk.session(HERS)).body).toMatchObject({ customerId: 'cus_waiting-0001' })
  })

  test('her way in by Google takes his account away, also one that a code had confirmed', async () => {
    const desk = await aDesk()
    const { body: his } = await desk.signUp(hisForm)
    const [{ proof, code } = linkIn('')] = desk.mailed()
    await desk.pool.sdk.send(
      new ConfirmSignUpCommand({ ClientId: clientId, Username: ADDRESS, ConfirmationCode: code }),
    )

    const her = await signInByGoogle(desk)
    await desk.ask(account.completeRegistration, {
      as: her.as,
      body: { firstName: 'Lucía', lastName: 'Ferrer', birthDate: '1990-05-17', acceptedTerms: true },
    })

    await expect(signIn(desk, ADDRESS, { password: HIS })).rejects.toMatchObject(wrong)
    expect((await desk.verify(proof, { token: his.token })).body).toEqual({ state: 'verified' })
    expect(await desk.ownerOfWaiting()).toBe(her.userId)
  })

  test('a link that proves nothing is answered alike whatever the address is', async () => {
    const desk = await aDesk()
    const { body: hers } = await desk.signUp(form)
    await desk.verify(desk.mailed()[0]?.proof, { token: hers.token })
    await desk.session(HERS)

    const known = await desk.verify(nobodys)
    const unknown = await desk.ask(account.verifyAddress, { body: { email: 'nadie@correo.test', proof: nobodys } })
    const others = await desk.ask(account.verifyAddress, {
      body: { email: 'nadie@correo.test', proof: desk.mailed()[0]?.proof },
    })

    expect([known.body, unknown.body, others.body]).toEqual(Array.from({ length: 3 }, () => ({ code: 'link-invalid' })))
  })

  test('the link of a proven address says so, and sets no password', async () => {
    const desk = await aDesk()
    const { body: hers } = await desk.signUp(form)
    const [{ proof } = linkIn('')] = desk.mailed()
    await desk.verify(proof, { token: hers.token })
    await desk.session(HERS)

    const again = await desk.verify(proof)
    const chosen = await desk.choose(proof, HIS)

    expect(again.body).toEqual({ state: 'verified' })
    expect(chosen.body).toEqual({ code: 'link-invalid' })
  })
})

describe('signing up', () => {
  test('REG-28 the server stamps the time of acceptance, whatever the clock of the device', async () => {
    const desk = await aDesk()

    await desk.signUp(form)

    const { UserAttributes = [] } = await desk.inPool()
    expect(Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]))).toMatchObject({
      given_name: 'Lucía',
      birthdate: '1990-05-17',
      'custom:terms_accepted_at': '2026-11-21T09:00:00.000Z',
      'custom:marketing_opt_in': 'false',
    })
  })

  test('REG-26 A-23 with an address that has an account looks like any other, and the mail tells its owner', async () => {
    const desk = await aDesk()
    const { body: hers } = await desk.signUp(form)
    await desk.verify(desk.mailed()[0]?.proof, { token: hers.token })
    await desk.session(HERS)

    const again = await desk.signUp(hisForm)
    const toBuy = await desk.signUp({ ...hisForm, flow: 'purchase' })

    expect(again).toEqual({
      status: 200,
      body: { token: expect.stringMatching(/^[\w-]{43}$/), verified: false },
    })
    expect(toBuy.body).toEqual({ code: 'email-taken' })
    const mails = await mailroom(desk.practice).post()
    expect(mails.map(({ subject }) => subject)).toContain('Ya tienes una cuenta en Hábitat Interior')
    await expect(desk.session(HERS)).resolves.toMatchObject({ status: 200 })
  })

  test('the owner registers although a stranger has used up the replacements of the day', async () => {
    const desk = await aDesk()
    for (let n = 0; n < 5; n++) await desk.signUp({ ...hisForm, password: `${HIS}${n}` })

    const { body: hers } = await desk.signUp(form)
    const { proof } = desk.mailed().at(-1) ?? linkIn('')

    expect((await desk.verify(proof, { token: hers.token })).body).toEqual({ state: 'password-needed' })
    expect((await desk.choose(proof, HERS)).body).toEqual({ chosen: true })
    await expect(signIn(desk, ADDRESS, { password: HERS })).resolves.toBeDefined()
  })
})
