import { AdminGetUserCommand, AdminListGroupsForUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account'
import { customers } from '#contract/customers'
import { mfa } from '#contract/mfa'
import type { Role } from '#contract/endpoint'
import { users } from '#contract/users'
import { withServices as serveAccount } from '../../../functions/account/handler.ts'
import { withServices as serveCustomers } from '../../../functions/customers/handler.ts'
import { withServices as serveMfa } from '../../../functions/mfa/handler.ts'
import { withServices as serveUsers } from '../../../functions/users/handler.ts'
import { asking } from '../../support/asking.ts'
import { enrolling, failingOnce, somebodyAt } from '../../support/enrolled.ts'
import { countsIn } from '../../support/everything.ts'
import {
  anIdentityDesk,
  type IdentityDesk,
  PASSWORD,
  refreshed,
  signIn,
  signInByGoogle,
} from '../../support/identity-desk.ts'
import { aCliente, anAdministrador, aPasswordSession, aSessionOf, type Person } from '../../support/people.ts'
import { auditActionsOf, auditOf } from '../../support/practice.ts'
import { firstSignIn } from '../../support/first-sign-in.ts'
import { lucia, visitGoogle } from '../../local/cognito/google-and-pool.ts'
import { clientId, poolId } from '../../local/cognito/pool-on-a-port.ts'

const open: IdentityDesk[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

async function anOffice() {
  const desk = await anIdentityDesk()
  open.push(desk)
  const ada = await anAdministrador(desk.practice)
  const as = aPasswordSession(ada, desk.practice)
  const ask = asking(serveUsers(() => desk.practice))
  return {
    ...desk,
    ada,
    as,
    ask,
    invite: (email = 'nueva@correo.test', role?: Role) =>
      ask(users.invite, { as, body: { email, ...(role && { role }) } }),
    changeRole: (userId: string, role: Role) => ask(users.changeRole, { as, params: { userId }, body: { role } }),
    remove: (userId: string) => ask(users.remove, { as, params: { userId } }),
    resend: (userId: string) => ask(users.resend, { as, params: { userId } }),
    userIn: async (userId: string) => (await desk.practice.data.users.get({ userId }).go({ consistent: true })).data,
    groupsOf: async (sub: string) => {
      const { Groups = [] } = await desk.pool.sdk.send(
        new AdminListGroupsForUserCommand({ UserPoolId: poolId, Username: sub }),
      )
      return Groups.map(({ GroupName }) => GroupName)
    },
  }
}
const COMPLETED = ['USER_INVITED', 'REGISTRATION_COMPLETED', 'CUSTOMER_LINKED', 'ACCOUNT_CONFIRMED']

/** What somebody who was invited as a client says of themselves. */
const complete = (desk: IdentityDesk, session: object, changes: object = {}) =>
  asking(serveAccount(() => desk.practice))(account.completeRegistration, {
    ...session,
    body: { firstName: 'Nuria', lastName: 'Valle', birthDate: '1988-03-02', acceptedTerms: true, ...changes },
  })

/** What administers, for as long as it does. */
const administers = async ({ practice }: IdentityDesk, question: object) =>
  (await asking(serveCustomers(() => practice))(customers.list, question)).status === 200

describe('FUN-04 DATA-11 the list of accounts', () => {
  test('is newest first, page by page, without the removed ones', async () => {
    const { practice, ask, as } = await anOffice()
    for (const day of ['01', '02', '03', '04']) {
      await aCliente(practice, {
        createdAt: `2026-11-${day}T08:00:00.000Z`,
        ...(day === '03' && { status: 'deleted' }),
      })
    }

    const first = await ask(users.list, { as, query: { limit: 2 } })
    const second = await ask(users.list, { as, query: { limit: 2, cursor: first.body.next ?? '' } })

    const days = [...first.body.items, ...second.body.items].map(({ createdAt }) => createdAt.slice(5, 10))
    expect(days).toEqual(['11-04', '11-02', '11-01', '10-01'])
    expect(second.body.next).toBeNull()
    expect(first.body.items[0]).toEqual({
      id: expect.stringMatching(/^usr_/),
      name: 'Lucía Ferrer',
      email: expect.stringContaining('@correo.test'),
      role: 'cliente',
      createdAt: '2026-11-04T08:00:00.000Z',
      emailConfirmed: true,
    })
  })
})

describe('FUN-05 A-38 an invitation', () => {
  test('makes the account in Cognito and in the table, and mails a link', async () => {
    const { invite, userIn, groupsOf, pool, practice, ada } = await anOffice()

    const { status, body } = await invite()

    expect(status).toBe(200)
    expect(body).toMatchObject({ email: 'nueva@correo.test', role: 'administrador', name: null, emailConfirmed: false })
    expect(await userIn(body.id)).toMatchObject({ role: 'administrador', status: 'active' })
    expect(await groupsOf(body.id.slice('usr_'.length))).toEqual(['administrador'])
    expect(pool.mails).toHaveLength(1)
    expect(await auditOf(practice)).toMatchObject([
      { action: 'USER_INVITED', userId: ada.userId, subjectId: body.id, details: { role: 'administrador' } },
    ])
  })

  test('of a cliente gives them a file', async () => {
    const { invite, practice } = await anOffice()
    const before = await countsIn(practice)

    const { body } = await invite('nueva@correo.test', 'cliente')

    expect(await countsIn(practice)).toMatchObject({
      user: (before['user'] ?? 0) + 1,
      customer: (before['customer'] ?? 0) + 1,
    })
    const { data } = await practice.data.customers.get({ customerId: body.id.replace('usr_', 'cus_') }).go()
    expect(data).toMatchObject({ userId: body.id, email: 'nueva@correo.test' })
  })

  test('cut off between Cognito and the table is finished by the same invitation', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { practice, ada, as, userIn, pool } = await anOffice()
    await aSessionOf(ada, practice)
    const fragile = asking(serveUsers(() => ({ ...practice, data: failingOnce(practice.data, 'together') })))
    const question = { as, body: { email: 'nueva@correo.test', role: 'cliente' } }
    expect((await fragile(users.invite, question)).status).toBe(500)

    const { status, body } = await fragile(users.invite, question)

    expect(status).toBe(200)
    expect(await userIn(body.id)).toMatchObject({ email: 'nueva@correo.test' })
    expect(pool.mails).toHaveLength(2)
  })

  test('of an address that has an account is refused, wherever that is known', async () => {
    const { practice, invite, pool } = await anOffice()
    const person = await aCliente(practice)
    pool.cognito().seedUser({ email: 'solo-en-cognito@correo.test', password: 'Zanahoria-7' })

    const answers = [await invite(person.email), await invite('solo-en-cognito@correo.test')]

    expect(answers.map(({ body }) => body)).toEqual([{ code: 'email-taken' }, { code: 'email-taken' }])
    expect(pool.mails).toEqual([])
  })

  test('A-21 of a cliente for whom the practice has a file links it once they have signed in, and not before', async () => {
    const office = await anOffice()
    await aWaitingClient(office)
    const before = await countsIn(office.practice)
    const { body } = await office.invite('nueva@correo.test', 'cliente')
    const invited = await office.userIn(body.id)
    const unproven = await waitingIn(office)

    const session = await firstSignIn(office, 'nueva@correo.test', clientId)
    await complete(office, session)
    const current = await asking(serveCustomers(() => office.practice))(customers.current, session)

    expect([invited?.customerId, unproven?.userId]).toEqual([undefined, undefined])
    expect(current.status).toBe(200)
    expect(await waitingIn(office)).toMatchObject({ userId: body.id, name: 'Nuria Valle', notes: 'Sin lactosa' })
    expect(await office.userIn(body.id)).toMatchObject({
      customerId: 'cus_waiting-0001',
      emailVerifiedAt: '2026-11-21T09:00:00.000Z',
    })
    expect((await countsIn(office.practice))['customer']).toBe(before['customer'])
    expect((await auditOf(office.practice)).slice(-2)).toMatchObject([
      { action: 'CUSTOMER_LINKED', userId: body.id, subjectId: 'cus_waiting-0001', address: '203.0.113.7' },
      { action: 'ACCOUNT_CONFIRMED', userId: body.id, subjectId: body.id, userAgent: 'Mozilla/5.0 (test)' },
    ])
  })

  test('A-21 links a file that the practice opens after it, with what it says', async () => {
    const office = await anOffice()
    const { body } = await office.invite('nueva@correo.test', 'cliente')
    await aWaitingClient(office)

    const session = await firstSignIn(office, 'nueva@correo.test', clientId)
    await complete(office, session)
    await asking(serveCustomers(() => office.practice))(customers.current, session)

    const { data } = await office.practice.data.customers.get({ customerId: body.id.replace('usr_', 'cus_') }).go()
    expect(data).toMatchObject({ userId: body.id, notes: 'Sin lactosa' })
    expect(await waitingIn(office)).toBeNull()
    expect(await auditActionsOf(office.practice)).toEqual(COMPLETED)
  })

  test('A-21 is confirmed and linked once, however many calls come at the same moment', async () => {
    const office = await anOffice()
    await aWaitingClient(office)
    const { body } = await office.invite('nueva@correo.test', 'cliente')
    const session = await firstSignIn(office, 'nueva@correo.test', clientId)

    const answers = await Promise.all(Array.from({ length: 8 }, () => complete(office, session)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await waitingIn(office)).toMatchObject({ userId: body.id })
    expect(await auditActionsOf(office.practice)).toEqual(COMPLETED)
  })

  test('of an administrador opens nothing until they have a second factor', async () => {
    const office = await anOffice()
    await office.invite()

    const session = await firstSignIn(office, 'nueva@correo.test', clientId)

    const askMfa = asking(serveMfa(() => office.practice))
    expect(await administers(office, session)).toBe(false)
    expect((await office.ask(users.list, session)).body).toEqual({ code: 'mfa-required' })
    expect((await askMfa(mfa.enrol, await enrolling({ ...office, ask: askMfa }, session))).status).toBe(200)
    expect(session.as?.['scope']).not.toContain('app/admin')
  })

  test('is sent again while it is open, and not afterwards', async () => {
    const office = await anOffice()
    const { body } = await office.invite()

    const again = await office.resend(body.id)
    await firstSignIn(office, 'nueva@correo.test', clientId)
    const late = await office.resend(body.id)

    expect(again).toEqual({ status: 200, body: { sent: true } })
    expect(office.pool.mails).toHaveLength(2)
    expect(late).toEqual({ status: 409, body: { code: 'already-confirmed' } })
  })

  test('of an account that Cognito does not have cannot be sent again', async () => {
    const office = await anOffice()
    const person = await aCliente(office.practice)

    expect(await office.resend(person.userId)).toEqual({ status: 404, body: { code: 'not-found' } })
  })
})

describe('DATA-19 A-38 a change of role', () => {
  test('holds in the table and in Cognito, and is written down with both roles', async () => {
    const office = await anOffice()
    const person = await somebodyAt(office)

    const { body } = await office.changeRole(person.userId, 'administrador')

    expect(body).toMatchObject({ id: person.userId, role: 'administrador' })
    expect(await office.groupsOf(person.sub)).toEqual(['administrador'])
    expect(await auditOf(office.practice)).toMatchObject([
      {
        action: 'UPDATE on user_roles',
        userId: office.ada.userId,
        subjectId: person.userId,
        details: { old_data: { role: 'cliente' }, new_data: { role: 'administrador' } },
        address: '203.0.113.7',
      },
    ])
  })

  test('ends the sessions of the target at once, also one that was kept', async () => {
    const office = await anOffice()
    const person = await somebodyAt(office)
    const session = await signIn(office, person.email)
    await office.practice.data.users
      .patch({ userId: person.userId })
      .set({ keptSessionId: session.as?.['origin_jti'] ?? '' })
      .go()

    await office.changeRole(person.userId, 'administrador')

    const { body } = await asking(serveMfa(() => office.practice))(mfa.read, session)
    expect(body).toEqual({ code: 'session-ended' })
    await expect(refreshed(office, session)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  test('is not for one’s own account', async () => {
    const office = await anOffice()

    expect((await office.changeRole(office.ada.userId, 'cliente')).body).toEqual({ code: 'own-account' })
    expect((await office.remove(office.ada.userId)).body).toEqual({ code: 'own-account' })
  })

  test.each(['changeRole', 'remove'] as const)(
    'by two administradores of each other at once leaves one (%s)',
    async (act) => {
      const office = await anOffice()
      const ben = await twin(office)
      const demote = (as: object, { userId }: Person) =>
        act === 'remove'
          ? office.ask(users.remove, { as: as as never, params: { userId } })
          : office.ask(users.changeRole, { as: as as never, params: { userId }, body: { role: 'cliente' } })

      const answers = await Promise.all([
        demote(office.as, ben),
        demote(aPasswordSession(ben, office.practice), office.ada),
      ])

      const left = await Promise.all([office.ada, ben].map(({ userId }) => office.userIn(userId)))
      expect(left.filter((user) => user?.role === 'administrador' && user.status === 'active')).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    },
  )

  test('that meets another change of the same account is told so, and that other one stands', async () => {
    const office = await anOffice()
    const person = await somebodyAt(office)
    const { data } = office.practice
    const stale = {
      ...data,
      together: async (writes: Parameters<typeof data.together>[0]) => {
        await data.users.patch({ userId: person.userId }).set({ role: 'administrador' }).go()
        return data.together(writes)
      },
    }
    await aSessionOf(office.ada, office.practice)
    const ask = asking(serveUsers(() => ({ ...office.practice, data: stale })))

    const answer = await ask(users.changeRole, {
      as: office.as,
      params: { userId: person.userId },
      body: { role: 'administrador' },
    })

    expect(answer).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    expect(await auditActionsOf(office.practice)).toEqual([])
  })

  test('whose account in Cognito could not be told is finished by the same change', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const office = await anOffice()
    const person = await somebodyAt(office)
    const accounts = failingOnce(office.practice.accounts, 'setRole')
    const fragile = asking(serveUsers(() => ({ ...office.practice, accounts })))
    const question = { as: office.as, params: { userId: person.userId }, body: { role: 'administrador' } }
    expect((await fragile(users.changeRole, question)).status).toBe(500)

    expect((await fragile(users.changeRole, question)).status).toBe(200)

    expect(await office.groupsOf(person.sub)).toEqual(['administrador'])
    expect(await auditActionsOf(office.practice)).toEqual(['UPDATE on user_roles'])
  })
})

describe('DATA-19 a client who entered by Google and becomes administrador', () => {
  test('A-19 enters by Google no more, and the log says so', async () => {
    const { office, person, identities } = await aGoogleClient()
    expect(await identities()).toContain(lucia.subject)

    const { status } = await office.changeRole(person.userId, 'administrador')

    expect(status).toBe(200)
    expect(await identities()).toBeUndefined()
    const back = await visitGoogle(office.pool)
    expect(back.searchParams.get('error_description')).toContain('administrator-by-password')
    expect((await auditOf(office.practice)).slice(-2)).toMatchObject([
      { action: 'UPDATE on user_roles' },
      { action: 'GOOGLE_UNLINKED', userId: office.ada.userId, subjectId: person.userId, address: '203.0.113.7' },
    ])
  })

  test.each(['googleSubjects', 'unlinkGoogle', 'signOutEverywhere'] as const)(
    'loses that way in by the same change when Cognito failed at first (%s)',
    async (step) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      const { office, person, identities } = await aGoogleClient()
      const accounts = failingOnce(office.practice.accounts, step)
      const fragile = asking(serveUsers(() => ({ ...office.practice, accounts })))
      const question = { as: office.as, params: { userId: person.userId }, body: { role: 'administrador' } }
      expect((await fragile(users.changeRole, question)).status).toBe(500)

      expect((await fragile(users.changeRole, question)).status).toBe(200)

      expect(await identities()).toBeUndefined()
      expect(await office.groupsOf(person.sub)).toEqual(['administrador'])
      expect(
        (await auditActionsOf(office.practice)).filter((action) => action === 'UPDATE on user_roles'),
      ).toHaveLength(1)
    },
  )

  test('and back is a client who may link Google again', async () => {
    const { office, person, identities } = await aGoogleClient()
    await office.changeRole(person.userId, 'administrador')
    await office.changeRole(person.userId, 'cliente')

    await signInByGoogle(office)

    expect(await identities()).toContain(lucia.subject)
  })
})

describe('FUN-06 removing an account', () => {
  test('refuses its tokens at once, takes it from Cognito and from the list', async () => {
    const office = await anOffice()
    const person = await somebodyAt(office)
    const session = await signIn(office, person.email)

    const answer = await office.remove(person.userId)

    expect(answer).toEqual({ status: 200, body: { removed: true } })
    const { body } = await asking(serveMfa(() => office.practice))(mfa.read, session)
    expect(body).toEqual({ code: 'account-inactive' })
    await expect(signIn(office, person.email)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    const { body: list } = await office.ask(users.list, { as: office.as })
    expect(list.items.map(({ id }) => id)).toEqual([office.ada.userId])
    expect((await office.changeRole(person.userId, 'administrador')).body).toEqual({ code: 'not-found' })
    expect((await auditActionsOf(office.practice)).at(-1)).toBe('USER_REMOVED')
  })

  test('that Cognito did not hear of is finished by removing again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const office = await anOffice()
    const person = await somebodyAt(office)
    const accounts = failingOnce(office.practice.accounts, 'remove')
    const fragile = asking(serveUsers(() => ({ ...office.practice, accounts })))
    const question = { as: office.as, params: { userId: person.userId } }
    expect((await fragile(users.remove, question)).status).toBe(500)

    expect((await fragile(users.remove, question)).status).toBe(200)

    expect(await office.practice.accounts.progress(person.email)).toBeUndefined()
  })

  test('gives its address back: it can be invited again', async () => {
    const office = await anOffice()
    const person = await somebodyAt(office)
    await office.remove(person.userId)

    const { status, body } = await office.invite(person.email, 'cliente')

    expect(status).toBe(200)
    expect(body.id).not.toBe(person.userId)
  })
})

async function aGoogleClient() {
  const office = await anOffice()
  const person = await aCliente(office.practice, { email: lucia.email })
  office.pool.cognito().seedUser({ email: lucia.email, password: PASSWORD, sub: person.sub, groups: ['cliente'] })
  await signInByGoogle(office)
  const identities = async () => {
    const { UserAttributes = [] } = await office.pool.sdk.send(
      new AdminGetUserCommand({ UserPoolId: poolId, Username: person.sub }),
    )
    return UserAttributes.find(({ Name }) => Name === 'identities')?.Value
  }
  return { office, person, identities }
}

/** A client whom the practice entered under the address that is then invited. */
const aWaitingClient = ({ practice }: IdentityDesk) =>
  practice.data.customers
    .create({
      customerId: 'cus_waiting-0001',
      name: 'Nuria Valle',
      email: 'nueva@correo.test',
      notes: 'Sin lactosa',
      createdAt: '2026-11-20T09:00:00.000Z',
    })
    .go()
const waitingIn = async ({ practice }: IdentityDesk) =>
  (await practice.data.customers.get({ customerId: 'cus_waiting-0001' }).go({ consistent: true })).data

/** Another administrador, known to the user pool as the first one is. */
async function twin(office: Awaited<ReturnType<typeof anOffice>>): Promise<Person> {
  const ben = await anAdministrador(office.practice)
  for (const { email, sub } of [office.ada, ben])
    office.pool.cognito().seedUser({ email, sub, password: 'Zanahoria-7', groups: ['administrador'] })
  return ben
}
