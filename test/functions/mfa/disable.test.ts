import { afterEach, describe, expect, test, vi } from 'vitest'
import { customers } from '#contract/customers-domain'
import { mfa } from '#contract/mfa'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createLambdaHandler as serveMfa } from '../../../functions/mfa/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  type EnrolledMfaSetup,
  createEnrolledMfaSetup,
  allowSessionEnrolment,
  failOnFirstCall,
  listQueuedMailKinds,
  getStoredUser,
} from '../../support/mfa-setup.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { generateCurrentTotpCode, signInAtPool } from '../../support/identity-setup.ts'
import { listAuditedActions } from '../../support/practice.ts'

const open: EnrolledMfaSetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

async function provenAt(role: 'cliente' | 'administrador' = 'cliente') {
  const at = await createEnrolledMfaSetup(role)
  open.push(at)
  return { ...at, session: await signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) }) }
}
const inForce = ({ practice, person }: EnrolledMfaSetup) => practice.authenticators.isInForce(person.sub)

describe('MFA-10 A-12 switching the second factor off', () => {
  test('ends it in Cognito and in the table, with its codes', async () => {
    const at = await provenAt()

    const answer = await at.ask(mfa.disable, at.session)

    expect(answer).toEqual({ status: 200, body: { disabled: true } })
    expect(await inForce(at)).toBe(false)
    expect(await getStoredUser(at)).not.toHaveProperty('mfaEnabledAt')
    expect(await countItemsByEntity(at.practice)).not.toHaveProperty('mfaFactor')
    expect(await countItemsByEntity(at.practice)).not.toHaveProperty('recoveryCode')
    await expect(signInAtPool(at, at.person.email)).resolves.toBeDefined()
    expect(await listAuditedActions(at.practice)).toContain('MFA_DISABLED')
    expect((await listQueuedMailKinds(at)).at(-1)).toMatchObject({ kind: 'mfa-changed', change: 'disabled' })
  })

  test('needs a code of the last five minutes', async () => {
    const at = await provenAt()
    at.clock.advance({ minutes: 5 })

    const answer = await at.ask(mfa.disable, at.session)

    expect(answer).toEqual({ status: 403, body: { code: 'proof-required' } })
    expect(await inForce(at)).toBe(true)
  })

  test('PER-05 leaves an administrador with nothing but enrolling again, at once', async () => {
    const at = await provenAt('administrador')
    const askCustomers = createEndpointCaller(serveCustomers(() => at.practice))
    expect((await askCustomers(customers.list, at.session)).status).toBe(200)

    await at.ask(mfa.disable, at.session)

    expect((await askCustomers(customers.list, at.session)).body).toEqual({ code: 'mfa-required' })
    const again = await allowSessionEnrolment(at, await signInAtPool(at, at.person.email))
    expect((await askCustomers(customers.list, again)).body).toEqual({ code: 'mfa-required' })
    expect((await at.ask(mfa.enrol, again)).status).toBe(200)
  })

  test('cut off before Cognito was told, is finished by the next look at the factors', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const at = await provenAt()
    const authenticators = failOnFirstCall(at.practice.authenticators, 'demand')
    const fragile = createEndpointCaller(serveMfa(() => ({ ...at.practice, authenticators })))
    expect((await fragile(mfa.disable, at.session)).status).toBe(500)
    expect([await inForce(at), (await getStoredUser(at))?.mfaEnabledAt]).toEqual([true, undefined])

    const { body } = await fragile(mfa.read, at.session)

    expect(body).toEqual({ factors: [], recoveryCodesLeft: 0 })
    expect(await inForce(at)).toBe(false)
  })

  test('cut off and then enrolled anew, leaves the new app in force', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const at = await provenAt()
    const authenticators = failOnFirstCall(at.practice.authenticators, 'demand')
    await createEndpointCaller(serveMfa(() => ({ ...at.practice, authenticators })))(mfa.disable, at.session)

    await at.ask(mfa.read, at.session)
    const session = await allowSessionEnrolment(at, await signInAtPool(at, at.person.email))
    const { body } = await at.ask(mfa.enrol, session)
    const confirmed = await at.ask(mfa.confirm, {
      ...session,
      body: { code: generateCurrentTotpCode(at, body.secret) },
    })

    expect(confirmed.status).toBe(200)
    expect(await inForce(at)).toBe(true)
    expect((await at.ask(mfa.read, session)).body.factors).toMatchObject([{ id: body.id, status: 'verified' }])
  })

  test('is refused where there is none: a session without a factor has no fresh proof of one', async () => {
    const at = await provenAt()
    const first = await at.ask(mfa.disable, at.session)

    const second = await at.ask(mfa.disable, at.session)

    expect(first.status).toBe(200)
    expect(second.body).toEqual({ code: 'proof-required' })
  })
})

test('MFA-08 of two apps the one that was put in force last is asked for, here and at Cognito', async () => {
  const at = await provenAt()
  const session = await allowSessionEnrolment(at, at.session)
  const { body } = await at.ask(mfa.enrol, session)
  await at.ask(mfa.confirm, { ...session, body: { code: generateCurrentTotpCode(at, body.secret) } })
  at.clock.advance({ minutes: 1 })
  const prove = async (secret: string) =>
    (await at.ask(mfa.prove, { ...session, body: { code: generateCurrentTotpCode(at, secret) } })).body

  expect(await prove(at.secret)).toEqual({ code: 'code-invalid' })
  expect(await prove(body.secret)).toMatchObject({ success: true })
  await expect(
    signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, body.secret) }),
  ).resolves.toBeDefined()
  await expect(signInAtPool(at, at.person.email, { code: generateCurrentTotpCode(at, at.secret) })).rejects.toThrow(
    'Invalid code',
  )
})

test('MFA-35 an app that is being enrolled is not asked for: the verified one is', async () => {
  const at = await provenAt()
  const session = await allowSessionEnrolment(at, at.session)
  const { body } = await at.ask(mfa.enrol, session)
  at.clock.advance({ minutes: 1 })
  const prove = async (secret: string) =>
    (await at.ask(mfa.prove, { ...session, body: { code: generateCurrentTotpCode(at, secret) } })).body

  expect(await prove(body.secret)).toEqual({ code: 'code-invalid' })
  expect(await prove(at.secret)).toMatchObject({ success: true })
})

test('MFA-34 DATA-04 MFA-35 the factors are listed newest first, and only a verified one counts', async () => {
  const at = await provenAt()
  await at.ask(mfa.allowEnrolment, at.session)
  at.clock.advance({ minutes: 1 })
  const userId = at.person.userId
  const created = { userId, sealedSecret: 'x', friendlyName: 'Otra', createdAt: at.clock.now().toISOString() }
  await at.practice.data.mfaFactors.put({ ...created, status: 'unverified', factorId: 'mfa_another' }).go()

  const { body } = await at.ask(mfa.read, at.session)

  expect(body.factors.map(({ status, factorType }) => [status, factorType])).toEqual([
    ['unverified', 'totp'],
    ['verified', 'totp'],
  ])
  expect(JSON.stringify(body)).not.toContain('sealedSecret')
})
