import { beforeAll, describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { customers } from '#contract/customers-domain'
import { type Role, roles } from '#contract/endpoint'
import { payments } from '#contract/payments-domain'
import { healthCheckAliases, security } from '#contract/security'
import type { StoredUser } from '#platform/user'
import { type TokenClaims, createApiGatewayEvent } from '../support/endpoint-caller.ts'
import {
  createDomainCaller,
  getSampleBody,
  allEndpoints,
  createUnknownIds,
  type NamedEndpoint,
  getSampleQuery,
} from '../support/endpoints.ts'
import {
  createCliente,
  createGoogleSessionClaims,
  createAdministrador,
  createIdTokenClaims,
  createPasswordSessionClaims,
  type PracticePerson,
  recordSecondFactorProof,
} from '../support/people.ts'
import { createStoppedClock, createTestPractice, type TestPractice } from '../support/practice.ts'
import { createLambdaHandler as servePayments } from '../../functions/payments/handler.ts'

const isPublic = ({ endpoint }: NamedEndpoint) => endpoint.allow === 'everyone'
const isFor = (role: Role) => (named: NamedEndpoint) => named.endpoint.allow.includes(role)
const isFull = ({ endpoint }: NamedEndpoint) =>
  endpoint.allow !== 'everyone' && endpoint.assurance !== 'enrolling' && endpoint.assurance !== 'registering'

const guarded = allEndpoints.filter((named) => !isPublic(named))
const forAdministradores = guarded.filter((named) => isFor('administrador')(named) && !isFor('cliente')(named))
const fullForClientes = guarded.filter((named) => isFor('cliente')(named) && isFull(named))
const forbidden = guarded.flatMap((named) =>
  roles.filter((role) => !named.endpoint.allow.includes(role)).map((role) => ({ ...named, role })),
)

const people = { administrador: createAdministrador, cliente: createCliente }

/** Shared by all generated tests of a block: refused calls change nothing. */
interface Scene {
  readonly practice: TestPractice
  readonly person: PracticePerson
}

function shared<Key extends string>(arrange: Readonly<Record<Key, () => Promise<Scene>>>): (key: Key) => Scene {
  const scenes = new Map<string, Scene>()
  beforeAll(async () => {
    for (const [key, scene] of Object.entries<() => Promise<Scene>>(arrange)) scenes.set(key, await scene())
  })
  return (key) => {
    const scene = scenes.get(key)
    if (!scene) throw new Error(`nobody has arranged ${key}`)
    return scene
  }
}

async function sceneWith(role: Role, changes: Partial<StoredUser> = {}): Promise<Scene> {
  const practice = await createTestPractice()
  return { practice, person: await people[role](practice, changes) }
}

async function revoked(role: Role): Promise<Scene> {
  const scene = await sceneWith(role)
  scene.practice.clock.advance({ minutes: 1 })
  await revoke(scene.practice, scene.person.userId)
  return scene
}

const sharedByRole = () =>
  shared({ administrador: () => sceneWith('administrador'), cliente: () => sceneWith('cliente') })

const ask = async ({ domain, name, endpoint }: NamedEndpoint, practice: TestPractice, as?: TokenClaims, headers = {}) =>
  (await createDomainCaller(domain, practice))(endpoint, {
    as,
    params: createUnknownIds(endpoint),
    body: getSampleBody(name),
    query: getSampleQuery(name),
    headers,
  })

describe('whatever the contract does not allow', () => {
  const of = sharedByRole()

  test.each(forbidden)('PER-01 PER-06 $name is not for a $role', async ({ role, ...named }) => {
    const { practice, person } = of(role)

    const answer = await ask(named, practice, createPasswordSessionClaims(person, practice))

    expect(answer).toEqual({ status: 403, body: { code: 'not-allowed' } })
  })

  test.each(guarded)('$name is for nobody who is not signed in', async (named) => {
    const answer = await ask(named, of('cliente').practice)

    expect(answer).toEqual({ status: 401, body: { code: 'not-signed-in' } })
  })

  test.each(guarded)('$name does not take an ID token for an access token', async (named) => {
    const { practice, person } = of(aRoleFor(named))

    const answer = await ask(named, practice, createIdTokenClaims(person, practice))

    expect(answer).toEqual({ status: 401, body: { code: 'not-signed-in' } })
  })

  test.each(guarded)('$name does not take a token without the instant of its sign-in', async (named) => {
    const { practice, person } = of(aRoleFor(named))

    const answer = await ask(named, practice, { ...createPasswordSessionClaims(person, practice), auth_time: 'never' })

    expect(answer).toEqual({ status: 401, body: { code: 'not-signed-in' } })
  })

  test.each(allEndpoints.filter(({ endpoint }) => !endpoint.direct))(
    '$name is refused to whoever goes round CloudFront',
    async (named) => {
      const { practice, person } = of('administrador')

      for (const secret of [undefined, '', 'a guess', 'the secret that CloudFront addS']) {
        const answer = await ask(named, practice, createPasswordSessionClaims(person, practice), {
          'x-origin-secret': secret,
        })
        expect(answer).toEqual({ status: 403, body: { code: 'not-allowed' } })
      }
    },
  )

  const withIds = guarded.filter(({ endpoint }) => endpoint.params)
  test.each(withIds)('$name does not find what is not there or not theirs', async (named) => {
    const { practice, person } = of(aRoleFor(named))

    const answer = await ask(named, practice, createPasswordSessionClaims(person, practice))

    expect(answer).toEqual({ status: 404, body: { code: 'not-found' } })
  })

  test.each(withIds)('$name does not find an id that cannot exist', async ({ domain, endpoint }) => {
    const { practice, person } = of(aRoleFor({ endpoint }))
    const hostile = Object.fromEntries(Object.keys(createUnknownIds(endpoint)).map((name) => [name, '../cus_X#']))

    const answer = await (
      await createDomainCaller(domain, practice)
    )(endpoint, { as: createPasswordSessionClaims(person, practice), params: hostile })

    expect(answer).toEqual({ status: 404, body: { code: 'not-found' } })
  })
})

describe('an administrador', () => {
  const of = shared({
    'without a factor': async () => {
      const practice = await createTestPractice()
      return { practice, person: await createCliente(practice, { role: 'administrador' }) }
    },
    'enrolled at the sign-in': () =>
      sceneWith('administrador', { mfaEnabledAt: createStoppedClock().now().toISOString() }),
    'with a proven factor': async () => {
      const scene = await sceneWith('administrador')
      await recordSecondFactorProof(scene.person, scene.practice)
      return scene
    },
    'long signed in': async () => {
      const scene = await sceneWith('administrador')
      scene.practice.clock.advance({ hours: 24, seconds: 1 })
      return scene
    },
  })

  test.each(forAdministradores)('PER-09 $name demands an enrolled second factor', async (named) => {
    const { practice, person } = of('without a factor')

    const answer = await ask(named, practice, createPasswordSessionClaims(person, practice))

    expect(answer).toEqual({ status: 403, body: { code: 'mfa-required' } })
  })

  test.each(forAdministradores)('$name demands a sign-in after the factor was enrolled', async (named) => {
    const { practice, person } = of('enrolled at the sign-in')

    const answer = await ask(named, practice, createPasswordSessionClaims(person, practice))

    expect(answer).toEqual({ status: 403, body: { code: 'mfa-required' } })
  })

  test.each(forAdministradores)('$name is not open after Google, even with a proven factor', async (named) => {
    const { practice, person } = of('with a proven factor')

    const answer = await ask(named, practice, createGoogleSessionClaims(person, practice))

    expect(answer).toEqual({ status: 403, body: { code: 'mfa-required' } })
  })

  test.each(forAdministradores)('LIM-09 A-05 A-52 $name ends 24 hours after the sign-in', async (named) => {
    const { practice, person } = of('long signed in')
    const signedInAt = createStoppedClock().now().toISOString()

    const answer = await ask(named, practice, createPasswordSessionClaims(person, practice, signedInAt))

    expect(answer).toEqual({ status: 401, body: { code: 'session-ended' } })
  })

  test('is let in with a factor proven at the sign-in', async () => {
    const practice = await createTestPractice()
    const person = await createAdministrador(practice)
    const session = createPasswordSessionClaims(person, practice)
    practice.clock.advance({ hours: 24 })

    const answer = await (await createDomainCaller('customers', practice))(customers.list, { as: session })

    expect(answer.status).toBe(200)
  })

  test('is let in with a factor proven in this session, after enrolling it', async () => {
    const practice = await createTestPractice()
    const person = await createAdministrador(practice, { mfaEnabledAt: practice.now().toISOString() })
    await recordSecondFactorProof(person, practice)

    const answer = await (
      await createDomainCaller('customers', practice)
    )(customers.list, { as: createPasswordSessionClaims(person, practice) })

    expect(answer.status).toBe(200)
  })
})

describe('a cliente', () => {
  const of = shared({
    'enrolled after the sign-in': () =>
      sceneWith('cliente', { mfaEnabledAt: minutesLater(5, createStoppedClock().now()) }),
    'without a factor': () => sceneWith('cliente'),
  })

  test.each(fullForClientes)('$name demands the enrolled factor of a session from before it', async (named) => {
    const { practice, person } = of('enrolled after the sign-in')
    const signedInAt = practice.now().toISOString()

    const answer = await ask(named, practice, createPasswordSessionClaims(person, practice, signedInAt))

    expect(answer).toEqual({ status: 403, body: { code: 'mfa-required' } })
  })

  test('is let in again once this session has proven the factor', async () => {
    const practice = await createTestPractice()
    const signedInAt = practice.now().toISOString()
    practice.clock.advance({ minutes: 5 })
    const person = await createCliente(practice, { mfaEnabledAt: practice.now().toISOString() })
    await recordSecondFactorProof(person, practice)

    const answer = await (
      await createDomainCaller('payments', practice)
    )(payments.list, { as: createPasswordSessionClaims(person, practice, signedInAt) })

    expect(answer.status).toBe(200)
  })

  test.each(fullForClientes)('$name is closed after Google without a second factor', async (named) => {
    const { practice, person } = of('without a factor')

    const answer = await ask(named, practice, createGoogleSessionClaims(person, practice))

    expect(answer).toEqual({ status: 403, body: { code: 'mfa-required' } })
  })

  test('may ask after Google who they are, and is told that the session is not assured', async () => {
    const practice = await createTestPractice()
    const person = await createCliente(practice)

    const answer = await (
      await createDomainCaller('account', practice)
    )(account.session, { as: createGoogleSessionClaims(person, practice) })

    expect(answer).toMatchObject({ status: 200, body: { origin: 'google', assured: false } })
  })

  test('is let in after Google once this session has proven the factor', async () => {
    const practice = await createTestPractice()
    const person = await createCliente(practice, { mfaEnabledAt: '2026-11-01T08:00:00.000Z' })
    await recordSecondFactorProof(person, practice)

    const answer = await (
      await createDomainCaller('payments', practice)
    )(payments.list, { as: createGoogleSessionClaims(person, practice) })

    expect(answer.status).toBe(200)
  })
})

describe('a change of the account holds from the next request on', () => {
  const everyone = guarded.map((named) => ({ ...named, role: aRoleFor(named) }))
  const of = shared({
    'deactivated administrador': () => sceneWith('administrador', { status: 'deactivated' }),
    'deactivated cliente': () => sceneWith('cliente', { status: 'deactivated' }),
    'deleted administrador': () => sceneWith('administrador', { status: 'deleted' }),
    'deleted cliente': () => sceneWith('cliente', { status: 'deleted' }),
    'revoked administrador': () => revoked('administrador'),
    'revoked cliente': () => revoked('cliente'),
  })

  test.each(everyone)('$name: a deactivated or deleted account is refused', async ({ role, ...named }) => {
    for (const status of ['deactivated', 'deleted'] as const) {
      const { practice, person } = of(`${status} ${role}`)
      const answer = await ask(named, practice, createPasswordSessionClaims(person, practice))
      expect(answer).toEqual({ status: 403, body: { code: 'account-inactive' } })
    }
  })

  test.each(everyone)('$name: sessions from before a revocation have ended', async ({ role, ...named }) => {
    const { practice, person } = of(`revoked ${role}`)
    const signedInAt = createStoppedClock().now().toISOString()

    const answer = await ask(named, practice, createPasswordSessionClaims(person, practice, signedInAt))

    expect(answer).toEqual({ status: 401, body: { code: 'session-ended' } })
  })

  test('a session that began in the very second of the revocation has ended too', async () => {
    const practice = await createTestPractice()
    const person = await createCliente(practice)
    await revoke(practice, person.userId)

    const answer = await (
      await createDomainCaller('payments', practice)
    )(payments.list, { as: createPasswordSessionClaims(person, practice) })

    expect(answer).toEqual({ status: 401, body: { code: 'session-ended' } })
  })

  test('a sign-in after the revocation works', async () => {
    const practice = await createTestPractice()
    const person = await createCliente(practice)
    await revoke(practice, person.userId)
    practice.clock.advance({ seconds: 1 })

    const answer = await (
      await createDomainCaller('payments', practice)
    )(payments.list, { as: createPasswordSessionClaims(person, practice) })

    expect(answer.status).toBe(200)
  })

  test('GEN-02 PER-01 a changed role is effective at once, with the old token', async () => {
    const practice = await createTestPractice()
    const person = await createAdministrador(practice)
    const session = createPasswordSessionClaims(person, practice)
    const askCustomers = await createDomainCaller('customers', practice)
    expect(await askCustomers(customers.list, { as: session })).toMatchObject({ status: 200 })

    await practice.data.users.patch({ userId: person.userId }).set({ role: 'cliente' }).go()

    expect(await askCustomers(customers.list, { as: session })).toMatchObject({ status: 403 })
    expect(await askCustomers(customers.current, { as: session })).toMatchObject({ status: 200 })
  })

  test('a token whose account is not in the table opens nothing', async () => {
    const practice = await createTestPractice()
    const nobody = { sub: 'sub-of-nobody', userId: 'usr_sub-of-nobody', customerId: '', email: '' }

    const answer = await (
      await createDomainCaller('payments', practice)
    )(payments.list, { as: createPasswordSessionClaims(nobody, practice) })

    expect(answer).toEqual({ status: 409, body: { code: 'profile-missing' } })
  })
})

describe('what is sent', () => {
  const of = sharedByRole()
  const sending = sendingAs(of)
  const withBody = allEndpoints.filter(({ endpoint }) => endpoint.body)

  test.each(withBody)('$name refuses a body with a key that the contract does not know', async (named) => {
    const answer = await sending(named, { body: { surprise: 1 } })

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  })

  test.each(withBody)('$name refuses what is not JSON, and no body where it wants one', async (named) => {
    const nothing = named.endpoint.body?.safeParse(null).success ? [] : ['', 'null']

    for (const text of ['{"product":', '[]', '"text"', ...nothing]) {
      expect(await sending(named, { text })).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    }
  })

  test('a body in base64 is read like any other', async () => {
    const practice = await createTestPractice()

    const answer = await (
      await createDomainCaller('account', practice)
    )(account.mailReactivation, { body: { email: 'nadie@correo.test' }, base64: true })

    expect(answer).toEqual({ status: 200, body: { accepted: true } })
  })

  test('a route that the contract does not know is not found', async () => {
    const practice = await createTestPractice()

    const response = await servePayments(() => practice)(createApiGatewayEvent('GET /payments/everything'), {} as never)

    expect(response).toMatchObject({ statusCode: 404, body: '{"code":"not-found"}' })
  })
})

describe('a fault', () => {
  test('is answered with 500 and no detail, and the log holds neither body nor name', async () => {
    const practice = await createTestPractice()
    const written = vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = {
      ...practice,
      data: {
        ...practice.data,
        users: { query: { byEmail: onFire } },
      },
    } as unknown as TestPractice

    const answer = await (
      await createDomainCaller('account', broken)
    )(account.mailReactivation, { body: { email: 'secreto@correo.test' } })

    expect(answer).toEqual({ status: 500, body: { code: 'fault' } })
    const log = JSON.stringify(written.mock.calls)
    expect(log).toContain('POST /account/reactivation-mail')
    expect(log).not.toContain('secreto@correo.test')
  })
})

describe('health', () => {
  test.each(healthCheckAliases)('FUN-13 A-54 A-75 is for everyone as %s and says no more than ok', async (check) => {
    const askSecurity = await createDomainCaller('security', await createTestPractice())

    const answer = await askSecurity(security.health, { params: { check } })

    expect(answer).toEqual({ status: 200, body: { status: 'ok' } })
  })

  test('A-75 is not found under a name that it never had', async () => {
    const askSecurity = await createDomainCaller('security', await createTestPractice())

    const answer = await askSecurity(security.health, { params: { check: 'secrets' } })

    expect(answer).toEqual({ status: 404, body: { code: 'not-found' } })
  })

  test('is a fault while the table cannot be reached', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const practice = await createTestPractice()
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
      await createDomainCaller('security', down as unknown as TestPractice)
    )(security.health, { params: { check: 'health' } })

    expect(answer).toEqual({ status: 500, body: { code: 'fault' } })
  })
})

test('the contract says of every endpoint who may ask', () => {
  const unsaid = allEndpoints.filter(({ endpoint }) => endpoint.allow.length === 0)

  expect(unsaid).toEqual([])
})

const minutesLater = (minutes: number, instant: Date) => new Date(instant.getTime() + minutes * 60_000).toISOString()

const revoke = (practice: TestPractice, userId: string) =>
  practice.data.users.patch({ userId }).set({ revokedAt: practice.now().toISOString() }).go()

const sendingAs =
  (of: (role: Role) => Scene) =>
  async ({ domain, endpoint }: NamedEndpoint, what: { body?: unknown; text?: string }) => {
    const { practice, person } = of(aRoleFor({ endpoint }))
    return (await createDomainCaller(domain, practice))(endpoint, {
      as: createPasswordSessionClaims(person, practice),
      params: createUnknownIds(endpoint),
      ...what,
    })
  }

const onFire = () => {
  throw new Error('the table is on fire')
}

function aRoleFor({ endpoint }: Pick<NamedEndpoint, 'endpoint'>): Role {
  const role = endpoint.allow === 'everyone' ? undefined : endpoint.allow[0]
  return role ?? 'cliente'
}
