import { afterEach, describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { customers } from '#contract/customers-domain'
import type { Role } from '#contract/endpoint'
import { mfa } from '#contract/mfa'
import { TERMS_VERSION } from '#contract/product'
import { users } from '#contract/users'
import type { StoredUser } from '#platform/user'
import { findPendingSignUp } from '../../../functions/account/public/email-proof.ts'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createLambdaHandler as serveMfa } from '../../../functions/mfa/handler.ts'
import { createLambdaHandler as serveUsers } from '../../../functions/users/handler.ts'
import { luciaGoogleAccount } from '../../local/cognito/google-and-pool.ts'
import { testPoolClientId } from '../../local/cognito/running-user-pool.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { signInWithTemporaryPassword } from '../../support/first-sign-in.ts'
import { createIdentitySetup, type IdentitySetup, signInAtPoolByGoogle } from '../../support/identity-setup.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

async function anOffice() {
  const setup = await createIdentitySetup()
  open.push(setup)
  const as = createPasswordSessionClaims(await createAdministrador(setup.practice), setup.practice)
  const ask = createEndpointCaller(serveUsers(() => setup.practice))
  return {
    ...setup,
    as,
    invite: (email = 'nueva@correo.test', role: Role = 'administrador') =>
      ask(users.invite, { as, body: { email, role } }),
    changeRole: (userId: string, role: Role) => ask(users.changeRole, { as, params: { userId }, body: { role } }),
    userIn: async (userId: string) => (await setup.practice.data.users.get({ userId }).go()).data,
  }
}

const complete = (setup: IdentitySetup, session: object, changes: object = {}) =>
  createEndpointCaller(serveAccount(() => setup.practice))(account.completeRegistration, {
    ...session,
    body: { firstName: 'Nuria', lastName: 'Valle', birthDate: '1988-03-02', acceptedTerms: true, ...changes },
  })

