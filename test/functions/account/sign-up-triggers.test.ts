import { describe, expect, test, vi } from 'vitest'
import { cognitoMetadataKeys as metadataNames } from '#contract/cognito-metadata-keys'
import { TERMS_VERSION } from '#contract/product'
import { toEmailAddressId } from '#platform/email-address-id'
import { createSignUpTicket, createCognitoCallTicket } from '../../../functions/account/public/cognito-call-ticket.ts'
import { createMissingProfileCreator } from '../../../functions/account/create-missing-profile.ts'
import { createLambdaHandler as servePostConfirmation } from '../../../functions/account/post-confirmation.handler.ts'
import {
  createLambdaHandler as servePreSignUp,
  createSignUpCheck,
} from '../../../functions/account/pre-sign-up.handler.ts'
import { countItemsByEntity, scanWholeTable } from '../../support/scan-whole-table.ts'
import {
  createStoppedClock,
  createTestPractice,
  listAuditedActions,
  type TestPractice,
} from '../../support/practice.ts'
import { storeSecuritySettings } from '../../support/security-settings.ts'
import { validSignUpAttributes, TEST_POOL_ID, createPoolTriggerEvent, TEST_USER_SUB } from '../../support/triggers.ts'

describe('before an account comes to be', () => {
  test('REG-28 a complete sign-up passes unchanged, and its address still has to be verified', async () => {
    const event = signUp({})

    const answer = await servePreSignUp(atNine)(event)

    expect(answer).toEqual(signUp({}))
    expect(answer.response.autoConfirmUser).not.toBe(true)
  })

  test('A-20 a birth date may be missing: the purchase does not ask for it', async () => {
    const { birthdate: _, ...attributes } = validSignUpAttributes

    await expect(
      servePreSignUp(atNine)(
        createPoolTriggerEvent('PreSignUp_SignUp', {
          userAttributes: attributes,
          clientMetadata: { flow: 'purchase' },
        }),
      ),
    ).resolves.toBeDefined()
  })

  test.each([undefined, { flow: 'registration' }])(
    'no birth date is refused, as the registration form refuses it (%j)',
    async (clientMetadata) => {
      const { birthdate: _, ...userAttributes } = validSignUpAttributes

      await expect(
        servePreSignUp(atNine)(createPoolTriggerEvent('PreSignUp_SignUp', { userAttributes, clientMetadata })),
      ).rejects.toThrow('birth-date-required')
    },
  )

  const objections: [string, Record<string, string>, string][] = [
    ['LIM-05 a first name of one letter', { given_name: 'L' }, 'name-required'],
    ['a first name of spaces', { given_name: '    ' }, 'name-required'],
    ['no last name', { family_name: '' }, 'name-required'],
    ['a name of 121 letters', { family_name: 'x'.repeat(121) }, 'name-required'],
    ['a name that Cognito would fill with the code', { given_name: 'Ana {####}' }, 'name-required'],
    ['a name with a link', { family_name: 'https://correo.test/?c=' }, 'name-required'],
    ['a name that turns what follows it round', { given_name: 'Ana\u202e' }, 'name-required'],
    ['REG-08 terms that were not accepted', { 'custom:terms_accepted_at': '' }, 'terms-required'],
    [
      'DATA-33 A-02 the simple sign-up of address and password alone, whose link would lead to the root path,',
      { given_name: '', family_name: '', birthdate: '', 'custom:terms_accepted_at': '', 'custom:terms_version': '' },
      'required',
    ],
    ['terms accepted long ago', { 'custom:terms_accepted_at': '2026-11-21T08:44:00.000Z' }, 'terms-required'],
    ['terms accepted in the future', { 'custom:terms_accepted_at': '2026-11-21T09:16:00.000Z' }, 'terms-required'],
    ['terms of another version', { 'custom:terms_version': '1999-01' }, 'terms-required'],
    ['LIM-04 REG-05 somebody who turns 16 tomorrow', { birthdate: '2010-11-22' }, 'too-young'],
    ['REG-06 a birth date in the future', { birthdate: '2030-01-01' }, 'too-young'],
    ['a day that does not exist', { birthdate: '1990-02-31' }, 'too-young'],
    ['a month that does not exist', { birthdate: '1990-13-01' }, 'too-young'],
    ['a birth date that is no date', { birthdate: 'ayer' }, 'too-young'],
    ['a birth 121 years ago', { birthdate: '1905-11-21' }, 'too-young'],
    ['an empty birth date', { birthdate: '' }, 'too-young'],
  ]
  test.each(objections)('%s is refused', async (_, attributes, reason) => {
    await expect(servePreSignUp(atNine)(signUp(attributes))).rejects.toThrow(reason)
  })

  test.each([
    ['LIM-04 whoever turns 16 today', '2026-11-21T09:00:00.000Z', '2010-11-21'],
    ['whoever was born on 29 February, on their 16th birthday', '2028-02-29T09:00:00.000Z', '2012-02-29'],
  ])('%s is old enough', async (_, now, birthdate) => {
    const attributes = { ...validSignUpAttributes, birthdate, 'custom:terms_accepted_at': now }

    const answer = servePreSignUp(startingAt(now))(
      createPoolTriggerEvent('PreSignUp_SignUp', { userAttributes: attributes }),
    )

    await expect(answer).resolves.toBeDefined()
  })

  test('whoever was born on 29 February is not old enough the day before', async () => {
    const now = '2028-02-28T22:59:59.000Z'
    const attributes = { ...validSignUpAttributes, birthdate: '2012-02-29', 'custom:terms_accepted_at': now }

    await expect(
      servePreSignUp(startingAt(now))(createPoolTriggerEvent('PreSignUp_SignUp', { userAttributes: attributes })),
    ).rejects.toThrow('too-young')
  })

  test('A-19 somebody from Google is linked, as Google describes them', async () => {
    const link = vi.fn<() => Promise<void>>(() => Promise.resolve())

    await servePreSignUp(() => ({ ...atNine(), link }))(fromGoogle)

    expect(link.mock.calls).toEqual([
      [
        {
          subject: '1000_1',
          email: 'lucia@correo.test',
          emailVerified: true,
          firstName: 'Lucía',
          lastName: 'Ferrer',
        },
        TEST_POOL_ID,
      ],
    ])
  })

  test('A-19 what Google calls somebody is kept without what a name may not have', async () => {
    const link = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const names = { given_name: 'Lucía {####}', family_name: 'https://\u202e' }

    await servePreSignUp(() => ({ ...atNine(), link }))(
      createPoolTriggerEvent(
        'PreSignUp_ExternalProvider',
        { userAttributes: { ...validSignUpAttributes, ...names } },
        'google_1000_1',
      ),
    )

    expect(link.mock.calls).toMatchObject([[{ firstName: 'Lucía', lastName: 'https' }, TEST_POOL_ID]])
  })

  test('A-19 a Google account that may not be linked does not make an account by itself', async () => {
    await expect(servePreSignUp(() => ({ ...atNine(), link: unverified }))(fromGoogle)).rejects.toThrow(
      'email-unverified',
    )
  })

  test('an account that an administrador makes needs no accepted terms yet', async () => {
    const event = createPoolTriggerEvent('PreSignUp_AdminCreateUser', {
      userAttributes: { email: 'a@b.test' },
    })

    await expect(servePreSignUp(atNine)(event)).resolves.toBe(event)
  })
})

