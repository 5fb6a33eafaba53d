import { afterEach, describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { failAbandonedSignIns } from '../../../functions/account/fail-abandoned-attempts.handler.ts'
import { createCognitoCallTicket } from '../../../functions/account/public/cognito-call-ticket.ts'
import { createEndpointCaller, TEST_CALLER_ADDRESS } from '../../support/endpoint-caller.ts'
import {
  createEnrolledMfaSetup,
  failOnFirstCall,
  listQueuedMailKinds,
  type MfaSetup,
  createMfaSetup,
  getStoredUser,
} from '../../support/mfa-setup.ts'
import {
  generateCurrentTotpCode,
  TEST_PASSWORD,
  refreshPoolSession,
  type SignedInSession,
  signInAtPool,
} from '../../support/identity-setup.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditedActions, listAuditChanges, type TestPractice } from '../../support/practice.ts'

const NEW_PASSWORD = 'Calabacín-8'
const open: MfaSetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

const createAccountCalls = (setup: MfaSetup, changes: Partial<TestPractice> = {}) => {
  const ask = createEndpointCaller(serveAccount(() => ({ ...setup.practice, ...changes })))
  const change = (as: SignedInSession, body: object = {}) =>
    ask(account.changePassword, {
      ...as,
      body: { previousPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD, ...body },
    })
  const isOpen = async (as: SignedInSession) => (await ask(account.session, as)).status === 200
  return { change, isOpen }
}

async function atHome(changes?: (setup: MfaSetup) => Partial<TestPractice>) {
  const setup = await createMfaSetup()
  open.push(setup)
  const elsewhere = setup.session
  const here = await signInAtPool(setup, setup.person.email)
  setup.clock.advance({ seconds: 1 })
  return { ...setup, ...createAccountCalls(setup, changes?.(setup)), elsewhere, here }
}

const passwordMails = async (at: Pick<MfaSetup, 'practice'>) =>
  (await listQueuedMailKinds(at)).filter(({ kind }) => kind === 'password-changed')

const changesIn = async ({ practice }: Pick<MfaSetup, 'practice'>) =>
  (await listAuditChanges(practice)).filter(({ action }) => action === 'PASSWORD_CHANGED')

const lets = async (at: MfaSetup, password: string) =>
  signInAtPool(at, at.person.email, { password }).then(
    () => true,
    () => false,
  )

describe('RST-08 a password changed while signed in', () => {
  test('is the one that lets in from now on', async () => {
    const at = await atHome()

    expect(await at.change(at.here)).toEqual({ status: 200, body: { changed: true } })

    expect([await lets(at, TEST_PASSWORD), await lets(at, NEW_PASSWORD)]).toEqual([false, true])
  })

  test('is told to the owner and written down, with where it came from', async () => {
    const at = await atHome()

    await at.change(at.here)

    expect(await passwordMails(at)).toMatchObject([{ to: at.person.email, at: '2026-11-21T09:00:01.000Z' }])
    expect(await changesIn(at)).toMatchObject([
      {
        userId: at.person.userId,
        subjectId: at.person.userId,
        address: TEST_CALLER_ADDRESS,
        userAgent: 'Mozilla/5.0 (test)',
      },
    ])
    expect(await listAuditedActions(at.practice)).toEqual(['PASSWORD_CHANGED'])
  })

  test('ends the other sessions, here and at Cognito; the one that asks goes on until its token ends', async () => {
    const at = await atHome()

    await at.change(at.here)

    expect([await at.isOpen(at.elsewhere), await at.isOpen(at.here)]).toEqual([false, true])
    await expect(refreshPoolSession(at, at.elsewhere)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  test('A-65 works whatever others failed at in the same place: a session of the account is always let try', async () => {
    const at = await atHome()
    for (let tried = 0; tried < 10; tried++) {
      const ticket = await createCognitoCallTicket({ address: TEST_CALLER_ADDRESS, userAgent: 'Firefox' }, at.practice)
      const wrong = { password: 'Zanahoria-8', metadata: { [cognitoMetadataKeys.ticket]: ticket } }
      await signInAtPool(at, at.person.email, wrong).catch(() => undefined)
      at.clock.advance({ seconds: 40 })
    }
    await expect(signInAtPool(at, at.person.email)).rejects.toThrow('too-many-attempts')

    expect((await at.change(at.here)).status).toBe(200)
  })

  test('A-65 leaves open what a stranger tries at Cognito itself meanwhile, of which the log tells when it is given up', async () => {
    const at = await atHome()
    const stranger = { password: 'Zanahoria-8', metadata: {} }
    await expect(signInAtPool(at, at.person.email, stranger)).rejects.toThrow('Incorrect')
    const failures = async () => (await listAuditChanges(at.practice)).filter(({ action }) => action === 'LOGIN_FAILED')

    expect((await at.change(at.here)).status).toBe(200)

    expect(await failures()).toEqual([])
    at.clock.advance({ minutes: 4 })
    await failAbandonedSignIns(at.practice)
    expect(await failures()).toMatchObject([{ userId: at.person.userId }])
  })

  test('ends the sessions that began with the old one in the very second of the change', async () => {
    const at = await atHome()
    const meanwhile = await signInAtPool(at, at.person.email)

    await at.change(at.here)

    expect([await at.isOpen(meanwhile), await at.isOpen(at.here)]).toEqual([false, true])
  })

  test('is answered once a session can begin that is not taken for one from before', async () => {
    const at = await atHome()
    await at.change(at.here)

    const anew = await signInAtPool(at, at.person.email, { password: NEW_PASSWORD })

    expect(await at.isOpen(anew)).toBe(true)
  })

  test.each(['cliente', 'administrador'] as const)(
    'by a %s with a second factor, whom Cognito does not let change it by themselves',
    async (role) => {
      const setup = await createEnrolledMfaSetup(role)
      open.push(setup)
      const here = await signInAtPool(setup, setup.person.email, { code: generateCurrentTotpCode(setup, setup.secret) })
      expect(here.as?.['scope']).not.toContain('aws.cognito.signin.user.admin')
      setup.clock.advance({ seconds: 30 })

      expect(await createAccountCalls(setup).change(here)).toEqual({ status: 200, body: { changed: true } })

      const code = generateCurrentTotpCode(setup, setup.secret)
      const anew = await signInAtPool(setup, setup.person.email, { password: NEW_PASSWORD, code })
      expect(await createAccountCalls(setup).isOpen(anew)).toBe(true)
      setup.clock.advance({ minutes: 10 })
      await failAbandonedSignIns(setup.practice)
      expect(await listAuditedActions(setup.practice)).not.toContain('LOGIN_FAILED')
    },
  )
})

describe('a change of password is refused', () => {
  test('with a wrong present password, which is written down like a failed sign-in', async () => {
    const at = await atHome()

    const answer = await at.change(at.here, { previousPassword: 'Zanahoria-8' })

    expect(answer).toEqual({ status: 409, body: { code: 'password-wrong' } })
    expect(await listAuditChanges(at.practice)).toMatchObject([
      {
        action: 'LOGIN_FAILED',
        userId: at.person.userId,
        address: TEST_CALLER_ADDRESS,
        userAgent: 'Mozilla/5.0 (test)',
      },
    ])
    expect([await lets(at, TEST_PASSWORD), await passwordMails(at)]).toEqual([true, []])
    expect(await at.isOpen(at.elsewhere)).toBe(true)
  })

  test('A-16 with a new password that breaks a rule, by the same predicate as everywhere', async () => {
    const at = await atHome()

    const answer = await at.change(at.here, { newPassword: 'calabacin-8' })

    expect(answer.body).toEqual({ code: 'invalid-input', problems: { newPassword: ['Una letra mayúscula'] } })
    expect(await lets(at, TEST_PASSWORD)).toBe(true)
  })

  test('at the sixth try within fifteen minutes, also with the right password', async () => {
    const at = await atHome()
    const wrong = await Promise.all(
      ['A', 'B', 'C', 'D', 'E'].map((end) => at.change(at.here, { previousPassword: `Zanahoria-${end}` })),
    )
    expect(wrong.map(({ body }) => body.code)).not.toContain('too-many-attempts')

    expect((await at.change(at.here)).body).toEqual({ code: 'too-many-attempts' })

    at.clock.advance({ minutes: 15, seconds: 1 })
    const later = await signInAtPool(at, at.person.email)
    expect((await at.change(later)).status).toBe(200)
  })

  test('while Cognito itself has locked the account', async () => {
    const at = await atHome()
    for (let tried = 0; tried < 9; tried++) await lets(at, 'Zanahoria-8')

    expect((await at.change(at.here)).body).toEqual({ code: 'too-many-attempts' })
  })

  test('to a session that has yet to prove its second factor', async () => {
    const practice = await createTestPractice()
    const person = await createCliente(practice, { mfaEnabledAt: '2026-11-21T09:30:00.000Z' })
    const ask = createEndpointCaller(serveAccount(() => practice))

    const answer = await ask(account.changePassword, {
      as: createPasswordSessionClaims(person, practice),
      body: { previousPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD },
    })

    expect(answer.body).toEqual({ code: 'mfa-required' })
  })
})

describe('a change of password that is cut off', () => {
  test.each([
    ['before Cognito has it', (setup: MfaSetup) => ({ passwords: failOnFirstCall(setup.practice.passwords, 'set') })],
    [
      'before the sessions at Cognito end',
      (setup: MfaSetup) => ({ identities: failOnFirstCall(setup.practice.identities, 'signOutEverywhere') }),
    ],
    ['before it is written down', (setup: MfaSetup) => ({ data: failOnFirstCall(setup.practice.data, 'transact') })],
  ])('%s is finished by asking again: once told, once written down', async (_, changes) => {
    const at = await atHome(changes)
    await createAccountCalls(at).isOpen(at.here)
    expect((await at.change(at.here)).status).toBe(500)
    expect(await passwordMails(at)).toEqual([])

    expect(await at.change(at.here)).toEqual({ status: 200, body: { changed: true } })

    expect([await lets(at, TEST_PASSWORD), await lets(at, NEW_PASSWORD)]).toEqual([false, true])
    expect([await passwordMails(at), await changesIn(at)].map(({ length }) => length)).toEqual([1, 1])
    expect([await at.isOpen(at.elsewhere), await at.isOpen(at.here)]).toEqual([false, true])
    await expect(refreshPoolSession(at, at.elsewhere)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    expect(await getStoredUser(at)).not.toHaveProperty('passwordChangeBegunAt')
  })

  test('and asked for again while the first request is still at it is one change', async () => {
    const at = await atHome()
    const { identities } = at.practice
    const signOutEverywhere = async (sub: string) => {
      expect((await at.change(at.here)).status).toBe(200)
      await identities.signOutEverywhere(sub)
    }

    const slow = await createAccountCalls(at, { identities: { ...identities, signOutEverywhere } }).change(at.here)

    expect(slow.status).toBe(200)
    expect([await passwordMails(at), await changesIn(at)].map(({ length }) => length)).toEqual([1, 1])
  })

  test('is not finished by a guess: without one under way, the new password being in force proves nothing', async () => {
    const at = await atHome()

    const answer = await at.change(at.here, { previousPassword: 'Zanahoria-8', newPassword: TEST_PASSWORD })

    expect(answer.body).toEqual({ code: 'password-wrong' })
  })

  test('is finished with another password from the one that Cognito has', async () => {
    const at = await atHome((setup) => ({
      identities: failOnFirstCall(setup.practice.identities, 'signOutEverywhere'),
    }))
    await at.change(at.here)

    const answer = await at.change(at.here, { previousPassword: NEW_PASSWORD, newPassword: 'Remolacha-9' })

    expect(answer.status).toBe(200)
    expect(await lets(at, 'Remolacha-9')).toBe(true)
  })
})
