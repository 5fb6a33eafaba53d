import {
  AssociateSoftwareTokenCommand,
  DeleteUserCommand,
  SetUserMFAPreferenceCommand,
  UpdateUserAttributesCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { mfa } from '#contract/mfa'
import { privacy } from '#contract/privacy'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as serveMfa } from '../../../functions/mfa/handler.ts'
import { createLambdaHandler as servePrivacy } from '../../../functions/privacy/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createMfaSetup,
  createEnrolledMfaSetup,
  allowSessionEnrolment,
  failOnFirstCall,
  listQueuedMailKinds,
  type MfaSetup,
  getStoredUser,
} from '../../support/mfa-setup.ts'
import { createGoogleSessionClaims } from '../../support/people.ts'
import { listAuditedActions } from '../../support/practice.ts'
import {
  generateCurrentTotpCode,
  TEST_PASSWORD,
  refreshPoolSession,
  type SignedInSession,
  signInAtPool,
  signInAtPoolByGoogle,
} from '../../support/identity-setup.ts'

const open: MfaSetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

async function atTwoPlaces(options: { readonly ownMails?: boolean } = {}) {
  const at = await createMfaSetup('cliente', options)
  open.push(at)
  const other = await signInAtPool(at, at.person.email)
  at.clock.advance({ seconds: 1 })
  const askAccount = createEndpointCaller(serveAccount(() => at.practice))
  // Sessions are stored on their first request to the API.
  await askAccount(account.session, at.session)
  await askAccount(account.session, other)
  return { ...at, other, askAccount, isInForce: () => at.practice.authenticators.isInForce(at.person.sub) }
}
type Setup = Awaited<ReturnType<typeof atTwoPlaces>>

const associate = ({ pool }: MfaSetup, { accessToken }: SignedInSession) =>
  pool.sdk.send(new AssociateSoftwareTokenCommand({ AccessToken: accessToken }))
const sessionIdOf = ({ as }: SignedInSession) => as?.['origin_jti'] ?? ''
const refusedByCognito = { name: 'NotAuthorizedException' }

async function enrolAndConfirm(at: MfaSetup, session: SignedInSession) {
  const { body } = await at.ask(mfa.enrol, session)
  const confirmed = await at.ask(mfa.confirm, { ...session, body: { code: generateCurrentTotpCode(at, body.secret) } })
  expect(confirmed.status).toBe(200)
  return body.secret
}

const key = (at: Setup, session: SignedInSession, body?: object) => at.ask(mfa.allowEnrolment, { ...session, body })

describe('A-65 the key to enrol a first app', () => {
  test('is given for five minutes after the sign-in, and then for the password', async () => {
    const at = await atTwoPlaces()
    at.clock.advance({ minutes: 4, seconds: 58 })
    expect((await key(at, at.session)).status).toBe(200)
    at.clock.advance({ seconds: 1 })

    expect((await key(at, at.session)).body).toEqual({ code: 'password-required' })
    expect((await key(at, at.session, { password: 'Otra-clave-9' })).body).toEqual({ code: 'password-wrong' })
    expect((await key(at, at.session, { password: TEST_PASSWORD })).body).toMatchObject({ key: expect.any(String) })
    expect(await listAuditedActions(at.practice)).toEqual([
      'MFA_ENROLMENT_ALLOWED',
      'LOGIN_FAILED',
      'MFA_ENROLMENT_ALLOWED',
    ])
  })

  test('is not given to a refreshed token of an old sign-in: a stolen session enrols nothing', async () => {
    const at = await atTwoPlaces()
    at.clock.advance({ minutes: 6 })

    expect((await key(at, await refreshPoolSession(at, at.other))).body).toEqual({ code: 'password-required' })
  })

  test('after Google wants Google again', async () => {
    const at = await atTwoPlaces()
    const person = at.person
    const early = createGoogleSessionClaims(person, at.practice)
    at.clock.advance({ minutes: 4 })
    expect((await at.ask(mfa.allowEnrolment, { as: early })).status).toBe(200)
    at.clock.advance({ minutes: 1 })

    expect((await at.ask(mfa.allowEnrolment, { as: early, body: { password: TEST_PASSWORD } })).body).toEqual({
      code: 'sign-in-stale',
    })
  })
})

