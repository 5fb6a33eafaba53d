import {
  AssociateSoftwareTokenCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { finishPasswordReset } from '../../../functions/account/password-changed.ts'
import { createLambdaHandler as servePostConfirmation } from '../../../functions/account/post-confirmation.handler.ts'
import { createLambdaHandler as serveMfa } from '../../../functions/mfa/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { allowSessionEnrolment, listQueuedMailKinds, createPoolPerson } from '../../support/mfa-setup.ts'
import { findPendingSignUp, isEmailProven } from '../../../functions/account/public/email-proof.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import {
  createIdentitySetup,
  generateCurrentTotpCode,
  type IdentitySetup,
  refreshPoolSession,
  signInAtPool,
  TEST_PASSWORD,
} from '../../support/identity-setup.ts'
import { createCliente } from '../../support/people.ts'
import { createTestPractice, listAuditedActions } from '../../support/practice.ts'
import { createPoolTriggerEvent } from '../../support/triggers.ts'
import { testPoolClientId } from '../../local/cognito/running-user-pool.ts'

const NEW_PASSWORD = 'Calabacín-8'
const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

async function atReset() {
  const setup = await createIdentitySetup()
  open.push(setup)
  const person = await createPoolPerson(setup)
  const ask = createEndpointCaller(serveAccount(() => setup.practice))
  const reset = async (email = person.email) => {
    await setup.pool.sdk.send(new ForgotPasswordCommand({ ClientId: testPoolClientId, Username: email }))
    await setup.pool.sdk.send(
      new ConfirmForgotPasswordCommand({
        ClientId: testPoolClientId,
        Username: email,
        ConfirmationCode: setup.pool.lastCode(),
        Password: NEW_PASSWORD,
      }),
    )
  }
  return { ...setup, person, ask, reset }
}

