import { describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { TERMS_VERSION } from '#contract/product'
import { createMissingProfileCreator } from '../../../functions/account/create-missing-profile.ts'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { countItemsByEntity, scanWholeTable } from '../../support/scan-whole-table.ts'
import { createGoogleSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditedActions, listAuditChanges } from '../../support/practice.ts'
import { TEST_USER_SUB } from '../../support/triggers.ts'

const fromGoogle = {
  email: 'lucia@correo.test',
  email_verified: 'true',
  given_name: 'Lucía',
  family_name: 'Ferrer',
}
const answers = {
  firstName: 'Lucía',
  lastName: 'Ferrer Gil',
  birthDate: '1990-05-17',
  acceptedTerms: true,
  marketingOptIn: true,
}

async function backFromGoogle(attributes: Record<string, string> = fromGoogle) {
  const plain = await createTestPractice()
  plain.identities.known.set(TEST_USER_SUB, {
    sub: TEST_USER_SUB,
    confirmed: true,
    enabled: true,
    hasTotp: false,
    createdAt: plain.now(),
    attributes,
  })
  const practice = { ...plain, completeProfile: createMissingProfileCreator(plain.identities, plain) }
  const ask = createEndpointCaller(serveAccount(() => practice))
  const as = createGoogleSessionClaims({ sub: TEST_USER_SUB, userId: '', customerId: '', email: '' }, practice)
  const complete = (changes: object = {}) => ask(account.completeRegistration, { as, body: { ...answers, ...changes } })
  return { practice, ask, as, complete }
}

describe('REG-23 FUN-03 A-14 A-22 whoever comes by Google', () => {
  test('has no profile until they complete their registration', async () => {
    const { practice, ask, as } = await backFromGoogle()

    expect(await ask(account.session, { as })).toEqual({ status: 409, body: { code: 'profile-missing' } })
    expect(await countItemsByEntity(practice)).toEqual({})
  })

  test('is shown what Google said of them', async () => {
    const { ask, as } = await backFromGoogle()

    const { body } = await ask(account.readRegistration, { as })

    expect(body).toEqual({
      registered: false,
      origin: 'google',
      email: 'lucia@correo.test',
      emailVerified: true,
      firstName: 'Lucía',
      lastName: 'Ferrer',
    })
  })

  test('is shown nothing that a name may not have, and asked for what is left of it', async () => {
    const { practice, ask, as } = await backFromGoogle()
    const identity = practice.identities.known.get(TEST_USER_SUB)
    if (!identity) throw new Error('nobody came back from Google')
    const attributes = { ...identity.attributes, given_name: 'Ana {####}', family_name: '<//>' }
    practice.identities.known.set(TEST_USER_SUB, { ...identity, attributes })

    expect((await ask(account.readRegistration, { as })).body).toMatchObject({ firstName: 'Ana', lastName: '' })
  })

  test('REG-29 DATA-05 DATA-07 completes it with birth date and accepted terms, version and address written down', async () => {
    const { practice, complete } = await backFromGoogle()

    const { status, body } = await complete()

    expect(status).toBe(200)
    expect(body).toMatchObject({ userId: `usr_${TEST_USER_SUB}`, role: 'cliente', origin: 'google', assured: false })
    const { data: user } = await practice.data.users.get({ userId: `usr_${TEST_USER_SUB}` }).go()
    expect(user).toMatchObject({
      email: 'lucia@correo.test',
      lastName: 'Ferrer Gil',
      birthDate: '1990-05-17',
      status: 'active',
      emailVerifiedAt: '2026-11-21T09:00:00.000Z',
    })
    const { data: terms } = await practice.data.termsAcceptances.query.byUser({ userId: `usr_${TEST_USER_SUB}` }).go()
    expect(terms).toMatchObject([
      {
        termsVersion: TERMS_VERSION,
        acceptedAt: '2026-11-21T09:00:00.000Z',
        marketingOptIn: true,
        address: '203.0.113.7',
        userAgent: 'Mozilla/5.0 (test)',
      },
    ])
    expect(practice.identities.groups).toEqual([[TEST_USER_SUB, 'cliente']])
    expect(await listAuditChanges(practice)).toMatchObject([{ action: 'ACCOUNT_CREATED', address: '203.0.113.7' }])
  })

  test('REG-22 completes it once', async () => {
    const { practice, complete } = await backFromGoogle()
    await complete()
    const before = await countItemsByEntity(practice)

    expect(await complete()).toEqual({ status: 409, body: { code: 'already-registered' } })
    expect(await countItemsByEntity(practice)).toEqual(before)
  })

  test('completes it once, however many windows do so at one moment', async () => {
    const { practice, complete } = await backFromGoogle()

    await Promise.all(Array.from({ length: 6 }, () => complete()))

    expect(await countItemsByEntity(practice)).toMatchObject({
      user: 1,
      customer: 1,
      termsAcceptance: 1,
      auditEntry: 1,
    })
  })

  test.each([
    { userId: 'usr_somebody-else' },
    { user_id: 'usr_somebody-else' },
    { email: 'otra@correo.test' },
    { role: 'administrador' },
  ])('A-22 cannot say %j', async (more) => {
    const { practice, complete } = await backFromGoogle()

    expect(await complete(more)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(await countItemsByEntity(practice)).toEqual({})
  })

  test.each([
    [
      'REG-08 terms that were not accepted',
      { acceptedTerms: false },
      'Debes aceptar los Términos y la Política de Privacidad',
    ],
    ['a birth date that is none', { birthDate: '1990-02-31' }, 'Indica tu fecha de nacimiento'],
    ['a first name of one letter', { firstName: ' L ' }, 'Nombre demasiado corto'],
    ['a last name of one letter', { lastName: 'F' }, 'Apellidos demasiado cortos'],
  ])('%s is refused in Spanish', async (_, changes, text) => {
    const { complete } = await backFromGoogle()

    const { status, body } = await complete(changes)

    expect(status).toBe(400)
    expect(Object.values(body.problems ?? {})).toEqual([[text]])
  })

  test('AUTH-19 PER-08 with an address that Google has not verified is refused', async () => {
    const { practice, complete } = await backFromGoogle({ ...fromGoogle, email_verified: 'false' })

    expect(await complete()).toEqual({ status: 409, body: { code: 'email-unverified' } })
    expect(await countItemsByEntity(practice)).toEqual({})
  })

  test('A-21 is given the file that the practice had begun for that address', async () => {
    const { practice, complete } = await backFromGoogle()
    const waiting = { customerId: 'cus_entered-by-hand', name: 'L. F.', email: 'lucia@correo.test' }
    await practice.data.customers.create({ ...waiting, createdAt: '2026-01-01T00:00:00.000Z' }).go()

    const { body } = await complete()

    expect(body.customerId).toBe('cus_entered-by-hand')
    expect(await listAuditedActions(practice)).toEqual(['ACCOUNT_CREATED', 'CUSTOMER_LINKED'])
  })

  test('takes over what a purchase began with this address, in their own words', async () => {
    const { practice, complete, ask, as } = await backFromGoogle()
    await practice.data.users
      .create({
        userId: `usr_${TEST_USER_SUB}`,
        email: 'lucia@correo.test',
        firstName: 'Quien',
        lastName: 'Compró',
        role: 'cliente',
        status: 'unconfirmed',
        customerId: `cus_${TEST_USER_SUB}`,
        createdAt: '2026-11-20T09:00:00.000Z',
      })
      .go()
    expect((await ask(account.readRegistration, { as })).body.registered).toBe(false)

    const { status, body } = await complete()

    expect(status).toBe(200)
    expect(body).toMatchObject({ lastName: 'Ferrer Gil', emailVerifiedAt: '2026-11-21T09:00:00.000Z' })
    expect(await countItemsByEntity(practice)).toMatchObject({ user: 1, termsAcceptance: 1 })
  })

  test('is refused by the address when the account is gone from the user pool', async () => {
    const { practice, complete } = await backFromGoogle()
    practice.identities.known.clear()

    expect(await complete()).toEqual({ status: 401, body: { code: 'session-ended' } })
    expect(await scanWholeTable(practice)).toEqual([])
  })
})

describe('REG-05 LIM-04 A-14 the age', () => {
  test.each([
    ['the day before the 16th birthday', '2026-11-20T22:59:59.000Z', '2010-11-21', 409],
    ['from midnight in Madrid of the 16th birthday', '2026-11-20T23:00:00.000Z', '2010-11-21', 200],
    ['on 28 February, born on the 29th', '2028-02-28T22:59:59.000Z', '2012-02-29', 409],
    ['on 29 February, born on it', '2028-02-28T23:00:00.000Z', '2012-02-29', 200],
    ['REG-06 born tomorrow', '2026-11-21T09:00:00.000Z', '2026-11-22', 409],
    ['REG-06 born in a year that is far off', '2026-11-21T09:00:00.000Z', '9990-01-01', 409],
  ])('%s', async (_, now, birthDate, status) => {
    const { practice, complete } = await backFromGoogle()
    practice.clock.set(now)

    const answer = await complete({ birthDate })

    expect(answer.status).toBe(status)
    expect(answer.body.code).toBe(status === 409 ? 'too-young' : undefined)
  })
})