describe('a code that anybody may have given Cognito', () => {
  test('A-64 confirms an account and gives it nothing: neither a profile nor what waits under its address', async () => {
    const practice = await createTestPractice()
    await aWaitingPayment(practice)
    const before = await scanWholeTable(practice)

    await servePostConfirmation(() => ({ ...practice, identities: () => practice.identities }))(
      createPoolTriggerEvent('PostConfirmation_ConfirmSignUp', { userAttributes: validSignUpAttributes }),
    )
    anIdentity(practice)
    const user = await calling(practice)

    expect(user).toBeUndefined()
    expect(await scanWholeTable(practice)).toEqual(before)
  })
})

describe('at the first sign-in with a proven password', () => {
  test('REG-29 DATA-05 DATA-06 DATA-07 DATA-20 DATA-21 user, customer and acceptance are written and the account joins the clientes', async () => {
    const practice = await createTestPractice()

    await signingInFirst(practice)

    const { data } = practice
    const { data: user } = await data.users.get({ userId: `usr_${TEST_USER_SUB}` }).go()
    const { data: customer } = await data.customers.get({ customerId: `cus_${TEST_USER_SUB}` }).go()
    const { data: acceptance } = await data.termsAcceptances
      .get({ userId: `usr_${TEST_USER_SUB}`, termsVersion: TERMS_VERSION })
      .go()
    expect(user).toMatchObject({
      email: 'lucia@correo.test',
      firstName: 'Lucía',
      lastName: 'Ferrer',
      birthDate: '1990-05-17',
      role: 'cliente',
      status: 'active',
      emailVerifiedAt: '2026-11-21T09:00:00.000Z',
    })
    expect(customer).toMatchObject({ name: 'Lucía Ferrer', email: 'lucia@correo.test', userId: `usr_${TEST_USER_SUB}` })
    expect(acceptance).toMatchObject({ acceptedAt: '2026-11-21T09:00:00.000Z', marketingOptIn: true })
    expect(practice.identities.groups).toEqual([[TEST_USER_SUB, 'cliente']])
    expect(await listAuditedActions(practice)).toEqual(['ACCOUNT_CREATED'])
  })

  test('two first calls at once are harmless', async () => {
    const practice = await createTestPractice()
    await signingInFirst(practice)
    const before = await countItemsByEntity(practice)

    await Promise.all([calling(practice), calling(practice)])

    expect(await countItemsByEntity(practice)).toEqual(before)
  })

  test('A-21 a client whom the practice entered is theirs from now on, and the log says so', async () => {
    const practice = await createTestPractice()
    await practice.data.customers.create(waiting).go()

    await signingInFirst(practice)

    const { data: user } = await practice.data.users.get({ userId: `usr_${TEST_USER_SUB}` }).go()
    const { data: customer } = await practice.data.customers.get({ customerId: waiting.customerId }).go()
    expect(user?.customerId).toBe(waiting.customerId)
    expect(customer).toMatchObject({ ...waiting, userId: `usr_${TEST_USER_SUB}` })
    expect(await countItemsByEntity(practice)).toMatchObject({ customer: 1 })
    expect(await listAuditedActions(practice)).toEqual(['ACCOUNT_CREATED', 'CUSTOMER_LINKED'])
  })

  test('A-21 a client who is somebody else by now is not taken from them', async () => {
    const practice = await createTestPractice()
    await practice.data.customers.create({ ...waiting, userId: 'usr_somebody-else' }).go()

    await signingInFirst(practice)

    const { data: customer } = await practice.data.customers.get({ customerId: waiting.customerId }).go()
    const { data: user } = await practice.data.users.get({ userId: `usr_${TEST_USER_SUB}` }).go()
    expect(customer?.userId).toBe('usr_somebody-else')
    expect(user?.customerId).toBe(`cus_${TEST_USER_SUB}`)
  })

  test('an account that was made before by its purchase is confirmed', async () => {
    const practice = await createTestPractice()
    await practice.data.users
      .create({
        userId: `usr_${TEST_USER_SUB}`,
        email: 'lucia@correo.test',
        firstName: 'Lucía',
        lastName: 'Ferrer',
        role: 'cliente',
        status: 'unconfirmed',
        customerId: `cus_${TEST_USER_SUB}`,
        createdAt: '2026-11-21T08:00:00.000Z',
      })
      .go()

    await signingInFirst(practice)

    const { data: user } = await practice.data.users.get({ userId: `usr_${TEST_USER_SUB}` }).go()
    expect(user).toMatchObject({ status: 'active', emailVerifiedAt: '2026-11-21T09:00:00.000Z' })
    expect(await listAuditedActions(practice)).toEqual(['ACCOUNT_CONFIRMED'])
  })

  test('A-27 what was paid before without an account comes into the file that the purchase had made', async () => {
    const practice = await createTestPractice()
    await aWaitingPayment(practice)
    await practice.data.users
      .create({
        userId: `usr_${TEST_USER_SUB}`,
        email: 'lucia@correo.test',
        firstName: 'Lucía',
        lastName: 'Ferrer',
        role: 'cliente',
        status: 'unconfirmed',
        customerId: `cus_${TEST_USER_SUB}`,
        createdAt: '2026-11-21T08:00:00.000Z',
      })
      .go()

    await signingInFirst(practice)
    await signingInFirst(practice)

    const { data: payments } = await practice.data.payments.query
      .byCustomer({ customerId: `cus_${TEST_USER_SUB}` })
      .go()
    const { data: order } = await practice.data.orders.get({ orderId: 'ord_waiting-0001' }).go()
    const { data: waiting } = await practice.data.customers.get({ customerId: 'cus_waiting-0001' }).go()
    expect(payments).toMatchObject([{ paymentId: 'pay_waiting-0001', amountCents: 8000 }])
    expect(order).toMatchObject({ customerId: `cus_${TEST_USER_SUB}`, userId: `usr_${TEST_USER_SUB}` })
    expect(waiting).toBeNull()
    expect(await listAuditedActions(practice)).toEqual(['CUSTOMER_LINKED', 'ACCOUNT_CONFIRMED'])
  })

  test('A-27 a client filed under their address has their name once they say it', async () => {
    const practice = await createTestPractice()
    await aWaitingPayment(practice)

    await signingInFirst(practice)

    const { data: customer } = await practice.data.customers.get({ customerId: 'cus_waiting-0001' }).go()
    expect(customer).toMatchObject({ name: 'Lucía Ferrer', userId: `usr_${TEST_USER_SUB}` })
  })

  const waiting = {
    customerId: 'cus_entered-by-hand',
    name: 'Lucía F.',
    email: 'lucia@correo.test',
    createdAt: '2026-01-01T00:00:00.000Z',
  }
})

