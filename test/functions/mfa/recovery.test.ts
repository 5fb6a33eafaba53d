import { afterEach, describe, expect, test, vi } from 'vitest'
import { mfa } from '#contract/mfa'
import { createEndpointCaller, createApiGatewayEvent } from '../../support/endpoint-caller.ts'
import { createLambdaHandler as serveMfa } from '../../../functions/mfa/handler.ts'
import { createRecoveryCodeSet, createReplaceRecoveryCodesWrites } from '../../../functions/mfa/recovery-codes.ts'
import { type EnrolledMfaSetup, createEnrolledMfaSetup, listQueuedMailKinds } from '../../support/mfa-setup.ts'
import { generateCurrentTotpCode, TEST_PASSWORD, signInAtPool } from '../../support/identity-setup.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'

const open: EnrolledMfaSetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

async function atRecovery(): Promise<EnrolledMfaSetup> {
  const at = await createEnrolledMfaSetup()
  open.push(at)
  return at
}

interface Guess {
  readonly email?: string
  readonly password?: string
  readonly address?: string
}

const recovering = (
  at: EnrolledMfaSetup,
  recoveryCode: string | undefined,
  { email = at.person.email, password = TEST_PASSWORD, address = '203.0.113.7' }: Guess = {},
) =>
  at.ask(mfa.recover, {
    body: { email, password, recoveryCode },
    headers: { 'x-forwarded-for': `${address}, 130.176.1.1` },
  })
const anAddress = (number: number) => `198.51.100.${number}`
const judged = async (at: EnrolledMfaSetup) =>
  (await listAuditChanges(at.practice)).filter(({ action }) =>
    ['MFA_VERIFY_FAILED', 'RECOVERY_CODE_USED'].includes(action),
  )
const WRONG = 'ZZZZZZZZ'

