import { RespondToAuthChallengeCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import type { ReportedSignInStage } from '#contract/account-sign-in'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { mfa } from '#contract/mfa'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { failAbandonedSignIns } from '../../../functions/account/fail-abandoned-attempts.handler.ts'
import { createCognitoCallTicket } from '../../../functions/account/public/cognito-call-ticket.ts'
import { testPoolClientId, signInWithSrp } from '../../local/cognito/running-user-pool.ts'
import { createEndpointCaller, TEST_CALLER_ADDRESS } from '../../support/endpoint-caller.ts'
import { type EnrolledMfaSetup, createEnrolledMfaSetup } from '../../support/mfa-setup.ts'
import {
  createWrongTotpCode,
  generateCurrentTotpCode,
  TEST_PASSWORD,
  signInAtPool,
} from '../../support/identity-setup.ts'
import { listAuditedActions, listAuditChanges } from '../../support/practice.ts'

// Every sign-in here computes SRP twice.
vi.setConfig({ testTimeout: 20_000 })

const open: EnrolledMfaSetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

async function atTheCode(address?: string) {
  const at = await createEnrolledMfaSetup()
  open.push(at)
  const ask = createEndpointCaller(serveAccount(() => at.practice))
  let ticket = ''
  const start = async (password = TEST_PASSWORD) => {
    if (!address) return signInWithSrp(at.pool, at.person.email, password)
    ticket = await createCognitoCallTicket({ address, userAgent: 'Firefox' }, at.practice)
    return signInWithSrp(at.pool, at.person.email, password, { [cognitoMetadataKeys.ticket]: ticket })
  }
  const answer = (session: string | undefined, code = createWrongTotpCode(at, at.secret)) =>
    at.pool.sdk.send(
      new RespondToAuthChallengeCommand({
        ClientId: testPoolClientId,
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session: session,
        ChallengeResponses: { USERNAME: at.person.email, SOFTWARE_TOKEN_MFA_CODE: code },
        ClientMetadata: { [cognitoMetadataKeys.ticket]: ticket },
      }),
    )
  const say = (stage: ReportedSignInStage) => ask(account.reportFailedSignIn, { body: { ticket, stage } })
  return { ...at, start, answer, say }
}

const nameOf = (error: Error) => error.name

describe('SEC-21 A-09 wrong codes at Cognito’s own question', () => {
  test('from somebody who says nothing are no more than five in a quarter of an hour', async () => {
    const at = await atTheCode()
    let judged = 0
    for (let minute = 0; minute < 14; minute++) {
      const { Session } = await at.start().catch(() => ({ Session: undefined }))
      for (let code = 0; code < 6; code++) {
        const verdict = await at.answer(Session).then(() => 'in', nameOf)
        if (verdict === 'CodeMismatchException') judged++
      }
      at.clock.advance({ minutes: 1 })
    }

    expect(judged).toBe(5)
    expect(await listAuditedActions(at.practice)).toEqual(
      expect.arrayContaining(['LOGIN_FAILED', 'MFA_VERIFY_FAILED', 'LOGIN_RATE_LIMITED']),
    )
  })

  test('are none of whoever takes ten minutes to find the right one, and left without one it has failed after thirteen', async () => {
    const at = await atTheCode('198.51.100.9')
    const { Session } = await at.start()
    await at.say('code-asked')
    at.clock.advance({ minutes: 10 })
    const early = await failAbandonedSignIns(at.practice)
    await at.answer(Session, generateCurrentTotpCode(at, at.secret))
    at.clock.advance({ minutes: 10 })
    await at.start()
    await at.say('code-asked')
    at.clock.advance({ minutes: 13 })

    const late = await failAbandonedSignIns(at.practice)

    expect([early, late]).toEqual([0, 1])
    const actions = await listAuditedActions(at.practice)
    expect(actions.filter((action) => action.endsWith('FAILED')).toSorted()).toEqual([
      'LOGIN_FAILED',
      'MFA_VERIFY_FAILED',
    ])
  })

  test('are written down one by one as their page tells of them, with where they came from', async () => {
    const at = await atTheCode('198.51.100.9')
    const { Session } = await at.start()
    await at.say('code-asked')

    for (let code = 0; code < 2; code++) {
      await at.answer(Session).catch(nameOf)
      await at.say('code')
    }

    const noted = (await listAuditChanges(at.practice)).filter(({ action }) => action === 'MFA_VERIFY_FAILED')
    expect(noted).toMatchObject([{ address: '198.51.100.9' }, { address: '198.51.100.9', userAgent: 'Firefox' }])
  })

  test('five of them, told one by one, lock sign-in from where they came', async () => {
    const at = await atTheCode('198.51.100.9')
    await at.start()
    for (let code = 0; code < 5; code++) await at.say('code')

    await expect(at.start()).rejects.toThrow('too-many-attempts')

    at.clock.advance({ minutes: 15, seconds: 1 })
    await expect(at.start()).resolves.toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' })
  })

  test('count for nothing once the right one has come', async () => {
    const at = await atTheCode(TEST_CALLER_ADDRESS)
    for (let visit = 0; visit < 3; visit++) {
      const { Session } = await at.start()
      for (let code = 0; code < 3; code++) await at.say('code')
      await at.answer(Session, generateCurrentTotpCode(at, at.secret))
      at.clock.advance({ seconds: 30 })
    }

    await expect(at.start()).resolves.toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' })
  })

  test('an attempt whose page was at the code and left counts as one, and is written as one', async () => {
    const at = await atTheCode('198.51.100.9')
    for (let visit = 0; visit < 4; visit++) {
      await at.start()
      await at.say('code-asked')
    }
    at.clock.advance({ minutes: 13 })

    await failAbandonedSignIns(at.practice)

    expect((await listAuditedActions(at.practice)).filter((action) => action === 'MFA_VERIFY_FAILED')).toHaveLength(4)
    await expect(at.start()).resolves.toBeDefined()
    await at.say('code-asked')
    await expect(at.start()).rejects.toThrow('too-many-attempts')
  })

  test('a password whose page says that it was wrong is none', async () => {
    const at = await atTheCode('198.51.100.9')
    for (let failures = 0; failures < 5; failures++) {
      await at.start('Otra-clave-9').catch(nameOf)
      await at.say('password')
      at.clock.advance({ seconds: 40 })
    }

    expect(await listAuditedActions(at.practice)).not.toContain('MFA_VERIFY_FAILED')
    await expect(at.start()).resolves.toBeDefined()
  })

  test('the owner, elsewhere and where they were before, is not shut out by what a stranger leaves open', async () => {
    const at = await atTheCode()
    await at.start('Otra-clave-9').catch(nameOf)
    await expect(at.start()).rejects.toThrow('too-many-attempts')

    const ticket = await createCognitoCallTicket({ address: '198.51.100.9', userAgent: 'Firefox' }, at.practice)
    const metadata = { [cognitoMetadataKeys.ticket]: ticket }
    at.clock.advance({ seconds: 30 })

    const session = await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret), metadata })
    expect(session.sub).toBe(at.person.sub)
  })

  test('share their five with those that a session of the account got wrong', async () => {
    const at = await atTheCode(TEST_CALLER_ADDRESS)
    const session = await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })
    for (let code = 0; code < 5; code++)
      await at.ask(mfa.prove, { ...session, body: { code: createWrongTotpCode(at, at.secret) } })

    await expect(at.start()).rejects.toThrow('too-many-attempts')
  })
})

test('a page’s word about an account without an open attempt, or without a second factor, changes nothing', async () => {
  const at = await atTheCode()
  const before = await listAuditChanges(at.practice)

  for (const stage of ['password', 'code-asked', 'code'] as const) await at.say(stage)

  expect(await listAuditChanges(at.practice)).toEqual(before)
})