const startingAt = (now?: string) => () => ({
  wallClock: createStoppedClock(now).now,
  link: () => Promise.reject(new Error('nothing to link')),
  objectionTo: async () => undefined,
})
const atNine = startingAt()

const signingUp = (practice: TestPractice, ticket?: string) =>
  servePreSignUp(() => ({ ...atNine(), objectionTo: createSignUpCheck(practice) }))(
    createPoolTriggerEvent('PreSignUp_SignUp', {
      userAttributes: validSignUpAttributes,
      ...(ticket && { clientMetadata: { [metadataNames.ticket]: ticket } }),
    }),
  )

describe('A-65 sign-ups at Cognito itself', () => {
  test('without a ticket of ours are five an hour, of everybody together', async () => {
    const practice = await createTestPractice()
    await storeSecuritySettings(practice, { enforceStrongPasswords: false })
    for (let times = 0; times < 5; times++) await signingUp(practice)

    await expect(signingUp(practice)).rejects.toThrow('too-many-attempts')

    const ticket = await createCognitoCallTicket({ address: '2001:db8:1:2::1', userAgent: 'Firefox' }, practice)
    await expect(signingUp(practice, ticket)).resolves.toBeDefined()
  })

  test('are twenty an hour in one line of a provider, whatever address it takes', async () => {
    const practice = await createTestPractice()
    await storeSecuritySettings(practice, { enforceStrongPasswords: false })
    const from = async (address: string) =>
      signingUp(practice, await createCognitoCallTicket({ address, userAgent: 'Firefox' }, practice))
    for (let n = 0; n < 20; n++) await from(`2001:db8:1:2:${n}::1`)

    await expect(from('2001:db8:1:2:ffff::1')).rejects.toThrow('too-many-attempts')
    await expect(from('2001:db8:9::1')).resolves.toBeDefined()
  })

  test('SEC-09 A-52 are refused where strong passwords are enforced: nobody has seen theirs', async () => {
    const practice = await createTestPractice()
    const caller = { address: '2001:db8:1:2::1', userAgent: 'Firefox' }
    const ofTheirs = await createCognitoCallTicket(caller, practice)
    const ofOurs = await createSignUpTicket(caller, practice)

    await expect(signingUp(practice)).rejects.toThrow('password-unchecked')
    await expect(signingUp(practice, ofTheirs)).rejects.toThrow('password-unchecked')
    await expect(signingUp(practice, ofOurs)).resolves.toBeDefined()
  })
})