describe('A-65 DeleteUser at Cognito, by a token that enrols', () => {
  test.each([
    [
      'a deletion',
      async (at: Setup, session: SignedInSession) =>
        askPrivacy(at)(privacy.requestDeletion, { ...session, body: SURE }),
    ],
    ['a deactivation', async (at: Setup, session: SignedInSession) => at.askAccount(account.deactivate, session)],
  ])('does nothing any more once its owner has asked for %s: what undoes that finds the account', async (_, close) => {
    const at = await atTwoPlaces()
    const { accessToken: AccessToken } = await allowSessionEnrolment(at, at.other)

    expect((await close(at, at.session)).status).toBe(200)

    await expect(at.pool.sdk.send(new DeleteUserCommand({ AccessToken }))).rejects.toMatchObject(refusedByCognito)
    expect(await at.practice.identities.find(at.person.sub)).toBeDefined()
    expect((await key(at, at.other)).body).toEqual({ code: 'account-inactive' })
  })

  test('is ended before anything is closed: while Cognito does not answer, the request is refused whole', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const at = await atTwoPlaces()
    await allowSessionEnrolment(at, at.other)
    const identities = failOnFirstCall(at.practice.identities, 'signOutEverywhere')
    const ask = createEndpointCaller(servePrivacy(() => ({ ...at.practice, identities, exportFiles: noExports })))

    expect((await ask(privacy.requestDeletion, { ...at.session, body: SURE })).status).toBe(500)
    expect(await getStoredUser(at)).toMatchObject({ status: 'active' })
    expect((await ask(privacy.requestDeletion, { ...at.session, body: SURE })).status).toBe(200)
  })
})

const SURE = { understood: true, final: true, word: 'ELIMINAR' }
const noExports = undefined as never
const askPrivacy = (at: Setup) => createEndpointCaller(servePrivacy(() => ({ ...at.practice, exportFiles: noExports })))

describe('A-65 a change of the address at Cognito itself', () => {
  test('is refused, and its owner is told at the address that we know, each time', async () => {
    const at = await atTwoPlaces({ ownMails: true })
    const { accessToken: AccessToken } = await allowSessionEnrolment(at, at.session)
    const change = () =>
      at.pool.sdk.send(
        new UpdateUserAttributesCommand({
          AccessToken,
          UserAttributes: [{ Name: 'email', Value: 'ladron@correo.test' }],
        }),
      )

    await expect(change()).rejects.toThrow('email-change-refused')
    await expect(change()).rejects.toThrow('email-change-refused')

    const { email } = at.person
    expect((await at.practice.identities.find(at.person.sub))?.attributes).toMatchObject({
      email,
      email_verified: 'true',
    })
    expect(await listQueuedMailKinds(at)).toMatchObject([
      { kind: 'email-change-refused', to: email },
      { kind: 'email-change-refused', to: email },
    ])
    expect((await listAuditedActions(at.practice)).filter((action) => action === 'EMAIL_CHANGE_REFUSED')).toHaveLength(
      2,
    )
  })
})

