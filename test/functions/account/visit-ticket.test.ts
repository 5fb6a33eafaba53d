import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { redeemCognitoCallTicket } from '../../../functions/account/public/cognito-call-ticket.ts'
import { createLambdaHandler as serveSweep } from '../../../functions/account/fail-abandoned-attempts.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createPoolPerson } from '../../support/mfa-setup.ts'
import { createIdentitySetup, type IdentitySetup, signInAtPool } from '../../support/identity-setup.ts'
import { createTestPractice, listAuditChanges, type TestPractice } from '../../support/practice.ts'
import { TEST_USER_SUB } from '../../support/triggers.ts'
import { testPoolClientId } from '../../local/cognito/running-user-pool.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

const HERE = { address: '203.0.113.7', userAgent: 'Mozilla/5.0 (test)' }

const redeem = (id: string | undefined, practice: TestPractice) => redeemCognitoCallTicket(id, TEST_USER_SUB, practice)

async function atTheDoor() {
  const practice = await createTestPractice()
  const ask = createEndpointCaller(serveAccount(() => practice))
  const ticket = async (headers = {}) => (await ask(account.issueTicket, { headers })).body.ticket
  return { practice, ask, ticket }
}

describe('DATA-08 a ticket', () => {
  test('says where its holder was to the calls of one trigger, which Cognito may repeat, and to nothing later', async () => {
    const { practice, ticket } = await atTheDoor()
    const id = await ticket()

    expect(await redeem(id, practice)).toMatchObject({ caller: HERE, repeated: false })
    practice.clock.advance({ seconds: 10 })
    expect(await redeem(id, practice)).toMatchObject({ caller: HERE, repeated: true })
    practice.clock.advance({ seconds: 20 })
    expect(await redeem(id, practice)).toBeUndefined()
  })

  test('says nothing to the trigger of another user than the first', async () => {
    const { practice, ticket } = await atTheDoor()
    const id = await ticket()
    await redeem(id, practice)

    expect(await redeemCognitoCallTicket(id, 'another-sub', practice)).toBeUndefined()
  })

  test('that two calls bring at the same moment is the first call of one of them', async () => {
    const { practice, ticket } = await atTheDoor()
    const id = await ticket()

    const redeemed = await Promise.all([redeem(id, practice), redeem(id, practice)])

    expect(new Set(redeemed.map((each) => each?.repeated))).toEqual(new Set([false, true]))
  })

  test('says so for five minutes', async () => {
    const { practice, ticket } = await atTheDoor()
    const [early, late] = [await ticket(), await ticket()]
    practice.clock.advance({ minutes: 4, seconds: 59 })
    expect(await redeem(early, practice)).toMatchObject({ caller: HERE })
    practice.clock.advance({ seconds: 1 })

    expect(await redeem(late, practice)).toBeUndefined()
  })

  test('holds the address that our own gateways saw, whatever the caller writes in its place', async () => {
    const { practice, ticket } = await atTheDoor()

    const id = await ticket({ 'x-forwarded-for': '192.0.2.99, 203.0.113.7, 130.176.1.1' })

    expect(await redeem(id, practice)).toMatchObject({ caller: { address: '203.0.113.7' } })
  })

  test.each([undefined, '', 'tkt_made-up-0001', 'usr_00000001', '$practice#userid_usr_1', 'x'.repeat(5000)])(
    'that was never given says nothing, and is no fault: %j',
    async (made) => {
      const { practice } = await atTheDoor()

      expect(await redeem(made, practice)).toBeUndefined()
    },
  )

  test('is given sixty times in a quarter of an hour to one address', async () => {
    const { ask } = await atTheDoor()
    for (let given = 0; given < 60; given++) await ask(account.issueTicket)

    expect(await ask(account.issueTicket)).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
  })
})

async function atHome() {
  const setup = await createIdentitySetup()
  open.push(setup)
  const person = await createPoolPerson(setup)
  const { body } = await createEndpointCaller(serveAccount(() => setup.practice))(account.issueTicket)
  return { setup, person, metadata: { [cognitoMetadataKeys.ticket]: body.ticket } }
}

describe('DATA-08 with a ticket Cognito’s triggers know where a call comes from', () => {
  test('a wrong password is written down with address and user agent', async () => {
    const { setup, person, metadata } = await atHome()
    await expect(signInAtPool(setup, person.email, { password: 'Otra-clave-9', metadata })).rejects.toThrow('Incorrect')
    setup.clock.advance({ minutes: 3 })

    await serveSweep(() => setup.practice)()

    expect(await listAuditChanges(setup.practice)).toMatchObject([
      { action: 'LOGIN_FAILED', userId: person.userId, ...HERE },
    ])
  })

  test('a sign-in works with one that is made up, and without one', async () => {
    const { setup, person } = await atHome()

    const session = await signInAtPool(setup, person.email, {
      metadata: { [cognitoMetadataKeys.ticket]: 'tkt_made-up-0001' },
    })

    expect(session.sub).toBe(person.sub)
    await expect(signInAtPool(setup, person.email)).resolves.toMatchObject({ sub: person.sub })
  })

  test('a new password is written down with address and user agent', async () => {
    const { setup, person, metadata } = await atHome()
    await setup.pool.sdk.send(new ForgotPasswordCommand({ ClientId: testPoolClientId, Username: person.email }))

    await setup.pool.sdk.send(
      new ConfirmForgotPasswordCommand({
        ClientId: testPoolClientId,
        Username: person.email,
        ConfirmationCode: setup.pool.lastCode(),
        Password: 'Calabacín-8',
        ClientMetadata: metadata,
      }),
    )

    expect(await listAuditChanges(setup.practice)).toMatchObject([{ action: 'PASSWORD_CHANGED', ...HERE }])
  })
})