describe('FUN-02 A-09 a recovery code at sign-in', () => {
  test('is exchanged for a code with which Cognito’s own question is answered', async () => {
    const at = await atRecovery()

    const { status, body } = await recovering(at, at.recoveryCodes[0])

    expect(status).toBe(200)
    const session = await signInAtPool(at, at.person.email, { code: body.codes[0] ?? '' })
    expect(session.sub).toBe(at.person.sub)
  })

  test('helps although the app’s present code has just been used', async () => {
    const at = await atRecovery()
    await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })

    const { body } = await recovering(at, at.recoveryCodes[0])

    expect(body.codes[0]).toBe(generateCurrentTotpCode(at, at.secret))
    await expect(signInAtPool(at, at.person.email, { code: body.codes[1] ?? '' })).resolves.toBeDefined()
  })

  test('is kept when both codes of this minute have been used: whoever is told to wait has lost nothing', async () => {
    const at = await atRecovery()
    const signInBy = async (recoveryCode: string | undefined) => {
      const { status, body } = await recovering(at, recoveryCode)
      if (status !== 200) return body
      return signInAtPool(at, at.person.email, { code: body.codes[0] ?? '' })
    }
    const [first, second, third] = at.recoveryCodes
    await expect(signInBy(first)).resolves.toHaveProperty('accessToken')
    await expect(signInBy(second)).resolves.toHaveProperty('accessToken')

    expect(await signInBy(third)).toEqual({ code: 'too-many-attempts' })

    expect((await at.ask(mfa.read, at.session)).body.recoveryCodesLeft).toBe(6)
    at.clock.advance({ seconds: 30 })
    await expect(signInBy(third)).resolves.toHaveProperty('accessToken')
  })

  test('knows that the app’s present code was used by a session that has been seen', async () => {
    const at = await atRecovery()
    const session = await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })
    await at.ask(mfa.read, session)
    const { body } = await recovering(at, at.recoveryCodes[0])
    await expect(signInAtPool(at, at.person.email, { code: body.codes[0] ?? '' })).resolves.toBeDefined()

    expect((await recovering(at, at.recoveryCodes[1])).body).toEqual({ code: 'too-many-attempts' })
    expect((await at.ask(mfa.read, session)).body.recoveryCodesLeft).toBe(7)
  })

  test('opens nothing without the password, and is not used up', async () => {
    const at = await atRecovery()
    const password = 'Otra-clave-9'

    const refused = await recovering(at, at.recoveryCodes[0], { password })

    expect(refused).toEqual({ status: 409, body: { code: 'code-invalid' } })
    expect((await at.ask(mfa.read, at.session)).body.recoveryCodesLeft).toBe(8)
    const { body } = await recovering(at, at.recoveryCodes[0])
    const attempt = signInAtPool(at, at.person.email, { password, code: body.codes[0] ?? '' })
    await expect(attempt).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  test('is written down and told to its owner with the number left', async () => {
    const at = await atRecovery()

    await recovering(at, at.recoveryCodes[3])

    expect((await judged(at)).at(-1)).toMatchObject({
      action: 'RECOVERY_CODE_USED',
      userId: at.person.userId,
      details: { left: 7 },
      address: '203.0.113.7',
    })
    expect((await listQueuedMailKinds(at)).at(-1)).toMatchObject({
      kind: 'recovery-code-used',
      to: at.person.email,
      left: 7,
    })
    expect((await at.ask(mfa.read, at.session)).body.recoveryCodesLeft).toBe(7)
  })

  test('that is unknown, used, or of an unknown account is answered byte for byte alike', async () => {
    const at = await atRecovery()
    await recovering(at, at.recoveryCodes[0])
    const raw = async (body: object) =>
      serveMfa(() => at.practice)(createApiGatewayEvent('POST /mfa/recovery', { body }), {} as never)

    const used = await raw({ email: at.person.email, password: TEST_PASSWORD, recoveryCode: at.recoveryCodes[0] })
    const wrong = await raw({ email: at.person.email, password: TEST_PASSWORD, recoveryCode: WRONG })
    const unknown = await raw({ email: 'nadie@correo.test', password: TEST_PASSWORD, recoveryCode: WRONG })

    expect(used).toMatchObject({ statusCode: 409, body: '{"code":"code-invalid"}' })
    const stranger = await raw({
      email: at.person.email,
      password: 'Otra-clave-9',
      recoveryCode: at.recoveryCodes[1],
    })
    expect([wrong, unknown, stranger]).toEqual([used, used, used])
  })

  test('A-65 is not looked at before the password was right, and a stranger cannot use up the owner’s tries', async () => {
    const at = await atRecovery()
    const guess = (n: number) =>
      recovering(at, at.recoveryCodes[0], { password: 'Otra-clave-9', address: anAddress(n) })
    for (let n = 10; n < 14; n++) expect((await guess(n)).body).toEqual({ code: 'code-invalid' })

    expect(await judged(at)).toEqual([])
    expect((await listAuditChanges(at.practice)).filter(({ action }) => action === 'LOGIN_FAILED')).toHaveLength(4)
    expect((await recovering(at, at.recoveryCodes[0])).status).toBe(200)
  })

  test('is judged five times in a quarter of an hour, whatever the places', async () => {
    const at = await atRecovery()
    const answers = []
    for (let n = 10; n < 16; n++) answers.push(await recovering(at, WRONG, { address: anAddress(n) }))

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 429])
  })

  test('one place may ask ten times, whatever the account', async () => {
    const at = await atRecovery()
    for (let tries = 0; tries < 10; tries++) await recovering(at, WRONG, { email: `nadie-${tries}@correo.test` })

    const eleventh = await recovering(at, at.recoveryCodes[0])

    expect(eleventh).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
  })

  test('guessed twenty times at once, from twenty addresses: at most one wins and no more than five are judged', async () => {
    const at = await atRecovery()
    const guesses = Array.from({ length: 20 }, (_, index) => (index === 15 ? at.recoveryCodes[0] : WRONG))

    const answers = await Promise.all(
      guesses.map((guess, index) => recovering(at, guess, { address: anAddress(index) })),
    )

    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(answers.every(({ status }) => [200, 409, 429].includes(status))).toBe(true)
    expect((await judged(at)).length).toBeLessThanOrEqual(5)
  })

  test('that is right, ten times at once, counts once', async () => {
    const at = await atRecovery()

    const answers = await Promise.all(Array.from({ length: 10 }, () => recovering(at, at.recoveryCodes[0])))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // Five are judged. The ledger of sign-ins adds entries for attempts that were overtaken, so the answers are counted
    // instead.
    expect(answers.filter(({ status }) => status === 409).length).toBeLessThanOrEqual(4)
    expect((await at.ask(mfa.read, at.session)).body.recoveryCodesLeft).toBe(7)
  })

  test('A-09 that another exchange uses up after it was judged is exchanged no second time', async () => {
    const at = await atRecovery()
    const statuses: number[] = []
    const exchange = async () => void statuses.push((await recovering(at, at.recoveryCodes[0])).status)
    interruptNextWrite(at.practice, 'recoveryCode', exchange)

    await exchange()

    expect(statuses).toEqual([200, 409])
    expect((await at.ask(mfa.read, at.session)).body.recoveryCodesLeft).toBe(7)
  })

  test('of somebody else opens nothing', async () => {
    const [at, other] = [await atRecovery(), await atRecovery()]

    expect((await recovering(at, other.recoveryCodes[0])).status).toBe(409)
  })
})