describe('A-11 at Cognito itself', () => {
  test('no token of a sign-in or of a refresh does anything, second factor or not', async () => {
    const at = await atTwoPlaces()
    const tokens = [at.session, await refreshPoolSession(at, at.other), await signInAtPoolByGoogle(at)]

    for (const { accessToken: AccessToken } of tokens) {
      const settings = { SoftwareTokenMfaSettings: { Enabled: false } }
      await expect(associate(at, { accessToken: AccessToken } as SignedInSession)).rejects.toMatchObject(
        refusedByCognito,
      )
      await expect(at.pool.sdk.send(new DeleteUserCommand({ AccessToken }))).rejects.toMatchObject(refusedByCognito)
      await expect(
        at.pool.sdk.send(new SetUserMFAPreferenceCommand({ AccessToken, ...settings })),
      ).rejects.toMatchObject(refusedByCognito)
    }
  })

  test('a token from before another session’s enrolment does not enrol over it', async () => {
    const at = await atTwoPlaces()
    await enrolAndConfirm(at, await allowSessionEnrolment(at, at.session))

    await expect(associate(at, at.other)).rejects.toMatchObject(refusedByCognito)
    await expect(associate(at, await refreshPoolSession(at, at.other))).rejects.toMatchObject(refusedByCognito)
  })

  test('a token that was allowed to enrol loses it when another session’s app is confirmed first', async () => {
    const at = await atTwoPlaces()
    const intruder = await allowSessionEnrolment(at, at.other)
    const owner = await allowSessionEnrolment(at, at.session)
    const secret = await enrolAndConfirm(at, owner)

    await expect(associate(at, intruder)).rejects.toMatchObject(refusedByCognito)

    // The owner's page works until its token expires, and the owner's app is the valid factor.
    expect((await at.askAccount(account.session, owner)).body).toMatchObject({ mfaEnabled: true, assured: true })
    expect((await at.askAccount(account.session, intruder)).body).toEqual({ code: 'session-ended' })
    at.clock.advance({ seconds: 30 })
    await expect(
      signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, secret) }),
    ).resolves.toBeDefined()
  })

  test('so does a token that has begun an enrolment of its own', async () => {
    const at = await atTwoPlaces()
    const intruder = await allowSessionEnrolment(at, at.other)
    const owner = await allowSessionEnrolment(at, at.session)
    const { SecretCode = '' } = await associate(at, intruder)
    // Cognito keeps one candidate per account: the last one to start confirms.
    await enrolAndConfirm(at, owner)

    const attempt = at.pool.sdk.send(
      new VerifySoftwareTokenCommand({
        AccessToken: intruder.accessToken,
        UserCode: generateCurrentTotpCode(at, SecretCode),
      }),
    )

    await expect(attempt).rejects.toMatchObject(refusedByCognito)
  })

  test('cut off before those tokens ended, the next look at the factors ends them', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const at = await atTwoPlaces()
    const intruder = await allowSessionEnrolment(at, at.other)
    const owner = await allowSessionEnrolment(at, at.session)
    const { body } = await at.ask(mfa.enrol, owner)
    const authenticators = failOnFirstCall(at.practice.authenticators, 'endTokens')
    const fragile = createEndpointCaller(serveMfa(() => ({ ...at.practice, authenticators })))
    const cut = await fragile(mfa.confirm, { ...owner, body: { code: generateCurrentTotpCode(at, body.secret) } })
    expect(cut.status).toBe(500)

    await fragile(mfa.read, owner)

    await expect(associate(at, intruder)).rejects.toMatchObject(refusedByCognito)
  })

  test('the session that enrols alone keeps its tokens', async () => {
    const at = await atTwoPlaces()
    const session = await allowSessionEnrolment(at, at.session)
    await enrolAndConfirm(at, session)

    const after = await refreshPoolSession(at, session)

    expect((await at.askAccount(account.session, after)).body).toMatchObject({ mfaEnabled: true, assured: true })
    await expect(associate(at, after)).rejects.toMatchObject(refusedByCognito)
  })

  test('a cliente who came by Google can enrol', async () => {
    const at = await atTwoPlaces()
    const google = await signInAtPoolByGoogle(
      { pool: at.pool },
      { action: 'add', name: 'Lucía', email: at.person.email, verified: 'on' },
    )

    const secret = await enrolAndConfirm(at, await allowSessionEnrolment(at, google))

    at.clock.advance({ seconds: 30 })
    expect(google.sub).toBe(at.person.sub)
    await expect(
      signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, secret) }),
    ).resolves.toBeDefined()
  })
})