describe('RST-08 A-18 a new password by mail', () => {
  test('opens the account again when Cognito asks for an app that our account does not have', async () => {
    const at = await atReset()
    const askMfa = createEndpointCaller(serveMfa(() => at.practice))
    const { accessToken: AccessToken } = await allowSessionEnrolment(
      { ...at, ask: askMfa },
      await signInAtPool(at, at.person.email),
    )
    const { SecretCode = '' } = await at.pool.sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }))
    await at.pool.sdk.send(
      new VerifySoftwareTokenCommand({ AccessToken, UserCode: generateCurrentTotpCode(at, SecretCode) }),
    )
    await at.practice.authenticators.demand(at.person.sub, true)

    await at.reset()

    await expect(signInAtPool(at, at.person.email, { password: NEW_PASSWORD })).resolves.toBeDefined()
  })

  test('ends the sessions from before, here and at Cognito', async () => {
    const { ask, clock, person, reset, ...setup } = await atReset()
    const before = await signInAtPool(setup, person.email)
    expect((await ask(account.session, before)).status).toBe(200)
    clock.advance({ seconds: 1 })

    await reset()

    expect(await ask(account.session, before)).toEqual({ status: 401, body: { code: 'session-ended' } })
    await expect(refreshPoolSession(setup, before)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  test('ends the session that had been kept when all others were ended', async () => {
    const { ask, clock, person, reset, ...setup } = await atReset()
    const kept = await signInAtPool(setup, person.email)
    await ask(account.endOtherSessions, kept)
    clock.advance({ seconds: 1 })

    await reset()

    expect(await ask(account.session, kept)).toEqual({ status: 401, body: { code: 'session-ended' } })
  })

  test('ends the sessions that began with the old one in the very second of the change', async () => {
    const { ask, person, reset, ...setup } = await atReset()
    const meanwhile = await signInAtPool(setup, person.email)

    await reset()

    expect(await ask(account.session, meanwhile)).toEqual({ status: 401, body: { code: 'session-ended' } })
  })

  test('is answered once a session can begin that is not taken for one from before', async () => {
    const { ask, person, reset, ...setup } = await atReset()
    await reset()

    const session = await signInAtPool(setup, person.email, { password: NEW_PASSWORD })

    expect((await ask(account.session, session)).status).toBe(200)
  })

  test('is told to the owner and written down', async () => {
    const { practice, person, reset } = await atReset()

    await reset()

    expect(await listQueuedMailKinds({ practice })).toMatchObject([
      { to: person.email, kind: 'password-changed', at: '2026-11-21T09:00:00.000Z' },
    ])
    expect(await listAuditedActions(practice)).toEqual(['PASSWORD_CHANGED'])
  })

  test('takes effect in the table although Cognito could not end its sessions, and the failure is logged', async () => {
    const practice = await createTestPractice()
    const person = await createCliente(practice)
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    practice.identities.fail()

    await servePostConfirmation(() => ({ ...practice, identities: () => practice.identities }))(
      createPoolTriggerEvent('PostConfirmation_ConfirmForgotPassword', { userAttributes: {} }, person.sub),
    )

    const { data: user } = await practice.data.users.get({ userId: person.userId }).go()
    expect(user?.revokedAt).toBe('2026-11-21T09:00:00.000Z')
    expect(JSON.stringify(log.mock.calls)).toContain('Cognito does not answer')
  })

  const unproven = {
    sub: '00000000-0000-4000-8000-0000000000aa',
    userId: 'usr_00000000-0000-4000-8000-0000000000aa',
    email: 'lucia@correo.test',
  }

  test('A-64 of an account that nobody had proven notes that whoever reads the mail has chosen it', async () => {
    const practice = await createTestPractice()

    await finishPasswordReset(unproven, undefined, practice)

    expect(await countItemsByEntity(practice)).toEqual({ pendingSignUp: 1 })
    expect(await isEmailProven({ ...unproven, byGoogle: false }, practice.data)).toBe(true)
  })

  test('A-64 of an account that nobody had proven ends the sessions from before at Cognito', async () => {
    const { pool, reset, ...setup } = await atReset()
    pool.cognito().seedUser({ ...unproven, password: TEST_PASSWORD })
    const before = await signInAtPool({ ...setup, pool }, unproven.email)

    await reset(unproven.email)

    await expect(refreshPoolSession({ pool }, before)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  describe('A-64 of an account that nobody had proven, in which a stranger is signed in', () => {
    const form = {
      firstName: 'Intruso',
      lastName: 'Anónimo',
      birthDate: '1980-01-01',
      acceptedTerms: true,
      marketingOptIn: false,
    }

    async function atSquattedReset() {
      const at = await atReset()
      at.pool.cognito().seedUser({ ...unproven, password: TEST_PASSWORD })
      const stranger = await signInAtPool(at, unproven.email)
      const complete = (session: typeof stranger) =>
        at.ask(account.completeRegistration, { ...session, body: { ...form } })
      const signInAsOwner = () => signInAtPool(at, unproven.email, { password: NEW_PASSWORD })
      return { ...at, stranger, complete, signInAsOwner }
    }

    test('does not let the stranger register with the token from before', async () => {
      const { ask, stranger, complete, reset } = await atSquattedReset()

      await reset(unproven.email)

      expect((await ask(account.readRegistration, stranger)).body).toMatchObject({ emailVerified: false })
      expect(await complete(stranger)).toEqual({ status: 409, body: { code: 'email-unverified' } })
    })

    test('lets whoever reads the mail register at once, and the stranger’s token opens nothing of it', async () => {
      const { ask, stranger, complete, reset, signInAsOwner } = await atSquattedReset()
      await reset(unproven.email)

      const registered = await complete(await signInAsOwner())

      expect(registered.status).toBe(200)
      expect(await ask(account.session, stranger)).toEqual({ status: 401, body: { code: 'session-ended' } })
    })

    test('is proven although Cognito cannot end its sessions, and a renewed token of the stranger is refused', async () => {
      const { pool, practice, stranger, complete, reset, signInAsOwner, ...at } = await atSquattedReset()
      vi.spyOn(console, 'error').mockImplementation(() => {})
      vi.spyOn(practice.identities, 'signOutEverywhere').mockRejectedValue(new Error('Cognito does not answer'))

      await reset(unproven.email)

      const renewed = await refreshPoolSession({ ...at, pool }, stranger)
      expect(await complete(renewed)).toEqual({ status: 409, body: { code: 'email-unverified' } })
      expect((await complete(await signInAsOwner())).status).toBe(200)
    })
  })

  test('A-64 of an account that nobody had proven is noted also while Cognito cannot end its sessions, with until when they count', async () => {
    const practice = await createTestPractice()
    practice.identities.fail()

    await expect(finishPasswordReset(unproven, undefined, practice)).rejects.toThrow('Cognito does not answer')

    expect(await isEmailProven({ ...unproven, byGoogle: false }, practice.data)).toBe(true)
    expect(await findPendingSignUp(unproven.email, practice.data)).toMatchObject({
      sub: unproven.sub,
      revokedAt: '2026-11-21T09:00:00.000Z',
    })
  })
})
