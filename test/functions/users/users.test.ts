import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { describe, expect, test, vi } from 'vitest'
import { mfa } from '#contract/mfa'
import type { Role } from '#contract/endpoint'
import { users } from '#contract/users'
import { createLambdaHandler as serveMfa } from '../../../functions/mfa/handler.ts'
import { createLambdaHandler as serveUsers } from '../../../functions/users/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { failOnFirstCall, createPoolPerson } from '../../support/mfa-setup.ts'
import { TEST_PASSWORD, refreshPoolSession, signInAtPool, signInAtPoolByGoogle } from '../../support/identity-setup.ts'
import {
  createAdministrador,
  createCliente,
  createPasswordSessionClaims,
  writeSignInSession,
  type PracticePerson,
} from '../../support/people.ts'
import { listAuditedActions, listAuditChanges } from '../../support/practice.ts'
import { luciaGoogleAccount, runGoogleSignIn } from '../../local/cognito/google-and-pool.ts'
import { testUserPoolId } from '../../local/cognito/running-user-pool.ts'
import { createUserAdminSetup, findListedAccount, createSecondAdministrator } from './user-admin-setup.ts'

describe('FUN-04 DATA-11 the list of accounts', () => {
  test('is newest first, page by page, without the removed ones', async () => {
    const { practice, ask, as } = await createUserAdminSetup()
    for (const day of ['01', '02', '03', '04']) {
      await createCliente(practice, {
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

  test('of one role is newest first too, page by page, without the accounts of the other', async () => {
    const { practice, ask, as, ada } = await createUserAdminSetup()
    const boss = await createAdministrador(practice, { createdAt: '2026-11-02T08:00:00.000Z' })
    for (const day of ['01', '03']) await createCliente(practice, { createdAt: `2026-11-${day}T08:00:00.000Z` })
    const query = { limit: 1, role: 'administrador' }

    const first = await ask(users.list, { as, query })
    const second = await ask(users.list, { as, query: { ...query, cursor: first.body.next ?? '' } })

    expect([...first.body.items, ...second.body.items].map(({ id }) => id)).toEqual([boss.userId, ada.userId])
    expect(second.body.next).toBeNull()
  })
})

describe('DATA-19 A-38 a change of role', () => {
  test('to administrador frees the address at which they stood among the clients', async () => {
    const office = await createUserAdminSetup()
    const { userId, customerId, email } = await createPoolPerson(office)
    const { clientAddresses } = office.practice.data
    await clientAddresses.put({ email, customerId }).go()

    const { status } = await office.changeRole(userId, 'administrador')

    expect(status).toBe(200)
    expect((await clientAddresses.get({ email }).go()).data).toBeNull()
  })

  test('to administrador of somebody who stood at no address gives them none', async () => {
    const office = await createUserAdminSetup()
    const { userId, email } = await createPoolPerson(office)

    const { status } = await office.changeRole(userId, 'administrador')

    expect(status).toBe(200)
    const { data: holding } = await office.practice.data.clientAddresses.get({ email }).go()
    expect(holding).toBeNull()
  })

  test.each([
    [{ firstName: 'Carmen', lastName: 'Gil' }, 'Carmen Gil'],
    [{ firstName: '', lastName: '' }, 'ben@correo.test'],
  ])('to cliente opens a file under the name, or under the address of who has none (%j)', async (name, filedAs) => {
    const office = await createUserAdminSetup()
    const { customers: files, users: accounts } = office.practice.data
    const ben = await createSecondAdministrator(office)
    await files.delete({ customerId: ben.customerId }).go()
    const stored = await office.userIn(ben.userId)
    if (!stored) throw new Error('ben has no account')
    const { customerId: _, ...withoutFile } = { ...stored, ...name, email: 'ben@correo.test' }
    await accounts.put(withoutFile).go()

    const { status } = await office.changeRole(ben.userId, 'cliente')

    const { customerId = '' } = (await office.userIn(ben.userId)) ?? {}
    expect(status).toBe(200)
    expect((await files.get({ customerId }).go()).data).toMatchObject({ name: filedAs, email: 'ben@correo.test' })
  })

  test('holds in the table and in Cognito, and is written down with both roles', async () => {
    const office = await createUserAdminSetup()
    const person = await createPoolPerson(office)

    const { body } = await office.changeRole(person.userId, 'administrador')

    expect(body).toMatchObject({ id: person.userId, role: 'administrador' })
    expect(await office.groupsOf(person.sub)).toEqual(['administrador'])
    expect(await listAuditChanges(office.practice)).toMatchObject([
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
    const office = await createUserAdminSetup()
    const person = await createPoolPerson(office)
    const session = await signInAtPool(office, person.email)
    await office.practice.data.users
      .patch({ userId: person.userId })
      .set({ keptSessionId: session.as?.['origin_jti'] ?? '' })
      .go()

    await office.changeRole(person.userId, 'administrador')

    const { body } = await createEndpointCaller(serveMfa(() => office.practice))(mfa.read, session)
    expect(body).toEqual({ code: 'session-ended' })
    await expect(refreshPoolSession(office, session)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  test('is not for one’s own account', async () => {
    const office = await createUserAdminSetup()

    expect((await office.changeRole(office.ada.userId, 'cliente')).body).toEqual({ code: 'own-account' })
    expect((await office.remove(office.ada.userId)).body).toEqual({ code: 'own-account' })
  })

  test.each(['changeRole', 'remove'] as const)(
    'by two administradores of each other at once leaves one (%s)',
    async (act) => {
      const office = await createUserAdminSetup()
      const ben = await createSecondAdministrator(office)
      const demote = (as: object, { userId }: PracticePerson) =>
        act === 'remove'
          ? office.ask(users.remove, { as: as as never, params: { userId } })
          : office.ask(users.changeRole, { as: as as never, params: { userId }, body: { role: 'cliente' } })

      const answers = await Promise.all([
        demote(office.as, ben),
        demote(createPasswordSessionClaims(ben, office.practice), office.ada),
      ])

      const left = await Promise.all([office.ada, ben].map(({ userId }) => office.userIn(userId)))
      expect(left.filter((user) => user?.role === 'administrador' && user.status === 'active')).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    },
  )

  test('that meets another change of the same account is told so, and that other one stands', async () => {
    const office = await createUserAdminSetup()
    const person = await createPoolPerson(office)
    const { data } = office.practice
    const stale = {
      ...data,
      transact: async (writes: Parameters<typeof data.transact>[0]) => {
        await data.users.patch({ userId: person.userId }).set({ role: 'administrador' }).go()
        return data.transact(writes)
      },
    }
    await writeSignInSession(office.ada, office.practice)
    const ask = createEndpointCaller(serveUsers(() => ({ ...office.practice, data: stale })))

    const answer = await ask(users.changeRole, {
      as: office.as,
      params: { userId: person.userId },
      body: { role: 'administrador' },
    })

    expect(answer).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    expect(await listAuditedActions(office.practice)).toEqual([])
  })

  test('whose account in Cognito could not be told is finished by the same change', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const office = await createUserAdminSetup()
    const person = await createPoolPerson(office)
    const accounts = failOnFirstCall(office.practice.accounts, 'setRole')
    const fragile = createEndpointCaller(serveUsers(() => ({ ...office.practice, accounts })))
    const question = { as: office.as, params: { userId: person.userId }, body: { role: 'administrador' } }
    expect((await fragile(users.changeRole, question)).status).toBe(500)
    expect(await findListedAccount(office, person)).toMatchObject({ role: 'administrador', unfinished: 'role' })

    const { status, body } = await fragile(users.changeRole, question)

    expect(status).toBe(200)
    expect(body).not.toHaveProperty('unfinished')
    expect(await office.groupsOf(person.sub)).toEqual(['administrador'])
    expect(await listAuditedActions(office.practice)).toEqual(['UPDATE on user_roles'])
  })
})

describe('DATA-19 a client who entered by Google and becomes administrador', () => {
  test('A-19 enters by Google no more, and the log says so', async () => {
    const { office, person, identities } = await aGoogleClient()
    expect(await identities()).toContain(luciaGoogleAccount.subject)

    const { status } = await office.changeRole(person.userId, 'administrador')

    expect(status).toBe(200)
    expect(await identities()).toBeUndefined()
    const back = await runGoogleSignIn(office.pool)
    expect(back.searchParams.get('error_description')).toContain('administrator-by-password')
    // The link has Cognito's time, which is not the practice's here.
    const changes = (await listAuditChanges(office.practice)).filter(({ action }) => action !== 'GOOGLE_LINKED')
    expect(changes.slice(-2)).toMatchObject([
      { action: 'UPDATE on user_roles' },
      { action: 'GOOGLE_UNLINKED', userId: office.ada.userId, subjectId: person.userId, address: '203.0.113.7' },
    ])
  })

  test.each(['googleSubjects', 'unlinkGoogle', 'signOutEverywhere'] as const)(
    'loses that way in by the same change when Cognito failed at first (%s)',
    async (step) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      const { office, person, identities } = await aGoogleClient()
      const accounts = failOnFirstCall(office.practice.accounts, step)
      const fragile = createEndpointCaller(serveUsers(() => ({ ...office.practice, accounts })))
      const question = { as: office.as, params: { userId: person.userId }, body: { role: 'administrador' } }
      expect((await fragile(users.changeRole, question)).status).toBe(500)

      expect((await fragile(users.changeRole, question)).status).toBe(200)

      expect(await identities()).toBeUndefined()
      expect(await office.groupsOf(person.sub)).toEqual(['administrador'])
      expect(
        (await listAuditedActions(office.practice)).filter((action) => action === 'UPDATE on user_roles'),
      ).toHaveLength(1)
    },
  )

  test('and back is a client who may link Google again', async () => {
    const { office, person, identities } = await aGoogleClient()
    await office.changeRole(person.userId, 'administrador')
    await office.changeRole(person.userId, 'cliente')

    await signInAtPoolByGoogle(office)

    expect(await identities()).toContain(luciaGoogleAccount.subject)
  })
})

test('A-38 of two roles given at once, Cognito ends with the one that the table has', async () => {
  const office = await createUserAdminSetup()
  const person = await createPoolPerson(office)
  const slow = Promise.withResolvers<void>()
  const { setRole } = office.practice.accounts
  const accounts = {
    ...office.practice.accounts,
    setRole: async (sub: string, role: Role) => {
      if (role === 'administrador') await slow.promise
      await setRole(sub, role)
    },
  }
  const ask = createEndpointCaller(serveUsers(() => ({ ...office.practice, accounts })))
  const params = { userId: person.userId }

  const first = ask(users.changeRole, { as: office.as, params, body: { role: 'administrador' } })
  await expect.poll(async () => (await office.userIn(person.userId))?.role).toBe('administrador')
  const second = await ask(users.changeRole, { as: office.as, params, body: { role: 'cliente' } })
  slow.resolve()
  await first

  expect(second.body.role).toBe('cliente')
  expect((await office.userIn(person.userId))?.role).toBe('cliente')
  expect(await office.groupsOf(person.sub)).toEqual(['cliente'])
})

describe('FUN-06 removing an account', () => {
  test('refuses its tokens at once, takes it from Cognito and from the list', async () => {
    const office = await createUserAdminSetup()
    const person = await createPoolPerson(office)
    const session = await signInAtPool(office, person.email)

    const answer = await office.remove(person.userId)

    expect(answer).toEqual({ status: 200, body: { removed: true } })
    const { body } = await createEndpointCaller(serveMfa(() => office.practice))(mfa.read, session)
    expect(body).toEqual({ code: 'account-inactive' })
    await expect(signInAtPool(office, person.email)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    const { body: list } = await office.ask(users.list, { as: office.as })
    expect(list.items.map(({ id }) => id)).toEqual([office.ada.userId])
    expect((await office.changeRole(person.userId, 'administrador')).body).toEqual({ code: 'not-found' })
    expect((await listAuditedActions(office.practice)).at(-1)).toBe('USER_REMOVED')
  })

  test('that Cognito did not hear of is finished by removing again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const office = await createUserAdminSetup()
    const person = await createPoolPerson(office)
    const accounts = failOnFirstCall(office.practice.accounts, 'remove')
    const fragile = createEndpointCaller(serveUsers(() => ({ ...office.practice, accounts })))
    const question = { as: office.as, params: { userId: person.userId } }
    expect((await fragile(users.remove, question)).status).toBe(500)
    expect(await findListedAccount(office, person)).toMatchObject({ unfinished: 'removal' })

    expect((await fragile(users.remove, question)).status).toBe(200)

    expect(await office.practice.accounts.progress(person.email)).toBeUndefined()
    expect(await findListedAccount(office, person)).toBeUndefined()
  })

  test('that Cognito did not hear of is finished by an invitation of the same address', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const office = await createUserAdminSetup()
    const person = await createPoolPerson(office)
    const accounts = failOnFirstCall(office.practice.accounts, 'remove')
    const fragile = createEndpointCaller(serveUsers(() => ({ ...office.practice, accounts })))
    await fragile(users.remove, { as: office.as, params: { userId: person.userId } })

    const { status, body } = await fragile(users.invite, { as: office.as, body: { email: person.email } })

    expect(status).toBe(200)
    expect(body.id).not.toBe(person.userId)
    expect(await findListedAccount(office, person)).toBeUndefined()
  })

  test('gives its address back: it can be invited again', async () => {
    const office = await createUserAdminSetup()
    const person = await createPoolPerson(office)
    await office.remove(person.userId)

    const question = { as: office.as, body: { email: person.email, role: 'cliente', handOver: false } }
    const { status, body } = await office.ask(users.invite, question)

    expect(status).toBe(200)
    expect(body.id).not.toBe(person.userId)
  })
})

async function aGoogleClient() {
  const office = await createUserAdminSetup()
  const person = await createCliente(office.practice, { email: luciaGoogleAccount.email })
  office.pool
    .cognito()
    .seedUser({ email: luciaGoogleAccount.email, password: TEST_PASSWORD, sub: person.sub, groups: ['cliente'] })
  await signInAtPoolByGoogle(office)
  const identities = async () => {
    const { UserAttributes = [] } = await office.pool.sdk.send(
      new AdminGetUserCommand({ UserPoolId: testUserPoolId, Username: person.sub }),
    )
    return UserAttributes.find(({ Name }) => Name === 'identities')?.Value
  }
  return { office, person, identities }
}