describe('a session that was ended', () => {
  const endings: [string, (at: Setup) => Promise<unknown>][] = [
    [
      'by name',
      (at) => at.askAccount(account.endSession, { ...at.session, params: { sessionId: sessionIdOf(at.other) } }),
    ],
    ['with all the others', (at) => at.askAccount(account.endOtherSessions, at.session)],
  ]

  test.each(endings)('%s gets tokens by a refresh that open nothing, here or at Cognito', async (_, end) => {
    const at = await atTwoPlaces()
    await end(at)

    const after = await refreshPoolSession(at, at.other)

    expect((await at.askAccount(account.session, after)).body).toEqual({ code: 'session-ended' })
    await expect(associate(at, after)).rejects.toMatchObject(refusedByCognito)
  })

  test.each(endings)('%s has no use of a key that it was given before', async (_, end) => {
    const at = await atTwoPlaces()
    const { body } = await at.ask(mfa.allowEnrolment, at.other)
    await end(at)

    const attempt = refreshPoolSession(at, at.other, { [cognitoMetadataKeys.enrolment]: body.key })

    // Cognito has revoked all tokens of the account, because one of them might allow an enrolment.
    await expect(attempt).rejects.toMatchObject(refusedByCognito)
  })

  test.each(endings)('%s has no use of a token that may enrol', async (_, end) => {
    const at = await atTwoPlaces()
    const enrols = await allowSessionEnrolment(at, at.other)
    await end(at)

    await expect(associate(at, enrols)).rejects.toMatchObject(refusedByCognito)
    expect((await at.askAccount(account.session, at.session)).status).toBe(200)
  })
})

describe('a second factor that Cognito asks for and our account does not have', () => {
  test('is dropped at the owner’s next look at their factors', async () => {
    const at = await atTwoPlaces()
    await behindOurBack(at)

    await at.ask(mfa.read, at.session)

    expect(await at.isInForce()).toBe(false)
    await expect(signInAtPool(at, at.person.email)).resolves.toBeDefined()
  })

  test('is left while its confirmation was only cut off: asking again finishes that', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const at = await atTwoPlaces()
    const session = await allowSessionEnrolment(at, at.other)
    const { body } = await at.ask(mfa.enrol, session)
    const data = failOnFirstCall(at.practice.data, 'transact')
    const fragile = createEndpointCaller(serveMfa(() => ({ ...at.practice, data })))
    const question = { ...session, body: { code: generateCurrentTotpCode(at, body.secret) } }
    expect((await fragile(mfa.confirm, question)).status).toBe(500)

    await at.ask(mfa.read, at.session)

    expect(await at.isInForce()).toBe(true)
    expect((await fragile(mfa.confirm, question)).status).toBe(200)
  })
})

async function behindOurBack(at: Setup) {
  const { accessToken: AccessToken } = await allowSessionEnrolment(at, at.other)
  const { SecretCode = '' } = await associate(at, { accessToken: AccessToken } as SignedInSession)
  await at.pool.sdk.send(
    new VerifySoftwareTokenCommand({ AccessToken, UserCode: generateCurrentTotpCode(at, SecretCode) }),
  )
  await at.practice.authenticators.demand(at.person.sub, true)
  expect([await at.isInForce(), (await getStoredUser(at))?.mfaEnabledAt]).toEqual([true, undefined])
}
test('with an app in force no other is begun more than five minutes after its last code', async () => {
  const at = await createEnrolledMfaSetup()
  open.push(at)
  const proven = await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })
  const session = await allowSessionEnrolment(at, proven)
  at.clock.advance({ minutes: 5 })

  const answer = await at.ask(mfa.enrol, session)

  expect(answer).toEqual({ status: 403, body: { code: 'proof-required' } })
  expect((await at.ask(mfa.read, session)).body.factors).toHaveLength(1)
})

test('another app whose confirmation was cut off between Cognito and the table is confirmed by asking again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const at = await createEnrolledMfaSetup()
  open.push(at)
  const proven = await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })
  const session = await allowSessionEnrolment(at, proven)
  const { body } = await at.ask(mfa.enrol, session)
  const data = failOnFirstCall(at.practice.data, 'transact')
  const fragile = createEndpointCaller(serveMfa(() => ({ ...at.practice, data })))
  const question = { ...session, body: { code: generateCurrentTotpCode(at, body.secret) } }
  expect((await fragile(mfa.confirm, question)).status).toBe(500)

  const answer = await fragile(mfa.confirm, question)

  expect(answer.status).toBe(200)
  at.clock.advance({ seconds: 30 })
  await expect(
    signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, body.secret) }),
  ).resolves.toBeDefined()
  at.clock.advance({ seconds: 30 })
  expect(
    (await at.ask(mfa.prove, { ...session, body: { code: generateCurrentTotpCode(at, body.secret) } })).status,
  ).toBe(200)
})