describe('FUN-05 the first visit of somebody invited', () => {
  test('A-14 A-17 of a cliente opens nothing until they have said who they are and accepted the terms', async () => {
    const office = await anOffice()
    const { body: user } = await office.invite('nueva@correo.test', 'cliente')
    const session = await signInWithTemporaryPassword(office, 'nueva@correo.test', testPoolClientId)
    const ask = createEndpointCaller(serveAccount(() => office.practice))
    const current = async () =>
      (await createEndpointCaller(serveCustomers(() => office.practice))(customers.current, session)).body
    const enrolment = await createEndpointCaller(serveMfa(() => office.practice))(mfa.enrol, session)
    const before = [await current(), (await ask(account.session, session)).body, enrolment.body]
    const asked = await ask(account.readRegistration, session)

    const young = await complete(office, session, { birthDate: '2015-01-01' })
    const done = await complete(office, session)

    expect(before).toEqual([1, 2, 3].map(() => ({ code: 'profile-missing' })))
    expect(asked.body).toMatchObject({ registered: false, origin: 'password', email: 'nueva@correo.test' })
    expect(young.body).toEqual({ code: 'too-young' })
    expect(done.body).toMatchObject({ firstName: 'Nuria', lastName: 'Valle', assured: true })
    expect(await current()).toMatchObject({ name: 'Nuria Valle' })
    expect((await office.userIn(user.id))?.birthDate).toBe('1988-03-02')
    const { data: terms } = await office.practice.data.termsAcceptances.query.byUser({ userId: user.id }).go()
    expect(terms).toMatchObject([{ termsVersion: TERMS_VERSION, marketingOptIn: false, address: '203.0.113.7' }])
    expect((await complete(office, session)).body).toEqual({ code: 'already-registered' })
  })

  test('A-14 A-76 of a cliente lets the practice find them by their name at once, and refuses a form opened before', async () => {
    const office = await anOffice()
    const { body: user } = await office.invite('nueva@correo.test', 'cliente')
    const { as } = office
    const ask = createEndpointCaller(serveCustomers(() => office.practice))
    const params = { customerId: user.id.replace('usr_', 'cus_') }
    const { body: opened } = await ask(customers.read, { as, params })

    await complete(office, await signInWithTemporaryPassword(office, 'nueva@correo.test', testPoolClientId))

    const found = await ask(customers.list, { as, query: { search: 'Nuria Valle' } })
    const { name, email, version } = opened
    const late = await ask(customers.edit, { as, params, body: { name, email, version } })
    expect(name).toBe('nueva@correo.test')
    expect(found.body.items).toMatchObject([{ ...params, name: 'Nuria Valle' }])
    expect(late).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
  })

  test('A-14 of a cliente that is cut off while their record gets its name is finished by the next attempt', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const office = await anOffice()
    const { body: user } = await office.invite('nueva@correo.test', 'cliente')
    const session = await signInWithTemporaryPassword(office, 'nueva@correo.test', testPoolClientId)
    interruptNextWrite(office.practice, 'customer', () => Promise.reject(new Error('cut off')))
    const cutOff = await complete(office, session)

    const again = await complete(office, session)

    const { data: file } = await office.practice.data.customers
      .get({ customerId: user.id.replace('usr_', 'cus_') })
      .go()
    expect([cutOff.status, again.status]).toEqual([500, 200])
    expect(file).toMatchObject({ name: 'Nuria Valle' })
  })

  test('A-14 of a cliente keeps the name that the practice gave the record meanwhile', async () => {
    const office = await anOffice()
    const { body: user } = await office.invite('nueva@correo.test', 'cliente')
    const session = await signInWithTemporaryPassword(office, 'nueva@correo.test', testPoolClientId)
    const { customers: records } = office.practice.data
    const key = { customerId: user.id.replace('usr_', 'cus_') }
    interruptNextWrite(office.practice, 'termsAcceptance', () =>
      records.patch(key).set({ name: 'Nuria V. (hermana de Ada)' }).add({ version: 1 }).go(),
    )

    const { status } = await complete(office, session)

    expect(status).toBe(200)
    expect((await records.get(key).go()).data).toMatchObject({ name: 'Nuria V. (hermana de Ada)' })
  })

  test('A-14 of a cliente who was invited before any terms were asked opens their file with the very first request', async () => {
    const practice = await createTestPractice()
    const nobody: Partial<StoredUser> = { emailVerifiedAt: undefined as never, customerId: undefined as never }
    const invited = await createCliente(practice, nobody)
    await practice.data.customers.delete({ customerId: invited.customerId }).go()
    const as = createPasswordSessionClaims(invited, practice)

    const first = await createEndpointCaller(serveCustomers(() => practice))(customers.current, { as })

    expect(first).toMatchObject({ status: 200, body: { name: 'Lucía Ferrer' } })
  })

  test('A-14 of a cliente who comes by Google instead is completed there, and then demands a second factor', async () => {
    const office = await anOffice()
    await office.invite(luciaGoogleAccount.email, 'cliente')
    const session = await signInAtPoolByGoogle(office)

    const early = await createEndpointCaller(serveAccount(() => office.practice))(account.session, session)
    const done = await complete(office, session)

    expect(early.body).toEqual({ code: 'profile-missing' })
    expect(done.body).toMatchObject({ origin: 'google', assured: false })
    expect(
      (await createEndpointCaller(serveCustomers(() => office.practice))(customers.current, session)).body,
    ).toEqual({
      code: 'mfa-required',
    })
  })

  test('A-14 of a cliente who comes by Google instead leaves no sign-up of the address behind, and what it refused stays refused', async () => {
    const office = await anOffice()
    const { email } = luciaGoogleAccount
    const { body: user } = await office.invite(email, 'cliente')
    const session = await signInAtPoolByGoogle(office)
    const revokedAt = (await findPendingSignUp(email, office.practice.data))?.revokedAt

    const { status } = await complete(office, session)

    expect(status).toBe(200)
    expect(await findPendingSignUp(email, office.practice.data)).toBeUndefined()
    expect(revokedAt).toBeDefined()
    expect(await office.userIn(user.id)).toMatchObject({ status: 'active', revokedAt })
  })

  test('of an administrador takes the name that they give with their first password, and no terms', async () => {
    const office = await anOffice()
    const { body: user } = await office.invite()

    const session = await signInWithTemporaryPassword(office, 'nueva@correo.test', testPoolClientId, {
      'userAttributes.given_name': 'Nuria',
      'userAttributes.family_name': 'Valle',
    })

    expect(await office.userIn(user.id)).toMatchObject({ firstName: 'Nuria', lastName: 'Valle' })
    const { status } = await createEndpointCaller(serveAccount(() => office.practice))(account.session, session)
    expect(status).toBe(200)
  })

  test('of an administrador takes from that name only what a name may have: no trigger sees it before', async () => {
    const office = await anOffice()
    const { body: user } = await office.invite()

    await signInWithTemporaryPassword(office, 'nueva@correo.test', testPoolClientId, {
      'userAttributes.given_name': 'Nuria {####}',
      'userAttributes.family_name': 'Valle\u202e',
    })

    expect(await office.userIn(user.id)).toMatchObject({ firstName: 'Nuria', lastName: 'Valle' })
  })

  test('A-14 an administrador who becomes a client is asked for what clients are asked', async () => {
    const office = await anOffice()
    const { body: user } = await office.invite()

    await office.changeRole(user.id, 'cliente')

    expect(await office.userIn(user.id)).toMatchObject({ role: 'cliente', registrationDue: true })
  })
})
