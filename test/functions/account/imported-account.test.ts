import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { mfa } from '#contract/mfa'
import { ORIGINAL_SUB_ATTRIBUTE } from '#contract/original-sub'
import { openRawTableAccess } from '#data/raw-table-access'
import { findDeletedAccountCustomer } from '../../../functions/customers/public/former-customer.ts'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { linkGoogleToAccount } from '../../../functions/account/google-link.ts'
import { createSignUpSweepUserAccess } from '../../../functions/account/sign-up-sweep.ts'
import { isEmailProven } from '../../../functions/account/public/email-proof.ts'
import { createLambdaHandler as serveMfa } from '../../../functions/mfa/handler.ts'
import { eraseCustomerData } from '../../../functions/privacy/erase-customer.ts'
import { testPoolClientId, testUserPoolId } from '../../local/cognito/running-user-pool.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createIdentitySetup,
  generateCurrentTotpCode,
  type IdentitySetup,
  signInAtPool,
  TEST_PASSWORD,
} from '../../support/identity-setup.ts'
import { allowSessionEnrolment } from '../../support/mfa-setup.ts'
import { createCliente, type PracticePerson } from '../../support/people.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

async function importIntoPool({ pool }: IdentitySetup, { email, sub: originalSub }: PracticePerson): Promise<string> {
  const UserAttributes = Object.entries({ email, email_verified: 'true', [ORIGINAL_SUB_ATTRIBUTE]: originalSub }).map(
    ([Name, Value]) => ({ Name, Value }),
  )
  const user = { UserPoolId: testUserPoolId, Username: email }
  const { User } = await pool.sdk.send(
    new AdminCreateUserCommand({ ...user, UserAttributes, MessageAction: 'SUPPRESS' }),
  )
  await pool.sdk.send(new AdminSetUserPasswordCommand({ ...user, Password: TEST_PASSWORD, Permanent: true }))
  return User?.Username ?? ''
}

async function createImportedAccount({ inTable = true } = {}) {
  const setup = await createIdentitySetup()
  open.push(setup)
  const person = await createCliente(setup.practice)
  const sub = await importIntoPool(setup, person)
  if (inTable) await setup.practice.data.users.patch({ userId: person.userId }).set({ sub }).go()
  const ask = createEndpointCaller(serveAccount(() => setup.practice))
  return {
    ...setup,
    person,
    sub,
    ask,
    signIn: (password = TEST_PASSWORD) => signInAtPool(setup, person.email, { password }),
  }
}

describe('LIM-13 an account that was imported into another user pool', () => {
  test('is whom it was, by another subject of Cognito', async () => {
    const { ask, signIn, person, sub } = await createImportedAccount()

    const session = await signIn()

    expect(session.sub).toBe(sub)
    expect(await ask(account.session, session)).toMatchObject({
      status: 200,
      body: { userId: person.userId, customerId: person.customerId, email: person.email },
    })
  })

  test('is refused as long as the table does not name that subject', async () => {
    const { ask, signIn } = await createImportedAccount({ inTable: false })

    expect(await ask(account.session, await signIn())).toEqual({ status: 401, body: { code: 'session-ended' } })
  })

  test('changes its password and enrols a second factor', async () => {
    const setup = await createImportedAccount()
    const { ask, signIn, practice, clock } = setup
    const askMfa = createEndpointCaller(serveMfa(() => practice))
    const body = { previousPassword: TEST_PASSWORD, newPassword: 'Calabacín-8' }

    expect(await ask(account.changePassword, { ...(await signIn()), body })).toMatchObject({ status: 200 })

    clock.advance({ seconds: 2 })
    const enrolling = await allowSessionEnrolment({ ...setup, ask: askMfa }, await signIn('Calabacín-8'))
    const { body: begun } = await askMfa(mfa.enrol, enrolling)
    const code = generateCurrentTotpCode(setup, begun.secret)
    expect(await askMfa(mfa.confirm, { ...enrolling, body: { code } })).toMatchObject({ status: 200 })
    expect(await askMfa(mfa.read, enrolling)).toMatchObject({ body: { factors: [{ status: 'verified' }] } })
    await expect(signIn('Calabacín-8')).rejects.toThrow('SOFTWARE_TOKEN_MFA')
  })

  test('counts as proven and as there: neither swept, nor taken over by Google, nor its record given away', async () => {
    const { practice, pool, person, sub } = await createImportedAccount()
    const { data, identities } = practice
    const swept = await createSignUpSweepUserAccess(testUserPoolId, pool.sdk).find(person.email)
    const google = { subject: '1', email: person.email, emailVerified: true, firstName: 'L', lastName: 'F' }
    const owned: boolean[] = []

    const linked = await linkGoogleToAccount(google, testUserPoolId, pool.sdk, {
      isOwned: async (asked) => {
        owned.push(await isEmailProven({ ...asked, byGoogle: false }, data))
        return true
      },
      noteClaim: async () => {},
    })

    expect(swept).toMatchObject({ sub, userId: person.userId })
    expect([owned, linked.userId]).toEqual([[true], person.userId])
    expect(await findDeletedAccountCustomer(person.email, { data, identities })).toBeUndefined()
  })

  test('goes from the pool when the person is erased', async () => {
    const { practice, person, sub } = await createImportedAccount()
    const { data, identities, table } = practice
    const at = practice.now().toISOString()
    const { customerId, userId, email } = person
    const erasure = { customerId, userId, email, pseudonym: 'erased-1', requestedAt: at, dueAt: at }
    const { data: due } = await data.erasures.create({ ...erasure, status: 'waiting' }).go()
    const nothing = { put: () => Promise.resolve() }
    const files = {
      keys: async () => [],
      scanStatus: async () => 'none',
      read: async () => undefined,
      remove: async () => {},
    }

    await eraseCustomerData(due, {
      ...practice,
      identities,
      partitions: openRawTableAccess(table.name, table.client),
      files,
      mailSuppressions: { remove: async () => {} },
      archive: nothing,
      erasureRecords: nothing,
    })

    expect(await identities.find(sub)).toBeUndefined()
  })

  test('nobody can call themselves by the subject of somebody else', async () => {
    const { pool, person } = await createImportedAccount()
    const attribute = { Name: ORIGINAL_SUB_ATTRIBUTE, Value: '00000000-0000-4000-8000-0000000000ee' }
    const stranger = { ClientId: testPoolClientId, Username: 'otra@correo.test', Password: TEST_PASSWORD }

    await expect(pool.sdk.send(new SignUpCommand({ ...stranger, UserAttributes: [attribute] }))).rejects.toThrow(
      'unauthorized attribute',
    )
    const change = { UserPoolId: testUserPoolId, Username: person.email, UserAttributes: [attribute] }
    await expect(pool.sdk.send(new AdminUpdateUserAttributesCommand(change))).rejects.toThrow('cannot be updated')
  })
})