describe('new recovery codes', () => {
  test('take the place of all the old ones', async () => {
    const at = await atRecovery()
    await recovering(at, at.recoveryCodes[0])
    const session = await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })

    const { body } = await at.ask(mfa.renewRecoveryCodes, session)

    expect(body.recoveryCodes).toHaveLength(8)
    expect((await recovering(at, at.recoveryCodes[1])).status).toBe(409)
    expect((await recovering(at, body.recoveryCodes[7])).status).toBe(200)
    expect((await at.ask(mfa.read, session)).body.recoveryCodesLeft).toBe(7)
  })

  test('made twice at once are written once: two sets would leave codes that nobody was shown', async () => {
    const at = await atRecovery()
    const { data } = at.practice
    const replacing = async () =>
      createReplaceRecoveryCodesWrites(
        data,
        at.person.userId,
        await createRecoveryCodeSet(),
        '2026-11-21T09:01:00.000Z',
      )
    const [first, second] = [await replacing(), await replacing()]

    const outcomes = [
      await data.transact((entities) => ({ recoveryCodes: first(entities) })),
      await data.transact((entities) => ({ recoveryCodes: second(entities) })),
    ]

    expect(outcomes.map(({ written }) => written)).toEqual([true, false])
    expect((await at.ask(mfa.read, at.session)).body.recoveryCodesLeft).toBe(8)
  })

  test('are not given to somebody without a factor', async () => {
    const at = await atRecovery()
    const session = await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })
    await at.practice.data.mfaFactors.delete({ userId: at.person.userId, status: 'verified' }).go()

    expect((await at.ask(mfa.renewRecoveryCodes, session)).body).toEqual({ code: 'mfa-not-enrolled' })
  })
})

test('while the key service does not answer a sign-in by recovery code is a fault that tells nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const at = await atRecovery()
  const vault = { ...at.practice.vault, open: () => Promise.reject(new Error('KMS is away')) }

  const answer = await createEndpointCaller(serveMfa(() => ({ ...at.practice, vault })))(mfa.recover, {
    body: { email: at.person.email, password: TEST_PASSWORD, recoveryCode: at.recoveryCodes[0] },
  })

  expect(answer).toEqual({ status: 500, body: { code: 'fault' } })
})
