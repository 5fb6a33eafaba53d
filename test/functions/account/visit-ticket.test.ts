import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test } from 'vitest'
import { account } from '#contract/account'
import { clientMetadata } from '#contract/client-metadata'
import { withServices as serveAccount } from '../../../functions/account/handler.ts'
import { redeemTicket } from '../../../functions/account/public/visit-ticket.ts'
import { withServices as serveSweep } from '../../../functions/account/fail-abandoned-attempts.handler.ts'
import { asking } from '../../support/asking.ts'
import { somebodyAt } from '../../support/enrolled.ts'
import { anIdentitySetup, type IdentitySetup, signIn } from '../../support/identity-setup.ts'
import { aPractice, auditOf } from '../../support/practice.ts'
import { clientId } from '../../local/cognito/pool-on-a-port.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

const HERE = { address: '203.0.113.7', userAgent: 'Mozilla/5.0 (test)' }

async function atTheDoor() {
  const practice = await aPractice()
  const ask = asking(serveAccount(() => practice))
  const ticket = async (headers = {}) => (await ask(account.issueTicket, { headers })).body.ticket
  return { practice, ask, ticket }
}

describe('DATA-08 a ticket', () => {
  test('says once where its holder was', async () => {
    const { practice, ticket } = await atTheDoor()
    const id = await ticket()

    expect(await redeemTicket(id, practice)).toEqual(HERE)
    expect(await redeemTicket(id, practice)).toBeUndefined()
  })

  test('says so for five minutes', async () => {
    const { practice, ticket } = await atTheDoor()
    const [early, late] = [await ticket(), await ticket()]
    practice.clock.advance({ minutes: 4, seconds: 59 })
    expect(await redeemTicket(early, practice)).toEqual(HERE)
    practice.clock.advance({ seconds: 1 })

    expect(await redeemTicket(late, practice)).toBeUndefined()
  })

  test('holds the address that our own gateways saw, whatever the caller writes in its place', async () => {
    const { practice, ticket } = await atTheDoor()

    const id = await ticket({ 'x-forwarded-for': '192.0.2.99, 203.0.113.7, 130.176.1.1' })

    expect(await redeemTicket(id, practice)).toMatchObject({ address: '203.0.113.7' })
  })

  test.each([undefined, '', 'tkt_made-up-0001', 'usr_00000001', '$practice#userid_usr_1', 'x'.repeat(5000)])(
    'that was never given says nothing, and is no fault: %j',
    async (made) => {
      const { practice } = await atTheDoor()

      expect(await redeemTicket(made, practice)).toBeUndefined()
    },
  )

  test('is given sixty times in a quarter of an hour to one address', async () => {
    const { ask } = await atTheDoor()
    for (let given = 0; given < 60; given++) await ask(account.issueTicket)

    expect(await ask(account.issueTicket)).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
  })
})

async function atHome() {
  const setup = await anIdentitySetup()
  open.push(setup)
  const person = await somebodyAt(setup)
  const { body } = await asking(serveAccount(() => setup.practice))(account.issueTicket)
  return { setup, person, metadata: { [clientMetadata.ticket]: body.ticket } }
}

describe('DATA-08 with a ticket Cognito’s triggers know where a call comes from', () => {
  test('a wrong password is written down with address and user agent', async () => {
    const { setup, person, metadata } = await atHome()
    await expect(signIn(setup, person.email, { password: 'Otra-clave-9', metadata })).rejects.toThrow('Incorrect')
    setup.clock.advance({ minutes: 3 })

    await serveSweep(() => setup.practice)()

    expect(await auditOf(setup.practice)).toMatchObject([{ action: 'LOGIN_FAILED', userId: person.userId, ...HERE }])
  })

  test('a sign-in works with one that is made up, and without one', async () => {
    const { setup, person } = await atHome()

    const session = await signIn(setup, person.email, { metadata: { [clientMetadata.ticket]: 'tkt_made-up-0001' } })

    expect(session.sub).toBe(person.sub)
    await expect(signIn(setup, person.email)).resolves.toMatchObject({ sub: person.sub })
  })

  test('a new password is written down with address and user agent', async () => {
    const { setup, person, metadata } = await atHome()
    await setup.pool.sdk.send(new ForgotPasswordCommand({ ClientId: clientId, Username: person.email }))

    await setup.pool.sdk.send(
      new ConfirmForgotPasswordCommand({
        ClientId: clientId,
        Username: person.email,
        ConfirmationCode: setup.pool.lastCode(),
        Password: 'Calabacín-8',
        ClientMetadata: metadata,
      }),
    )

    expect(await auditOf(setup.practice)).toMatchObject([{ action: 'PASSWORD_CHANGED', ...HERE }])
  })
})
