import { afterEach, describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { mfa } from '#contract/mfa'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { type EnrolledMfaSetup, createEnrolledMfaSetup, listQueuedMailKinds } from '../../support/mfa-setup.ts'
import {
  createWrongTotpCode,
  generateCurrentTotpCode,
  TEST_PASSWORD,
  signInAtPool,
} from '../../support/identity-setup.ts'
import { createCliente, createGoogleSessionClaims } from '../../support/people.ts'
import { listAuditedActions, listAuditChanges } from '../../support/practice.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'

const open: EnrolledMfaSetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

async function atStepUp() {
  const at = await createEnrolledMfaSetup()
  open.push(at)
  const as = { ...createGoogleSessionClaims(at.person, at.practice), origin_jti: crypto.randomUUID() }
  const whoAmI = async () => (await createEndpointCaller(serveAccount(() => at.practice))(account.session, { as })).body
  return { ...at, as, whoAmI }
}

describe('FUN-01 a proof of the second factor', () => {
  test('by the code of the app makes this session assured, and only this one', async () => {
    const at = await atStepUp()
    const other = { ...at.as, origin_jti: crypto.randomUUID() }
    expect(await at.whoAmI()).toMatchObject({ assured: false })

    const answer = await at.ask(mfa.prove, { as: at.as, body: { code: generateCurrentTotpCode(at, at.secret) } })

    expect(answer).toEqual({
      status: 200,
      body: { success: true, provenAt: at.clock.now().toISOString(), recoveryCodesLeft: 8 },
    })
    expect(await at.whoAmI()).toMatchObject({ assured: true })
    const { body } = await createEndpointCaller(serveAccount(() => at.practice))(account.session, { as: other })
    expect(body.assured).toBe(false)
    expect(await listAuditedActions(at.practice)).toContain('MFA_VERIFIED')
  })

  test('takes a code with spaces in it', async () => {
    const at = await atStepUp()
    const code = generateCurrentTotpCode(at, at.secret)

    const answer = await at.ask(mfa.prove, { as: at.as, body: { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` } })

    expect(answer.status).toBe(200)
  })

  test('MFA-26 takes no code twice, nor one from before a code that was taken', async () => {
    const at = await atStepUp()
    const [before, code] = [generateCurrentTotpCode(at, at.secret), generateCurrentTotpCode(at, at.secret, 1)]
    await at.ask(mfa.prove, { as: at.as, body: { code } })

    const answers = [
      await at.ask(mfa.prove, { as: at.as, body: { code } }),
      await at.ask(mfa.prove, { as: at.as, body: { code: before } }),
    ]

    expect(answers.map(({ body }) => body)).toEqual([{ code: 'code-used' }, { code: 'code-used' }])
  })

  test('MFA-26 takes no code that may have been used at the sign-in of this session, nor an earlier one', async () => {
    const at = await atStepUp()
    const [before, code, next] = [-1, 0, 1].map((later) => generateCurrentTotpCode(at, at.secret, later))
    const session = await signInAtPool(at, at.person.email, { code: code ?? '' })
    const prove = async (typed = '') => (await at.ask(mfa.prove, { ...session, body: { code: typed } })).body

    const answers = [await prove(code), await prove(before)]

    expect(answers).toEqual([{ code: 'code-used' }, { code: 'code-used' }])
    expect(await prove(next)).toMatchObject({ success: true })
  })

  test('MFA-26 takes no code that a recovery code was exchanged for', async () => {
    const at = await atStepUp()
    const { body } = await at.ask(mfa.recover, {
      body: { email: at.person.email, password: TEST_PASSWORD, recoveryCode: at.recoveryCodes[0] },
    })

    const answer = await at.ask(mfa.prove, { as: at.as, body: { code: body.codes[0] } })

    expect(answer.body).toEqual({ code: 'code-used' })
  })

  test('of ten with one right code at once, one counts', async () => {
    const at = await atStepUp()
    const code = generateCurrentTotpCode(at, at.secret)

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => at.ask(mfa.prove, { as: at.as, body: { code } })),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('MFA-26 MFA-30 DATA-09 with a wrong code is refused and noted', async () => {
    const at = await atStepUp()

    const answer = await at.ask(mfa.prove, { as: at.as, body: { code: createWrongTotpCode(at, at.secret) } })

    expect(answer).toEqual({ status: 409, body: { code: 'code-invalid' } })
    expect(await at.whoAmI()).toMatchObject({ assured: false })
    expect((await listAuditChanges(at.practice)).find(({ action }) => action === 'MFA_VERIFY_FAILED')).toMatchObject({
      userId: at.person.userId,
      address: '203.0.113.7',
      userAgent: 'Mozilla/5.0 (test)',
    })
  })

  test('MFA-23 needs a factor', async () => {
    const at = await atStepUp()
    const nobody = await createCliente(at.practice)

    const answer = await at.ask(mfa.prove, {
      as: createGoogleSessionClaims(nobody, at.practice),
      body: { code: '123456' },
    })

    expect(answer).toEqual({ status: 409, body: { code: 'mfa-not-enrolled' } })
  })

  test('SEC-21 MFA-28 LIM-03 the sixth try within fifteen minutes is not looked at, a right code or not', async () => {
    const at = await atStepUp()
    await guess(at, 5)

    const sixth = await at.ask(mfa.prove, { as: at.as, body: { code: generateCurrentTotpCode(at, at.secret) } })

    expect(sixth).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
    at.clock.advance({ minutes: 15 })
    const later = await at.ask(mfa.prove, { as: at.as, body: { code: generateCurrentTotpCode(at, at.secret) } })
    expect(later.status).toBe(200)
  })

  test('A-65 SEC-21 five are of an account and a place: a stranger in the same place does not use them up', async () => {
    const at = await atStepUp()
    const stranger = await createCliente(at.practice)
    for (let tries = 0; tries < 5; tries++) {
      await at.ask(mfa.prove, { as: createGoogleSessionClaims(stranger, at.practice), body: { code: '123456' } })
    }

    const own = await at.ask(mfa.prove, { as: at.as, body: { code: generateCurrentTotpCode(at, at.secret) } })

    expect(own.status).toBe(200)
  })

  test('A-65 SEC-21 an account has ten from everywhere', async () => {
    const at = await atStepUp()
    const from = async (address: string, code = createWrongTotpCode(at, at.secret)) =>
      (
        await at.ask(mfa.prove, {
          as: at.as,
          body: { code },
          headers: { 'x-forwarded-for': `${address}, 130.176.1.1` },
        })
      ).status
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push(await from(`198.51.100.${n % 3}`))

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429])
    expect(await from('192.0.2.1', generateCurrentTotpCode(at, at.secret))).toBe(429)
  })

  test('A-09 one recovery code in two step-ups at once proves one of them', async () => {
    const at = await atStepUp()
    const [recoveryCode = ''] = at.recoveryCodes
    const statuses: number[] = []
    const prove = async () =>
      void statuses.push((await at.ask(mfa.prove, { as: at.as, body: { recoveryCode } })).status)
    interruptNextWrite(at.practice, 'recoveryCode', prove)

    await prove()

    expect(statuses).toEqual([200, 409])
    expect((await listAuditedActions(at.practice)).filter((action) => action === 'RECOVERY_CODE_USED')).toHaveLength(1)
    expect((await at.ask(mfa.read, { as: at.as })).body.recoveryCodesLeft).toBe(7)
  })

  test('right codes count for nothing: whoever works in one place all day goes on', async () => {
    const at = await atStepUp()

    for (let times = 0; times < 6; times++) {
      at.clock.advance({ seconds: 30 })
      const { status } = await at.ask(mfa.prove, { as: at.as, body: { code: generateCurrentTotpCode(at, at.secret) } })
      expect(status).toBe(200)
    }
  })

  test('A-09 by a recovery code serves once, and the owner hears of it', async () => {
    const at = await atStepUp()
    const [recoveryCode = ''] = at.recoveryCodes
    const typed = `${recoveryCode.slice(0, 4).toLowerCase()}-${recoveryCode.slice(4)} `

    const first = await at.ask(mfa.prove, { as: at.as, body: { recoveryCode: typed } })
    const second = await at.ask(mfa.prove, { as: at.as, body: { recoveryCode } })

    expect(first).toMatchObject({ status: 200, body: { recoveryCodesLeft: 7 } })
    expect(second).toEqual({ status: 409, body: { code: 'code-invalid' } })
    expect(await at.whoAmI()).toMatchObject({ assured: true })
    expect((await listQueuedMailKinds(at)).filter(({ kind }) => kind === 'recovery-code-used')).toMatchObject([
      { to: at.person.email, left: 7 },
    ])
    expect(await listAuditedActions(at.practice)).toContain('RECOVERY_CODE_USED')
  })

  test('at a password sign-in lets sensitive changes through for five minutes', async () => {
    const at = await atStepUp()
    const session = await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })
    at.clock.advance({ minutes: 4, seconds: 59 })
    expect((await at.ask(mfa.renewRecoveryCodes, session)).status).toBe(200)

    at.clock.advance({ seconds: 1 })

    expect((await at.ask(mfa.renewRecoveryCodes, session)).body).toEqual({ code: 'proof-required' })
  })
})

async function guess(at: Awaited<ReturnType<typeof atStepUp>>, times: number) {
  for (let tries = 0; tries < times; tries++) {
    const { body } = await at.ask(mfa.prove, { as: at.as, body: { code: createWrongTotpCode(at, at.secret) } })
    expect(body.code).toBe('code-invalid')
  }
}
