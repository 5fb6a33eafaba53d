import { SetUserMFAPreferenceCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { mfa, RECOVERY_CODE_ALPHABET } from '#contract/mfa'
import { createLambdaHandler as serveMfa } from '../../../functions/mfa/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createEnrollingMfaSetup,
  createEnrolledMfaSetup,
  allowSessionEnrolment,
  failOnFirstCall,
  listQueuedMailKinds,
  type MfaSetup,
  createPoolPerson,
  getStoredUser,
} from '../../support/mfa-setup.ts'
import { repeatCalls } from '../../support/repeated-calls.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import {
  createWrongTotpCode,
  generateCurrentTotpCode,
  type IdentitySetup,
  refreshPoolSession,
  signInAtPool,
} from '../../support/identity-setup.ts'
import { listAuditedActions, listAuditChanges } from '../../support/practice.ts'

const open: IdentitySetup[] = []
const setup = async <D extends IdentitySetup>(opening: Promise<D>): Promise<D> => {
  const opened = await opening
  open.push(opened)
  return opened
}
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

const sendVerificationsTwice = ({ pool }: MfaSetup) => repeatCalls(pool.sdk, 'VerifySoftwareTokenCommand')

const isInForce = ({ practice, person }: MfaSetup) => practice.authenticators.isInForce(person.sub)
const factorsOf = async ({ practice, person }: MfaSetup) =>
  (await practice.data.mfaFactors.query.byUser({ userId: person.userId }).go()).data

