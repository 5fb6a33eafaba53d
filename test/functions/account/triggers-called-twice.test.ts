import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { createCognitoCallTicket, type TrustedPlace } from '../../../functions/account/public/cognito-call-ticket.ts'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as serveSweep } from '../../../functions/account/fail-abandoned-attempts.handler.ts'
import { createLambdaHandler as servePost } from '../../../functions/account/post-authentication.handler.ts'
import { createLambdaHandler as servePre } from '../../../functions/account/pre-authentication.handler.ts'
import { linkGoogleToAccount } from '../../../functions/account/google-link.ts'
import { createGoogleLinker } from '../../../functions/account/pre-sign-up.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createIdentitySetup,
  type IdentitySetup,
  signInAtPool,
  signInAtPoolByGoogle,
  TEST_PASSWORD,
} from '../../support/identity-setup.ts'
import { createPoolPerson, listQueuedMailKinds } from '../../support/mfa-setup.ts'
import { createCliente } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { createPoolTriggerEvent } from '../../support/triggers.ts'
import { luciaGoogleAccount } from '../../local/cognito/google-and-pool.ts'
import { testPoolClientId, testUserPoolId } from '../../local/cognito/running-user-pool.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

const CALLER = { address: '198.51.100.9', userAgent: 'Firefox' }

async function atDeafPool({ strongPasswords = false } = {}) {
  const setup = await createIdentitySetup({ triggersTwice: true, strongPasswords })
  open.push(setup)
  const failAbandoned = async () => {
    setup.clock.advance({ minutes: 4 })
    await serveSweep(() => setup.practice)()
    return (await listAuditChanges(setup.practice)).filter(({ action }) => action === 'LOGIN_FAILED')
  }
  const carry = async (trust: readonly TrustedPlace[] = []) => ({
    [cognitoMetadataKeys.ticket]: await createCognitoCallTicket(CALLER, setup.practice, trust),
  })
  return { ...setup, ask: createEndpointCaller(serveAccount(() => setup.practice)), failAbandoned, carry }
}

