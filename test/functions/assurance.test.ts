import { describe, expect, test } from 'vitest'
import { account } from '#contract/account'
import type { Role } from '#contract/endpoint'
import type { Claims } from '../support/asking.ts'
import { askingDomain, bodyFor, endpoints, idsOfNobody, type NamedEndpoint } from '../support/endpoints.ts'
import { signUpAttributesOf } from '../support/identities.ts'
import {
  aCliente,
  aGoogleSession,
  anAdministrador,
  aPasswordSession,
  aSessionOf,
  proveSecondFactor,
} from '../support/people.ts'
import { aPractice, type Practice } from '../support/practice.ts'

const guarded = endpoints.filter(({ endpoint }) => endpoint.allow !== 'everyone')
const sensitive = guarded.filter(({ endpoint }) => endpoint.assurance === 'fresh')
const whole = guarded.filter(({ endpoint }) => endpoint.assurance === undefined || endpoint.assurance === 'full')
const early = guarded.filter(({ endpoint }) => ['enrolling', 'registering'].includes(endpoint.assurance ?? 'full'))
const registering = guarded.filter(({ endpoint }) => endpoint.assurance === 'registering')

const people = { administrador: anAdministrador, cliente: aCliente }
const rolesOf = ({ endpoint }: NamedEndpoint): readonly Role[] => (endpoint.allow === 'everyone' ? [] : endpoint.allow)
const inEachRole = (named: readonly NamedEndpoint[]) =>
  named.flatMap((each) => rolesOf(each).map((role) => ({ ...each, role })))

const ask = async ({ domain, name, endpoint }: NamedEndpoint, practice: Practice, as: Claims) =>
  (await askingDomain(domain, practice))(endpoint, { as, params: idsOfNobody(endpoint), body: bodyFor(name) })
const codeOf = async (named: NamedEndpoint, practice: Practice, as: Claims) =>
  (await ask(named, practice, as)).body.code

const ENROLLED = { mfaEnabledAt: '2026-11-01T08:00:00.000Z' }
const doors = ['not-allowed', 'mfa-required', 'proof-required', 'session-ended', 'profile-missing', 'account-inactive']

describe('A-12 A-38 what is sensitive demands a code of the last five minutes', () => {
  test.each(inEachRole(sensitive))(
    '$name from a $role: after five minutes it is closed',
    async ({ role, ...named }) => {
      const practice = await aPractice()
      const person = await people[role](practice, ENROLLED)
      const session = aPasswordSession(person, practice)
      practice.clock.advance({ minutes: 5 })

      expect(await ask(named, practice, session)).toEqual({ status: 403, body: { code: 'proof-required' } })
    },
  )

  test.each(inEachRole(sensitive))('$name from a $role: until then it is open', async ({ role, ...named }) => {
    const practice = await aPractice()
    const person = await people[role](practice, ENROLLED)
    const session = aPasswordSession(person, practice)
    practice.clock.advance({ minutes: 4, seconds: 59 })

    expect(doors).not.toContain(await codeOf(named, practice, session))
  })

  test.each(inEachRole(sensitive))('$name from a $role: a proof opens it again', async ({ role, ...named }) => {
    const practice = await aPractice()
    const person = await people[role](practice, ENROLLED)
    const session = aPasswordSession(person, practice)
    practice.clock.advance({ hours: 1 })
    await proveSecondFactor(person, practice)

    expect(doors).not.toContain(await codeOf(named, practice, session))
  })

  test.each(inEachRole(sensitive))('$name from a $role: no factor, no proof', async ({ role, ...named }) => {
    const practice = await aPractice()
    const person = await aCliente(practice, { role })

    const code = await codeOf(named, practice, aPasswordSession(person, practice))

    expect(code).toBe(role === 'administrador' ? 'mfa-required' : 'proof-required')
  })
})