describe('an enrolment', () => {
  test('MFA-06 MFA-09 gives a secret and an address for the QR code, and changes nothing yet', async () => {
    const at = await setup(createEnrollingMfaSetup())

    const { status, body } = await at.ask(mfa.enrol, at.session)

    expect(status).toBe(200)
    expect(body.friendlyName).toBe('Hábitat Interior 2026-11-21T09:00:00.000Z')
    const uri = new URL(body.uri)
    expect(uri.protocol).toBe('otpauth:')
    expect(uri.searchParams.get('secret')).toBe(body.secret)
    expect(decodeURIComponent(body.uri)).toContain(`Hábitat Interior:${at.person.email}`)
    expect(await isInForce(at)).toBe(false)
    expect(await getStoredUser(at)).not.toHaveProperty('mfaEnabledAt')
    expect(await factorsOf(at)).toMatchObject([{ status: 'unverified', factorId: body.id }])
  })

  test('MFA-09 MFA-14 MFA-21 LIM-03 A-09 is in force in Cognito and in the table once a code of it is confirmed', async () => {
    const at = await setup(createEnrolledMfaSetup())

    expect(await isInForce(at)).toBe(true)
    expect(await getStoredUser(at)).toMatchObject({ mfaEnabledAt: '2026-11-21T09:00:00.000Z' })
    expect(await factorsOf(at)).toMatchObject([{ status: 'verified' }])
    expect(new Set(at.recoveryCodes).size).toBe(8)
    for (const code of at.recoveryCodes) expect(code).toMatch(new RegExp(`^[${RECOVERY_CODE_ALPHABET}]{8}$`))
    expect(await listAuditedActions(at.practice)).toEqual([
      'MFA_ENROLMENT_ALLOWED',
      'MFA_ENROLMENT_STARTED',
      'MFA_ENABLED',
    ])
    expect(await listQueuedMailKinds(at)).toMatchObject([
      { to: at.person.email, kind: 'mfa-changed', change: 'enabled' },
    ])
    await expect(
      signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) }),
    ).resolves.toBeDefined()
    await expect(signInAtPool(at, at.person.email)).rejects.toThrow('Cognito asks for SOFTWARE_TOKEN_MFA')
  })

  test('MFA-32 DATA-09 a wrong code is refused and noted, and nothing is in force', async () => {
    const at = await setup(createEnrollingMfaSetup())
    const { body } = await at.ask(mfa.enrol, at.session)

    const answer = await at.ask(mfa.confirm, { ...at.session, body: { code: createWrongTotpCode(at, body.secret) } })

    expect(answer).toEqual({ status: 409, body: { code: 'code-invalid' } })
    expect(await listAuditChanges(at.practice)).toMatchObject([
      { action: 'MFA_ENROLMENT_ALLOWED', userId: at.person.userId, address: '203.0.113.7' },
      { action: 'MFA_ENROLMENT_STARTED' },
      {
        action: 'MFA_CONFIRM_FAILED',
        userId: at.person.userId,
        address: '203.0.113.7',
        userAgent: 'Mozilla/5.0 (test)',
      },
    ])
    expect(await isInForce(at)).toBe(false)
    expect(await getStoredUser(at)).not.toHaveProperty('mfaEnabledAt')
  })

  test('SEC-21 A-09 the sixth wrong code within fifteen minutes is not looked at', async () => {
    const at = await setup(createEnrollingMfaSetup())
    const { body } = await at.ask(mfa.enrol, at.session)
    const code = createWrongTotpCode(at, body.secret)
    for (let tries = 0; tries < 5; tries++) await at.ask(mfa.confirm, { ...at.session, body: { code } })

    const sixth = await at.ask(mfa.confirm, { ...at.session, body: { code: generateCurrentTotpCode(at, body.secret) } })

    expect(sixth).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
    expect(await isInForce(at)).toBe(false)
  })

  test('MFA-23 nothing can be confirmed that was not begun', async () => {
    const at = await setup(createEnrollingMfaSetup())

    const answer = await at.ask(mfa.confirm, { ...at.session, body: { code: '123456' } })

    expect(answer).toEqual({ status: 409, body: { code: 'mfa-not-enrolled' } })
  })

  test('cut off between Cognito and the table, the same code goes on', async () => {
    const at = await setup(createEnrollingMfaSetup())
    const { body } = await at.ask(mfa.enrol, at.session)
    const { data } = at.practice
    const fragile = createEndpointCaller(serveMfa(() => ({ ...at.practice, data: failOnFirstCall(data, 'transact') })))
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const question = { ...at.session, body: { code: generateCurrentTotpCode(at, body.secret) } }
    expect(await fragile(mfa.confirm, question)).toEqual({ status: 500, body: { code: 'fault' } })
    expect([await isInForce(at), (await getStoredUser(at))?.mfaEnabledAt]).toEqual([true, undefined])

    const answer = await fragile(mfa.confirm, question)

    expect(answer.status).toBe(200)
    expect(await getStoredUser(at)).toHaveProperty('mfaEnabledAt')
    expect(await factorsOf(at)).toMatchObject([{ status: 'verified' }])
  })

  test('whose confirmation Cognito has taken, was not heard and was sent again, goes on with the next code', async () => {
    const at = await setup(createEnrollingMfaSetup())
    const { body } = await at.ask(mfa.enrol, at.session)
    sendVerificationsTwice(at)
    const confirm = () =>
      at.ask(mfa.confirm, { ...at.session, body: { code: generateCurrentTotpCode(at, body.secret) } })
    const first = await confirm()
    at.clock.advance({ seconds: 30 })

    const next = await confirm()

    expect(first).toEqual({ status: 409, body: { code: 'code-invalid' } })
    expect(next.status).toBe(200)
    expect(await isInForce(at)).toBe(true)
    expect(await factorsOf(at)).toMatchObject([{ status: 'verified', factorId: body.id }])
  })

  test('confirmed twice at once gives one set of codes', async () => {
    const at = await setup(createEnrollingMfaSetup())
    const { body } = await at.ask(mfa.enrol, at.session)
    const question = { ...at.session, body: { code: generateCurrentTotpCode(at, body.secret) } }

    const answers = await Promise.all([at.ask(mfa.confirm, question), at.ask(mfa.confirm, question)])

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { data: codes } = await at.practice.data.recoveryCodes.query.byUser({ userId: at.person.userId }).go()
    expect(codes).toHaveLength(8)
  })

  test('a look at the factors while one is confirmed does not switch it off again', async () => {
    const at = await setup(createEnrollingMfaSetup())
    const { body } = await at.ask(mfa.enrol, at.session)
    const { data } = at.practice
    const [asked, confirmed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const get = heldBack((key) => data.mfaFactors.get(key), asked, confirmed)
    const mfaFactors = { ...data.mfaFactors, query: data.mfaFactors.query, get } as never
    const reading = createEndpointCaller(serveMfa(() => ({ ...at.practice, data: { ...data, mfaFactors } })))
    const looks = reading(mfa.read, at.session)
    await asked.promise
    await at.ask(mfa.confirm, { ...at.session, body: { code: generateCurrentTotpCode(at, body.secret) } })
    confirmed.resolve()

    await looks

    expect(await isInForce(at)).toBe(true)
  })
})

