import { describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account'
import { customers } from '#contract/customers'
import { type Role, roles } from '#contract/endpoint'
import { payments } from '#contract/payments'
import { healthChecks, security } from '#contract/security'
import { type Claims, eventFor } from '../support/asking.ts'
import { askingDomain, bodyFor, endpoints, idsOfNobody, type NamedEndpoint, queryFor } from '../support/endpoints.ts'
import {
  aCliente,
  aGoogleSession,
  anAdministrador,
  anIdToken,
  aPasswordSession,
  proveSecondFactor,
} from '../support/people.ts'
import { aPractice, type Practice } from '../support/practice.ts'
import { withServices as servePayments } from '../../functions/payments/handler.ts'

const isPublic = ({ endpoint }: NamedEndpoint) => endpoint.allow === 'everyone'
const isFor = (role: Role) => (named: NamedEndpoint) => named.endpoint.allow.includes(role)
const isFull = ({ endpoint }: NamedEndpoint) =>
  endpoint.allow !== 'everyone' && endpoint.assurance !== 'enrolling' && endpoint.assurance !== 'registering'

const guarded = endpoints.filter((named) => !isPublic(named))
const forAdministradores = guarded.filter((named) => isFor('administrador')(named) && !isFor('cliente')(named))
const fullForClientes = guarded.filter((named) => isFor('cliente')(named) && isFull(named))
const forbidden = guarded.flatMap((named) =>
  roles.filter((role) => !named.endpoint.allow.includes(role)).map((role) => ({ ...named, role })),
)

const people = { administrador: anAdministrador, cliente: aCliente }

const ask = async ({ domain, name, endpoint }: NamedEndpoint, practice: Practice, as?: Claims, headers = {}) =>
  (await askingDomain(domain, practice))(endpoint, {
    as,
    params: idsOfNobody(endpoint),
    body: bodyFor(name),
    query: queryFor(name),
    headers,
  })

describe('whatever the contract does not allow', () => {
  test.each(forbidden)('PER-01 PER-06 $name is not for a $role', async ({ role, ...named }) => {
    const practice = await aPractice()
    const person = await people[role](practice)

    const answer = await ask(named, practice, aPasswordSession(person, practice))

    expect(answer).toEqual({ status: 403, body: { code: 'not-allowed' } })
  })

  test.each(guarded)('$name is for nobody who is not signed in', async (named) => {
    const answer = await ask(named, await aPractice())

    expect(answer).toEqual({ status: 401, body: { code: 'not-signed-in' } })
  })

  test.each(guarded)('$name does not take an ID token for an access token', async (named) => {
    const practice = await aPractice()
    const role = aRoleFor(named)
    const person = await people[role](practice)

    const answer = await ask(named, practice, anIdToken(person, practice))

    expect(answer).toEqual({ status: 401, body: { code: 'not-signed-in' } })
  })

  test.each(guarded)('$name does not take a token without the instant of its sign-in', async (named) => {
    const practice = await aPractice()
    const role = aRoleFor(named)
    const person = await people[role](practice)

    const answer = await ask(named, practice, { ...aPasswordSession(person, practice), auth_time: 'never' })

    expect(answer).toEqual({ status: 401, body: { code: 'not-signed-in' } })
  })

  test.each(endpoints)('$name is refused to whoever goes round CloudFront', async (named) => {
    const practice = await aPractice()
    const person = await anAdministrador(practice)

    for (const secret of [undefined, '', 'a guess', 'the secret that CloudFront addS']) {
      const answer = await ask(named, practice, aPasswordSession(person, practice), { 'x-origin-secret': secret })
      expect(answer).toEqual({ status: 403, body: { code: 'not-allowed' } })
    }
  })

  const withIds = guarded.filter(({ endpoint }) => endpoint.params)
  test.each(withIds)('$name does not find what is not there or not theirs', async (named) => {
    const practice = await aPractice()
    const role = aRoleFor(named)
    const person = await people[role](practice)

    const answer = await ask(named, practice, aPasswordSession(person, practice))

    expect(answer).toEqual({ status: 404, body: { code: 'not-found' } })
  })

  test.each(withIds)('$name does not find an id that cannot exist', async ({ domain, endpoint }) => {
    const practice = await aPractice()
    const role = aRoleFor({ endpoint })
    const person = await people[role](practice)
    const hostile = Object.fromEntries(Object.keys(idsOfNobody(endpoint)).map((name) => [name, '../cus_X#']))

    const answer = await (
      await askingDomain(domain, practice)
    )(endpoint, { as: aPasswordSession(person, practice), params: hostile })

    expect(answer).toEqual({ status: 404, body: { code: 'not-found' } })
  })
})

describe('an administrador', () => {
  test.each(forAdministradores)('PER-09 $name demands an enrolled second factor', async (named) => {
    const practice = await aPractice()
    const person = await aCliente(practice, { role: 'administrador' })

    const answer = await ask(named, practice, aPasswordSession(person, practice))

    expect(answer).toEqual({ status: 403, body: { code: 'mfa-required' } })
  })

  test.each(forAdministradores)('$name demands a sign-in after the factor was enrolled', async (named) => {
    const practice = await aPractice()
    const signedInAt = practice.now().toISOString()
    const person = await anAdministrador(practice, { mfaEnabledAt: signedInAt })

    const answer = await ask(named, practice, aPasswordSession(person, practice, signedInAt))

    expect(answer).toEqual({ status: 403, body: { code: 'mfa-required' } })
  })

  test.each(forAdministradores)('$name is not open after Google, even with a proven factor', async (named) => {
    const practice = await aPractice()
    const person = await anAdministrador(practice)
    await proveSecondFactor(person, practice)

    const answer = await ask(named, practice, aGoogleSession(person, practice))

    expect(answer).toEqual({ status: 403, body: { code: 'mfa-required' } })
  })

  test.each(forAdministradores)('LIM-09 A-05 A-52 $name ends 24 hours after the sign-in', async (named) => {
    const practice = await aPractice()
    const person = await anAdministrador(practice)
    const session = aPasswordSession(person, practice)
    practice.clock.advance({ hours: 24, seconds: 1 })

    const answer = await ask(named, practice, session)

    expect(answer).toEqual({ status: 401, body: { code: 'session-ended' } })
  })

  test('is let in with a factor proven at the sign-in', async () => {
    const practice = await aPractice()
    const person = await anAdministrador(practice)
    const session = aPasswordSession(person, practice)
    practice.clock.advance({ hours: 24 })

    const answer = await (await askingDomain('customers', practice))(customers.list, { as: session })

    expect(answer.status).toBe(200)
  })

  test('is let in with a factor proven in this session, after enrolling it', async () => {
    const practice = await aPractice()
    const person = await anAdministrador(practice, { mfaEnabledAt: practice.now().toISOString() })
    await proveSecondFactor(person, practice)

    const answer = await (
      await askingDomain('customers', practice)
    )(customers.list, { as: aPasswordSession(person, practice) })

    expect(answer.status).toBe(200)
  })
})

describe('a cliente', () => {
  test.each(fullForClientes)('$name demands the enrolled factor of a session from before it', async (named) => {
    const practice = await aPractice()
    const signedInAt = practice.now().toISOString()
    practice.clock.advance({ minutes: 5 })
    const person = await aCliente(practice, { mfaEnabledAt: practice.now().toISOString() })

    const answer = await ask(named, practice, aPasswordSession(person, practice, signedInAt))

    expect(answer).toEqual({ status: 403, body: { code: 'mfa-required' } })
  })

  test('is let in again once this session has proven the factor', async () => {
    const practice = await aPractice()
    const signedInAt = practice.now().toISOString()
    practice.clock.advance({ minutes: 5 })
    const person = await aCliente(practice, { mfaEnabledAt: practice.now().toISOString() })
    await proveSecondFactor(person, practice)

    const answer = await (
      await askingDomain('payments', practice)
    )(payments.list, { as: aPasswordSession(person, practice, signedInAt) })

    expect(answer.status).toBe(200)
  })

  test.each(fullForClientes)('$name is closed after Google without a second factor', async (named) => {
    const practice = await aPractice()
    const person = await aCliente(practice)

    const answer = await ask(named, practice, aGoogleSession(person, practice))

    expect(answer).toEqual({ status: 403, body: { code: 'mfa-required' } })
  })

  test('may ask after Google who they are, and is told that the session is not assured', async () => {
    const practice = await aPractice()
    const person = await aCliente(practice)

    const answer = await (
      await askingDomain('account', practice)
    )(account.session, { as: aGoogleSession(person, practice) })

    expect(answer).toMatchObject({ status: 200, body: { origin: 'google', assured: false } })
  })

  test('is let in after Google once this session has proven the factor', async () => {
    const practice = await aPractice()
    const person = await aCliente(practice, { mfaEnabledAt: '2026-11-01T08:00:00.000Z' })
    await proveSecondFactor(person, practice)

    const answer = await (
      await askingDomain('payments', practice)
    )(payments.list, { as: aGoogleSession(person, practice) })

    expect(answer.status).toBe(200)
  })
})

describe('a change of the account holds from the next request on', () => {
  const everyone = guarded.map((named) => ({ ...named, role: aRoleFor(named) }))

  test.each(everyone)('$name: a deactivated or deleted account is refused', async ({ role, ...named }) => {
    const practice = await aPractice()
    const person = await people[role](practice)
    const session = aPasswordSession(person, practice)

    for (const status of ['deactivated', 'deleted'] as const) {
      await practice.data.users.patch({ userId: person.userId }).set({ status }).go()
      expect(await ask(named, practice, session)).toEqual({ status: 403, body: { code: 'account-inactive' } })
    }
  })

  test.each(everyone)('$name: sessions from before a revocation have ended', async ({ role, ...named }) => {
    const practice = await aPractice()
    const person = await people[role](practice)
    const session = aPasswordSession(person, practice)
    practice.clock.advance({ minutes: 1 })
    await revoke(practice, person.userId)

    const answer = await ask(named, practice, session)

    expect(answer).toEqual({ status: 401, body: { code: 'session-ended' } })
  })

  test('a session that began in the very second of the revocation has ended too', async () => {
    const practice = await aPractice()
    const person = await aCliente(practice)
    await revoke(practice, person.userId)

    const answer = await (
      await askingDomain('payments', practice)
    )(payments.list, { as: aPasswordSession(person, practice) })

    expect(answer).toEqual({ status: 401, body: { code: 'session-ended' } })
  })

  test('a sign-in after the revocation works', async () => {
    const practice = await aPractice()
    const person = await aCliente(practice)
    await revoke(practice, person.userId)
    practice.clock.advance({ seconds: 1 })

    const answer = await (
      await askingDomain('payments', practice)
    )(payments.list, { as: aPasswordSession(person, practice) })

    expect(answer.status).toBe(200)
  })

  test('GEN-02 PER-01 a changed role is effective at once, with the old token', async () => {
    const practice = await aPractice()
    const person = await anAdministrador(practice)
    const session = aPasswordSession(person, practice)
    const askCustomers = await askingDomain('customers', practice)
    expect(await askCustomers(customers.list, { as: session })).toMatchObject({ status: 200 })

    await practice.data.users.patch({ userId: person.userId }).set({ role: 'cliente' }).go()

    expect(await askCustomers(customers.list, { as: session })).toMatchObject({ status: 403 })
    expect(await askCustomers(customers.current, { as: session })).toMatchObject({ status: 200 })
  })

  test('a token whose account is not in the table opens nothing', async () => {
    const practice = await aPractice()
    const nobody = { sub: 'sub-of-nobody', userId: 'usr_sub-of-nobody', customerId: '', email: '' }

    const answer = await (
      await askingDomain('payments', practice)
    )(payments.list, { as: aPasswordSession(nobody, practice) })

    expect(answer).toEqual({ status: 409, body: { code: 'profile-missing' } })
  })
})

describe('what is sent', () => {
  const withBody = endpoints.filter(({ endpoint }) => endpoint.body)

  test.each(withBody)('$name refuses a body with a key that the contract does not know', async (named) => {
    const practice = await aPractice()
    const answer = await sending(named, practice, { body: { surprise: 1 } })

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  })

  test.each(withBody)('$name refuses what is not JSON, and no body where it wants one', async (named) => {
    const practice = await aPractice()
    const nothing = named.endpoint.body?.safeParse(null).success ? [] : ['', 'null']

    for (const text of ['{"product":', '[]', '"text"', ...nothing]) {
      expect(await sending(named, practice, { text })).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    }
  })

  test('a body in base64 is read like any other', async () => {
    const practice = await aPractice()

    const answer = await (
      await askingDomain('account', practice)
    )(account.mailReactivation, { body: { email: 'nadie@correo.test' }, base64: true })

    expect(answer).toEqual({ status: 200, body: { accepted: true } })
  })

  test('a route that the contract does not know is not found', async () => {
    const practice = await aPractice()

    const response = await servePayments(() => practice)(eventFor('GET /payments/everything'), {} as never)

    expect(response).toMatchObject({ statusCode: 404, body: '{"code":"not-found"}' })
  })
})

describe('a fault', () => {
  test('is answered with 500 and no detail, and the log holds neither body nor name', async () => {
    const practice = await aPractice()
    const written = vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = {
      ...practice,
      data: {
        ...practice.data,
        users: { query: { byEmail: onFire } },
      },
    } as unknown as Practice

    const answer = await (
      await askingDomain('account', broken)
    )(account.mailReactivation, { body: { email: 'secreto@correo.test' } })

    expect(answer).toEqual({ status: 500, body: { code: 'fault' } })
    const log = JSON.stringify(written.mock.calls)
    expect(log).toContain('POST /account/reactivation-mail')
    expect(log).not.toContain('secreto@correo.test')
  })
})

describe('health', () => {
  test.each(healthChecks)('FUN-13 A-54 A-75 is for everyone as %s and says no more than ok', async (check) => {
    const askSecurity = await askingDomain('security', await aPractice())

    const answer = await askSecurity(security.health, { params: { check } })

    expect(answer).toEqual({ status: 200, body: { status: 'ok' } })
  })

  test('A-75 is not found under a name that it never had', async () => {
    const askSecurity = await askingDomain('security', await aPractice())

    const answer = await askSecurity(security.health, { params: { check: 'secrets' } })

    expect(answer).toEqual({ status: 404, body: { code: 'not-found' } })
  })

  test('is a fault while the table cannot be reached', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const practice = await aPractice()
    const down = {
      ...practice,
      data: {
        ...practice.data,
        users: {
          get: () => {
            throw new Error('down')
          },
        },
      },
    }

    const answer = await (
      await askingDomain('security', down as unknown as Practice)
    )(security.health, { params: { check: 'health' } })

    expect(answer).toEqual({ status: 500, body: { code: 'fault' } })
  })
})

test('the contract says of every endpoint who may ask', () => {
  const unsaid = endpoints.filter(({ endpoint }) => endpoint.allow.length === 0)

  expect(unsaid).toEqual([])
})

const revoke = (practice: Practice, userId: string) =>
  practice.data.users.patch({ userId }).set({ revokedAt: practice.now().toISOString() }).go()

async function sending(
  { domain, endpoint }: NamedEndpoint,
  practice: Practice,
  what: { body?: unknown; text?: string },
) {
  const person = await people[aRoleFor({ endpoint })](practice)
  return (await askingDomain(domain, practice))(endpoint, {
    as: aPasswordSession(person, practice),
    params: idsOfNobody(endpoint),
    ...what,
  })
}

const onFire = () => {
  throw new Error('the table is on fire')
}

/** One of the roles that may ask. */
function aRoleFor({ endpoint }: Pick<NamedEndpoint, 'endpoint'>): Role {
  const role = endpoint.allow === 'everyone' ? undefined : endpoint.allow[0]
  return role ?? 'cliente'
}