const unverified = () => Promise.reject(new Error('email-unverified'))

const fromGoogle = createPoolTriggerEvent(
  'PreSignUp_ExternalProvider',
  { userAttributes: { ...validSignUpAttributes, email_verified: 'true' } },
  'google_1000_1',
)

const signUp = (changes: Record<string, string>) =>
  createPoolTriggerEvent('PreSignUp_SignUp', { userAttributes: { ...validSignUpAttributes, ...changes } })

const caller = { address: '203.0.113.7', userAgent: 'Mozilla/5.0 (test)' }

function anIdentity({ identities, now }: TestPractice): void {
  const account = { sub: TEST_USER_SUB, confirmed: true, enabled: true, hasTotp: false, createdAt: now() }
  identities.known.set(TEST_USER_SUB, { ...account, attributes: validSignUpAttributes })
}

async function signingInFirst(practice: TestPractice) {
  const { data, now } = practice
  anIdentity(practice)
  const email = validSignUpAttributes['email'] ?? ''
  await data.pendingSignUps
    .put({
      addressId: toEmailAddressId(email),
      email,
      state: 'proven',
      version: 2,
      sub: TEST_USER_SUB,
      ownDetails: true,
      createdAt: now().toISOString(),
    })
    .go()
  return calling(practice)
}

const calling = (practice: TestPractice) =>
  createMissingProfileCreator(practice.identities, practice)(TEST_USER_SUB, caller)

async function aWaitingPayment({ data }: TestPractice): Promise<void> {
  const at = '2026-11-20T10:00:00.000Z'
  const ids = { orderId: 'ord_waiting-0001', customerId: 'cus_waiting-0001', paymentId: 'pay_waiting-0001' }
  await data.customers
    .create({ customerId: ids.customerId, name: 'lucia@correo.test', email: 'lucia@correo.test', createdAt: at })
    .go()
  await data.orders
    .create({
      orderId: ids.orderId,
      customerId: ids.customerId,
      product: 'primera-consulta',
      status: 'paid',
      version: 1,
      totalCents: 8000,
      currency: 'eur',
      openedAt: at,
      paidAt: at,
      createdAt: at,
    })
    .go()
  await data.payments
    .create({
      ...ids,
      concept: 'Primera consulta',
      amountCents: 8000,
      refundedCents: 0,
      currency: 'eur',
      status: 'completed',
      paidAt: at,
      receiptNumber: '2026-0001',
    })
    .go()
}