describe('A-11 A-13 an enrolment over a factor that is in force', () => {
  test('is refused without a proof of it', async () => {
    const at = await setup(createEnrolledMfaSetup())
    at.clock.advance({ minutes: 5 })

    const answer = await at.ask(mfa.enrol, at.session)

    expect(answer).toEqual({ status: 403, body: { code: 'proof-required' } })
    expect(await factorsOf(at)).toHaveLength(1)
  })

  test('is refused with a token that may not enrol, proof or not', async () => {
    const at = await setup(createEnrolledMfaSetup())
    const session = await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })

    const answer = await at.ask(mfa.enrol, session)

    expect(answer).toEqual({ status: 403, body: { code: 'proof-required' } })
  })

  test('cut off between Cognito and the table, the same code goes on', async () => {
    const at = await setup(createEnrolledMfaSetup())
    const session = await aReplacingSession(at)
    const { body } = await at.ask(mfa.enrol, session)
    const data = failOnFirstCall(at.practice.data, 'transact')
    const fragile = createEndpointCaller(serveMfa(() => ({ ...at.practice, data })))
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const question = { ...session, body: { code: generateCurrentTotpCode(at, body.secret) } }
    expect((await fragile(mfa.confirm, question)).status).toBe(500)

    const answer = await fragile(mfa.confirm, question)

    expect(answer.status).toBe(200)
    expect(await factorsOf(at)).toMatchObject([{ status: 'verified', factorId: body.id }])
  })

  test('MFA-07 with a proof swaps at the confirmation, and the old app works until then', async () => {
    const at = await setup(createEnrolledMfaSetup())
    const session = await aReplacingSession(at)
    const { body } = await at.ask(mfa.enrol, session)
    await expect(
      signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) }),
    ).resolves.toBeDefined()

    const confirmed = await at.ask(mfa.confirm, {
      ...session,
      body: { code: generateCurrentTotpCode(at, body.secret) },
    })

    expect(confirmed.status).toBe(200)
    expect(confirmed.body.recoveryCodes).not.toEqual(at.recoveryCodes)
    at.clock.advance({ seconds: 30 })
    await expect(
      signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, body.secret) }),
    ).resolves.toBeDefined()
    await expect(signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })).rejects.toThrow(
      'Invalid code',
    )
    expect(await factorsOf(at)).toMatchObject([{ status: 'verified', factorId: body.id }])
  })

  test('A-11 is opened to the session that proved it alone: another of the account has no key, and none serves twice', async () => {
    const at = await setup(createEnrolledMfaSetup())
    const proven = await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })
    at.clock.advance({ seconds: 30 })
    const other = await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })
    const { body } = await at.ask(mfa.allowEnrolment, proven)
    const withKey = { [cognitoMetadataKeys.enrolment]: body.key }

    const without = await refreshPoolSession(at, other)
    const guessed = await refreshPoolSession(at, without, { [cognitoMetadataKeys.enrolment]: 'A'.repeat(43) })
    const first = await refreshPoolSession(at, proven, withKey)
    const second = await refreshPoolSession(at, guessed, withKey)

    const mayEnrol = ({ as }: typeof proven) => as?.['scope']?.includes('aws.cognito.signin.user.admin')
    expect([without, guessed, first, second].map(mayEnrol)).toEqual([false, false, true, false])
    expect(JSON.stringify(await scanWholeTable(at.practice))).not.toContain(body.key)
  })

  test.each([
    ['', () => {}],
    [', also when it was sent again', sendVerificationsTwice],
  ])('that Cognito does not take leaves table and Cognito with the old app%s', async (_, prepare) => {
    const at = await setup(createEnrolledMfaSetup())
    prepare(at)
    const session = await aReplacingSession(at)
    const { body } = await at.ask(mfa.enrol, session)
    // Cognito's candidate has changed, as after starting in a second window.
    await at.practice.authenticators.associate(session.accessToken)

    const answer = await at.ask(mfa.confirm, { ...session, body: { code: generateCurrentTotpCode(at, body.secret) } })

    expect(answer).toEqual({ status: 409, body: { code: 'code-invalid' } })
    expect((await factorsOf(at)).find(({ status }) => status === 'verified')?.factorId).not.toBe(body.id)
    await expect(
      signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) }),
    ).resolves.toBeDefined()
  })
})

describe('a replacement that was cut off at Cognito', () => {
  test('goes on with the same code', async () => {
    const { confirm, oldAppOpens } = await aCutOffReplacement()

    expect((await confirm()).status).toBe(200)

    await expect(oldAppOpens()).rejects.toThrow('Invalid code')
  })

  test('and that Cognito then refuses is begun anew, and the old app stays in table and Cognito', async () => {
    const { practice, session, confirm, oldAppOpens } = await aCutOffReplacement()
    // Cognito's candidate has changed, as after starting in a second window.
    await practice.authenticators.associate(session.accessToken)

    const answer = await confirm()

    expect(answer).toEqual({ status: 409, body: { code: 'enrolment-expired' } })
    expect(await oldAppOpens()).toBe(true)
  })

  test('is not taken for done because the token may not enrol any more', async () => {
    const { session, confirm, oldAppOpens, ...at } = await aCutOffReplacement()
    const renewed = await refreshPoolSession(at, session)

    const answer = await confirm(renewed)

    expect(answer).toEqual({ status: 409, body: { code: 'enrolment-expired' } })
    expect(await oldAppOpens()).toBe(true)
  })

  test('is begun anew where Cognito may have the new app already, which then counts in table and Cognito', async () => {
    const at = await setup(createEnrolledMfaSetup())
    const session = await aReplacingSession(at)
    const confirm = (secret: string) =>
      at.ask(mfa.confirm, { ...session, body: { code: generateCurrentTotpCode(at, secret) } })
    repeatCalls(at.pool.sdk, 'VerifySoftwareTokenCommand', { times: 1 })
    const { body: first } = await at.ask(mfa.enrol, session)
    const unheard = [await confirm(first.secret), await confirm(first.secret)]

    const { body: second } = await at.ask(mfa.enrol, session)
    const confirmed = await confirm(second.secret)

    expect(unheard.map(({ body }) => body.code)).toEqual(['code-invalid', 'enrolment-expired'])
    expect(confirmed.status).toBe(200)
    at.clock.advance({ seconds: 30 })
    await expect(
      signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, second.secret) }),
    ).resolves.toBeDefined()
    expect(await factorsOf(at)).toMatchObject([{ status: 'verified', factorId: second.id }])
  })
})

