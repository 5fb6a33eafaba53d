import { describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import type { Role } from '#contract/endpoint'
import type { TokenClaims } from '../support/endpoint-caller.ts'
import {
  createDomainCaller,
  getSampleBody,
  allEndpoints,
  createUnknownIds,
  type NamedEndpoint,
} from '../support/endpoints.ts'
import { createSignUpAttributes } from '../support/fake-user-pool.ts'
import {
  createCliente,
  createGoogleSessionClaims,
  createAdministrador,
  createPasswordSessionClaims,
  writeSignInSession,
  recordSecondFactorProof,
} from '../support/people.ts'
import { createTestPractice, type TestPractice } from '../support/practice.ts'

const guarded = allEndpoints.filter(({ endpoint }) => endpoint.allow !== 'everyone')
const sensitive = guarded.filter(({ endpoint }) => endpoint.assurance === 'fresh')
const whole = guarded.filter(({ endpoint }) => endpoint.assurance === undefined || endpoint.assurance === 'full')
const early = guarded.filter(({ endpoint }) => ['enrolling', 'registering'].includes(endpoint.assurance ?? 'full'))
const registering = guarded.filter(({ endpoint }) => endpoint.assurance === 'registering')

const people = { administrador: createAdministrador, cliente: createCliente }
const rolesOf = ({ endpoint }: NamedEndpoint): readonly Role[] => (endpoint.allow === 'everyone' ? [] : endpoint.allow)
const inEachRole = (named: readonly NamedEndpoint[]) =>
  named.flatMap((each) => rolesOf(each).map((role) => ({ ...each, role })))

const ask = async ({ domain, name, endpoint }: NamedEndpoint, practice: TestPractice, as: TokenClaims) =>
  (await createDomainCaller(domain, practice))(endpoint, {
    as,
    params: createUnknownIds(endpoint),
    body: getSampleBody(name),
  })
const codeOf = async (named: NamedEndpoint, practice: TestPractice, as: TokenClaims) =>
  (await ask(named, practice, as)).body.code

const ENROLLED = { mfaEnabledAt: '2026-11-01T08:00:00.000Z' }
/** A fault may come before the check: it does not show that somebody is let in. */
const closed = [
  'fault',
  'not-allowed',
  'mfa-required',
  'proof-required',
  'session-ended',
  'profile-missing',
  'account-inactive',
]

describe('A-12 A-38 what is sensitive demands a code of the last five minutes', () => {
  test.each(inEachRole(sensitive))(
    '$name from a $role: after five minutes it is closed',
    async ({ role, ...named }) => {
      const practice = await createTestPractice()
      const person = await people[role](practice, ENROLLED)
      const session = createPasswordSessionClaims(person, practice)
      practice.clock.advance({ minutes: 5 })

      expect(await ask(named, practice, session)).toEqual({ status: 403, body: { code: 'proof-required' } })
    },
  )

  test.each(inEachRole(sensitive))('$name from a $role: until then it is open', async ({ role, ...named }) => {
    const practice = await createTestPractice()
    const person = await people[role](practice, ENROLLED)
    const session = createPasswordSessionClaims(person, practice)
    practice.clock.advance({ minutes: 4, seconds: 59 })

    expect(closed).not.toContain(await codeOf(named, practice, session))
  })

  test.each(inEachRole(sensitive))('$name from a $role: a proof opens it again', async ({ role, ...named }) => {
    const practice = await createTestPractice()
    const person = await people[role](practice, ENROLLED)
    const session = createPasswordSessionClaims(person, practice)
    practice.clock.advance({ hours: 1 })
    await recordSecondFactorProof(person, practice)

    expect(closed).not.toContain(await codeOf(named, practice, session))
  })

  test.each(inEachRole(sensitive))('$name from a $role: no factor, no proof', async ({ role, ...named }) => {
    const practice = await createTestPractice()
    const person = await createCliente(practice, { role })

    const code = await codeOf(named, practice, createPasswordSessionClaims(person, practice))

    expect(code).toBe(role === 'administrador' ? 'mfa-required' : 'proof-required')
  })
})

describe('A-10 a session without a second factor', () => {
  test.each(inEachRole([...whole, ...sensitive]))(
    'after Google: $name is closed to a $role',
    async ({ role, ...named }) => {
      const practice = await createTestPractice()
      const person = await createCliente(practice, { role })

      expect(await codeOf(named, practice, createGoogleSessionClaims(person, practice))).toBe('mfa-required')
    },
  )

  test.each(inEachRole(early))('PER-08 after Google: $name is open to a $role', async ({ role, ...named }) => {
    const practice = await createTestPractice(authenticatorApps)
    const person = await createCliente(practice, { role })
    knownToCognito(person, practice)

    expect(closed).not.toContain(await codeOf(named, practice, createGoogleSessionClaims(person, practice)))
  })
})

describe('somebody without a profile', () => {
  const stranger = { sub: '00000000-0000-4000-8000-0000000000aa' }
  const others = guarded.filter(({ endpoint }) => endpoint.assurance !== 'registering')

  test.each(others)('A-22 opens nothing: $name', async (named) => {
    const practice = await createTestPractice()

    expect(await codeOf(named, practice, createPasswordSessionClaims(stranger, practice))).toBe('profile-missing')
  })

  test.each(registering)('may register: $name', async (named) => {
    const practice = await createTestPractice()
    knownToCognito(stranger, practice)

    expect(closed).not.toContain(await codeOf(named, practice, createPasswordSessionClaims(stranger, practice)))
  })
})

describe('a session that was ended', () => {
  test.each(inEachRole(guarded))('is refused at once: $name from a $role', async ({ role, ...named }) => {
    const practice = await createTestPractice()
    const person = await people[role](practice, ENROLLED)
    await writeSignInSession(person, practice, { endedAt: practice.wallClock().toISOString() })

    expect(await ask(named, practice, createPasswordSessionClaims(person, practice))).toEqual({
      status: 401,
      body: { code: 'session-ended' },
    })
  })

  test('of somebody else ends nobody’s', async () => {
    const practice = await createTestPractice()
    const [ada, ben] = [await createCliente(practice), await createCliente(practice)]
    await writeSignInSession(ada, practice, { endedAt: practice.wallClock().toISOString() })

    const { status } = await (
      await createDomainCaller('account', practice)
    )(account.session, { as: createPasswordSessionClaims(ben, practice) })

    expect(status).toBe(200)
  })
})

test('a proof of a factor that has been replaced since is none', async () => {
  const practice = await createTestPractice()
  const person = await createCliente(practice, ENROLLED)
  await recordSecondFactorProof(person, practice)
  const whoAmI = async () =>
    (
      await (
        await createDomainCaller('account', practice)
      )(account.session, { as: createGoogleSessionClaims(person, practice) })
    ).body
  expect(await whoAmI()).toMatchObject({ assured: true })
  practice.clock.advance({ seconds: 1 })

  await practice.data.users.patch({ userId: person.userId }).set({ mfaEnabledAt: practice.now().toISOString() }).go()

  expect(await whoAmI()).toMatchObject({ assured: false })
})

describe('GEN-02 a token from before a change of role', () => {
  const forAdministradores = guarded.filter(({ endpoint }) => !endpoint.allow.includes('cliente'))

  test.each(forAdministradores)('opens nothing of the former role: $name', async (named) => {
    const practice = await createTestPractice()
    const person = await createAdministrador(practice)
    const session = { ...createPasswordSessionClaims(person, practice), 'cognito:groups': '[administrador]' }
    await practice.data.users.patch({ userId: person.userId }).set({ role: 'cliente' }).go()

    expect(await ask(named, practice, session)).toEqual({ status: 403, body: { code: 'not-allowed' } })
  })
})

test('ADM-04 who was demoted is told so, and not that a session is over or a profile missing', async () => {
  const practice = await createTestPractice()
  const person = await createAdministrador(practice)
  const session = { ...createPasswordSessionClaims(person, practice), scope: 'app/use app/password app/admin' }
  const revokedAt = practice.wallClock().toISOString()
  await practice.data.users
    .patch({ userId: person.userId })
    .set({ role: 'cliente', registrationDue: true, revokedAt })
    .go()

  const answer = await (await createDomainCaller('account', practice))(account.session, { as: session })

  expect(answer).toEqual({ status: 403, body: { code: 'not-allowed' } })
})

/** What Cognito and the key answer to somebody who sets up an app. */
const authenticatorApps = {
  authenticators: { isInForce: async () => false, associate: async () => 'JBSWY3DPEHPK3PXP' } as never,
  vault: { seal: async () => 'sealed' } as never,
}

const knownToCognito = ({ sub }: { sub: string }, { identities, now }: TestPractice) =>
  identities.known.set(sub, {
    sub,
    confirmed: true,
    enabled: true,
    hasTotp: false,
    createdAt: now(),
    attributes: createSignUpAttributes('lucia@correo.test', now()),
  })