/** Cognito calls a trigger again that has not answered within five seconds, with the same event. */
describe('where Cognito heard no answer and calls each trigger again', () => {
  test('seven people sign up with their passwords checked, and nobody is refused', async () => {
    const at = await atDeafPool({ strongPasswords: true })
    const signUp = (n: number) =>
      at.ask(account.signUp, {
        body: {
          flow: 'registration',
          email: `persona${n}@correo.test`,
          password: 'Berenjena-azul-7',
          firstName: 'Lucía',
          lastName: 'Ferrer',
          birthDate: '1990-05-17',
          acceptedTerms: true,
          marketingOptIn: false,
        },
      })

    const statuses: number[] = []
    for (let n = 0; n < 7; n++) statuses.push((await signUp(n)).status)

    expect(statuses).toEqual(Array.from({ length: 7 }, () => 200))
  })

  test('a sign-in that succeeds leaves nothing behind that could fail later', async () => {
    const at = await atDeafPool()
    const person = await createPoolPerson(at)
    const trusted = { userId: person.userId, place: 'browser-1' }

    await signInAtPool(at, person.email, { metadata: await at.carry([trusted]) })
    await signInAtPool(at, person.email, { metadata: await at.carry() })

    expect(await at.failAbandoned()).toEqual([])
  })

  test('so does one of an account with an authenticator app, from a place where nobody knows it', async () => {
    const at = await atDeafPool()
    const person = await createPoolPerson(at)
    await at.practice.data.users
      .patch({ userId: person.userId })
      .set({ mfaEnabledAt: at.clock.now().toISOString() })
      .go()
    const metadata = await at.carry()
    const signIn = { validationData: metadata, clientMetadata: metadata }
    const event = (source: string) => createPoolTriggerEvent(source, signIn, person.sub)

    for (let calls = 0; calls < 3; calls++) await servePre(() => at.practice)(event('PreAuthentication_Authentication'))
    for (let calls = 0; calls < 3; calls++)
      await servePost(() => at.practice)(event('PostAuthentication_Authentication'))

    expect(await at.failAbandoned()).toEqual([])
  })

  test('each call of an attempt that fails counts, so that no ticket is good for guessing', async () => {
    const at = await atDeafPool()
    const person = await createPoolPerson(at)
    const guess = async () => signInAtPool(at, person.email, { password: 'Otra-clave-9', metadata: await at.carry() })
    for (let guesses = 0; guesses < 5; guesses++) await expect(guess()).rejects.toThrow(/Incorrect|attempts exceeded/)

    await expect(guess()).rejects.toThrow('too-many-attempts')

    const failures = await at.failAbandoned()
    expect(failures).toHaveLength(10)
    expect(failures).toEqual(failures.map(() => expect.objectContaining(CALLER)))
  })

  test('a returning visit by Google leaves nothing behind that could fail later', async () => {
    const at = await atDeafPool()
    await signInAtPoolByGoogle(at)

    await signInAtPoolByGoogle(at)

    expect(await at.failAbandoned()).toEqual([])
  })

  test('A-19 Google is linked, written down and told once', async () => {
    const at = await atDeafPool()
    const person = await createCliente(at.practice, { email: luciaGoogleAccount.email })
    const { email } = luciaGoogleAccount
    at.pool.cognito().seedUser({ email, password: TEST_PASSWORD, sub: person.sub, groups: ['cliente'] })

    const session = await signInAtPoolByGoogle(at)

    expect(session.sub).toBe(person.sub)
    expect(await listAuditChanges(at.practice)).toMatchObject([{ action: 'GOOGLE_LINKED', details: { made: false } }])
    expect(await listQueuedMailKinds(at)).toMatchObject([{ to: luciaGoogleAccount.email, kind: 'google-linked' }])
  })

  test('A-19 what follows from a link is written by the second call where the first was cut off after linking', async () => {
    const at = await atDeafPool()
    const { email, subject } = luciaGoogleAccount
    const person = await createCliente(at.practice, { email })
    at.pool.cognito().seedUser({ email, password: TEST_PASSWORD, sub: person.sub, groups: ['cliente'] })
    const identity = { subject, email, emailVerified: true, firstName: 'Lucía', lastName: 'Ferrer' }
    await linkGoogleToAccount(identity, testUserPoolId, at.pool.sdk, {
      isOwned: async () => true,
      noteClaim: async () => {},
    })

    await createGoogleLinker(at.pool.sdk, at.practice)(identity, testUserPoolId)

    expect(await listAuditChanges(at.practice)).toMatchObject([{ action: 'GOOGLE_LINKED', details: { made: false } }])
    expect(await listQueuedMailKinds(at)).toMatchObject([{ to: email, kind: 'google-linked' }])
  })

  test('A-19 an identity that is linked to somebody else is no link of this account', async () => {
    const at = await atDeafPool()
    const identity = {
      subject: luciaGoogleAccount.subject,
      emailVerified: true,
      firstName: 'Lucía',
      lastName: 'Ferrer',
    }
    const link = (email: string) => createGoogleLinker(at.pool.sdk, at.practice)({ ...identity, email }, testUserPoolId)
    await link('lucia@correo.test')

    await expect(link('otra@correo.test')).rejects.toThrow('Invalid SourceUser')

    expect(await listAuditChanges(at.practice)).toHaveLength(1)
  })

  test('A-19 an account that Google makes is written down once, and nobody is told of it', async () => {
    const at = await atDeafPool()

    await signInAtPoolByGoogle(at)

    expect(await listAuditChanges(at.practice)).toMatchObject([{ action: 'GOOGLE_LINKED' }])
    expect(await listQueuedMailKinds(at)).toEqual([])
  })

  test('a new password by mail is written down and told once, with where it was chosen', async () => {
    const at = await atDeafPool()
    const person = await createPoolPerson(at)
    await at.pool.sdk.send(new ForgotPasswordCommand({ ClientId: testPoolClientId, Username: person.email }))

    await at.pool.sdk.send(
      new ConfirmForgotPasswordCommand({
        ClientId: testPoolClientId,
        Username: person.email,
        ConfirmationCode: at.pool.lastCode(),
        Password: 'Calabacín-8',
        ClientMetadata: await at.carry(),
      }),
    )

    expect(await listAuditChanges(at.practice)).toMatchObject([{ action: 'PASSWORD_CHANGED', ...CALLER }])
    expect(await listQueuedMailKinds(at)).toMatchObject([{ kind: 'password-changed' }])
  })
})