test('a token of an enrolled account cannot switch the factor off at Cognito', async () => {
  const at = await setup(createEnrolledMfaSetup())
  const { accessToken } = await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })

  const attempt = at.pool.sdk.send(
    new SetUserMFAPreferenceCommand({ AccessToken: accessToken, SoftwareTokenMfaSettings: { Enabled: false } }),
  )

  await expect(attempt).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  expect(await isInForce(at)).toBe(true)
})

test('a factor that was switched off behind our back is put back in force, and the password alone opens nothing', async () => {
  const at = await setup(createEnrolledMfaSetup())
  await at.practice.authenticators.demand(at.person.sub, false)

  await expect(signInAtPool(at, at.person.email)).rejects.toThrow('second-factor-restored')

  expect(await isInForce(at)).toBe(true)
  await expect(
    signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) }),
  ).resolves.toBeDefined()
})

describe('a secret', () => {
  test('lies sealed in the table, and the seal of one account does not open for another', async () => {
    const at = await setup(createEnrolledMfaSetup())
    const other = await createPoolPerson(at)
    const [factor] = await factorsOf(at)

    expect(JSON.stringify(await scanWholeTable(at.practice))).not.toContain(at.secret)
    const { vault } = at.practice
    await expect(vault.open(factor?.sealedSecret ?? '', other.userId)).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    })
    expect(await vault.open(factor?.sealedSecret ?? '', at.person.userId)).toBe(at.secret)
  })

  test('and codes are in no log and no audit entry', async () => {
    const logs = (['info', 'error', 'warn', 'log'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => {}),
    )
    const at = await setup(createEnrolledMfaSetup())
    const code = generateCurrentTotpCode(at, at.secret)
    await at.ask(mfa.prove, { ...at.session, body: { code } })
    await at.ask(mfa.recover, { body: { email: at.person.email, recoveryCode: at.recoveryCodes[0] } })

    const written = JSON.stringify([logs.map(({ mock }) => mock.calls), await listAuditChanges(at.practice)])

    expect(written).toContain('/mfa/proof')
    for (const hidden of [at.secret, code, at.session.accessToken, ...at.recoveryCodes])
      expect(written).not.toContain(hidden)
    expect(JSON.stringify(await scanWholeTable(at.practice))).not.toContain(at.recoveryCodes[1])
  })
})

const heldBack =
  (get: (key: never) => object, asked: PromiseWithResolvers<void>, until: PromiseWithResolvers<void>) =>
  (key: never) => ({
    go: async (options: object) => {
      asked.resolve()
      await until.promise
      return (get(key) as { go: (options: object) => Promise<unknown> }).go(options)
    },
  })

async function aReplacingSession(at: Awaited<ReturnType<typeof createEnrolledMfaSetup>>) {
  const session = await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })
  const ready = await allowSessionEnrolment(at, session)
  at.clock.advance({ seconds: 30 })
  return ready
}

async function aCutOffReplacement() {
  const at = await setup(createEnrolledMfaSetup())
  const session = await aReplacingSession(at)
  const authenticators = failOnFirstCall(at.practice.authenticators, 'verify')
  const fragile = createEndpointCaller(serveMfa(() => ({ ...at.practice, authenticators })))
  const { body } = await at.ask(mfa.enrol, session)
  const confirm = (as = session) =>
    fragile(mfa.confirm, { ...as, body: { code: generateCurrentTotpCode(at, body.secret) } })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect((await confirm()).status).toBe(500)
  const oldAppOpens = async () => {
    at.clock.advance({ seconds: 30 })
    await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })
    const present = (await factorsOf(at)).find(({ status }) => status === 'verified')
    return present !== undefined && present.factorId !== body.id
  }
  return { ...at, session, confirm, oldAppOpens }
}