describe('A-10 a session without a second factor', () => {
  test.each(inEachRole([...whole, ...sensitive]))(
    'after Google: $name is closed to a $role',
    async ({ role, ...named }) => {
      const practice = await aPractice()
      const person = await aCliente(practice, { role })

      expect(await codeOf(named, practice, aGoogleSession(person, practice))).toBe('mfa-required')
    },
  )

  test.each(inEachRole(early))('PER-08 after Google: $name is open to a $role', async ({ role, ...named }) => {
    const practice = await aPractice()
    const person = await aCliente(practice, { role })
    knownToCognito(person, practice)

    expect(doors).not.toContain(await codeOf(named, practice, aGoogleSession(person, practice)))
  })
})

describe('somebody without a profile', () => {
  const stranger = { sub: '00000000-0000-4000-8000-0000000000aa' }
  const others = guarded.filter(({ endpoint }) => endpoint.assurance !== 'registering')

  test.each(others)('A-22 opens nothing: $name', async (named) => {
    const practice = await aPractice()

    expect(await codeOf(named, practice, aPasswordSession(stranger, practice))).toBe('profile-missing')
  })

  test.each(registering)('may register: $name', async (named) => {
    const practice = await aPractice()
    knownToCognito(stranger, practice)

    expect(doors).not.toContain(await codeOf(named, practice, aPasswordSession(stranger, practice)))
  })
})

describe('a session that was ended', () => {
  test.each(inEachRole(guarded))('is refused at once: $name from a $role', async ({ role, ...named }) => {
    const practice = await aPractice()
    const person = await people[role](practice, ENROLLED)
    await aSessionOf(person, practice, { endedAt: practice.wallClock().toISOString() })

    expect(await ask(named, practice, aPasswordSession(person, practice))).toEqual({
      status: 401,
      body: { code: 'session-ended' },
    })
  })

  test('of somebody else ends nobody’s', async () => {
    const practice = await aPractice()
    const [ada, ben] = [await aCliente(practice), await aCliente(practice)]
    await aSessionOf(ada, practice, { endedAt: practice.wallClock().toISOString() })

    const { status } = await (
      await askingDomain('account', practice)
    )(account.session, { as: aPasswordSession(ben, practice) })

    expect(status).toBe(200)
  })
})

test('a proof of a factor that has been replaced since is none', async () => {
  const practice = await aPractice()
  const person = await aCliente(practice, ENROLLED)
  await proveSecondFactor(person, practice)
  const whoAmI = async () =>
    (await (await askingDomain('account', practice))(account.session, { as: aGoogleSession(person, practice) })).body
  expect(await whoAmI()).toMatchObject({ assured: true })
  practice.clock.advance({ seconds: 1 })

  await practice.data.users.patch({ userId: person.userId }).set({ mfaEnabledAt: practice.now().toISOString() }).go()

  expect(await whoAmI()).toMatchObject({ assured: false })
})

describe('GEN-02 a token from before a change of role', () => {
  const forAdministradores = guarded.filter(({ endpoint }) => !endpoint.allow.includes('cliente'))

  test.each(forAdministradores)('opens nothing of the former role: $name', async (named) => {
    const practice = await aPractice()
    const person = await anAdministrador(practice)
    const session = { ...aPasswordSession(person, practice), 'cognito:groups': '[administrador]' }
    await practice.data.users.patch({ userId: person.userId }).set({ role: 'cliente' }).go()

    expect(await ask(named, practice, session)).toEqual({ status: 403, body: { code: 'not-allowed' } })
  })
})

test('ADM-04 who was demoted is told so, and not that a session is over or a profile missing', async () => {
  const practice = await aPractice()
  const person = await anAdministrador(practice)
  const session = { ...aPasswordSession(person, practice), scope: 'app/use app/password app/admin' }
  const revokedAt = practice.wallClock().toISOString()
  await practice.data.users
    .patch({ userId: person.userId })
    .set({ role: 'cliente', registrationDue: true, revokedAt })
    .go()

  const answer = await (await askingDomain('account', practice))(account.session, { as: session })

  expect(answer).toEqual({ status: 403, body: { code: 'not-allowed' } })
})

const knownToCognito = ({ sub }: { sub: string }, { identities, now }: Practice) =>
  identities.known.set(sub, {
    sub,
    confirmed: true,
    enabled: true,
    hasTotp: false,
    createdAt: now(),
    attributes: signUpAttributesOf('lucia@correo.test', now()),
  })
