import type { EntityItem } from 'electrodb'
import type { Role } from '#contract/endpoint'
import { HEALTH_PURPOSE } from '#contract/health-consent'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import type { Entities } from '#data/entities'
import type { User } from '#platform/user'
import type { Claims } from './asking.ts'
import type { Practice } from './practice.ts'
import { once } from '../../bin/local/once.ts'

export interface Person {
  readonly sub: string
  readonly userId: string
  readonly customerId: string
  readonly email: string
}

let born = 0

/** Somebody with an active account, a file and no second factor. */
async function aPerson(practice: Practice, role: Role, changes: Partial<User> = {}): Promise<Person> {
  const sub = `00000000-0000-4000-8000-${String(++born).padStart(12, '0')}`
  const person = { sub, userId: `usr_${sub}`, customerId: `cus_${sub}`, email: `person-${born}@correo.test` }
  const createdAt = '2026-10-01T08:00:00.000Z'
  await practice.data.users
    .put({
      userId: person.userId,
      email: person.email,
      firstName: 'Lucía',
      lastName: 'Ferrer',
      birthDate: '1990-05-04',
      role,
      status: 'active',
      emailVerifiedAt: createdAt,
      customerId: person.customerId,
      createdAt,
      ...changes,
    })
    .go()
  await practice.data.customers
    .put({
      customerId: person.customerId,
      userId: person.userId,
      name: 'Lucía Ferrer',
      email: person.email,
      ...(role === 'administrador' && { internal: true }),
      createdAt,
    })
    .go()
  return person
}

/** Notes that somebody has agreed to the use of their health data, as they do at their panel. */
const hasConsented = async (
  { customerId, userId }: Pick<Person, 'customerId'> & { readonly userId?: string },
  { data }: Pick<Practice, 'data'>,
): Promise<void> => {
  await once(
    data.healthConsents.create({
      customerId,
      entryId: 'hcn_as-they-do-at-their-panel',
      recordedAt: '2026-10-01T08:05:00.000Z',
      event: 'given',
      by: 'client',
      ...(userId && { userId }),
      purpose: HEALTH_PURPOSE,
      textVersion: HEALTH_CONSENT_VERSION,
      address: '192.0.2.33',
      userAgent: 'Mozilla/5.0 (test)',
    }),
  )
}

/** Notes that somebody has paid an order, with nothing left to schedule. */
export const hasPaidAnOrder = async ({ customerId }: Person, { data }: Practice): Promise<void> => {
  const number = customerId.slice('cus_'.length)
  await data.payments
    .put({
      customerId,
      orderId: `ord_${number}`,
      paymentId: `pay_${number}`,
      concept: 'Primera consulta',
      amountCents: 8000,
      refundedCents: 0,
      currency: 'eur',
      status: 'completed',
      paidAt: '2026-11-01T10:00:00.000Z',
      receiptNumber: '2026-0',
    })
    .go()
}

/** Somebody who has not been asked for their consent to the use of their health data. */
export const anUnaskedCliente = (practice: Practice, changes?: Partial<User>) => aPerson(practice, 'cliente', changes)

/** A client as most are: they have agreed to the use of their health data. */
export async function aCliente(practice: Practice, changes?: Partial<User>): Promise<Person> {
  const person = await anUnaskedCliente(practice, changes)
  await hasConsented(person, practice)
  return person
}

/** An administrador with an enrolled authenticator app. */
export const anAdministrador = (practice: Practice, changes?: Partial<User>) =>
  aPerson(practice, 'administrador', { mfaEnabledAt: '2026-11-01T08:00:00.000Z', ...changes })

/** The id of the session that the tests' sign-in of somebody begins. */
const sessionIdOf = ({ sub }: Pick<Person, 'sub'>): string => sub.replace('4000', '4001')

/** The token of a password sign-in at `at`, or now. */
export const aPasswordSession = ({ sub }: Pick<Person, 'sub'>, practice: Practice, at?: string): Claims => ({
  sub,
  origin_jti: sessionIdOf({ sub }),
  auth_time: String(Math.floor((at ? Date.parse(at) : practice.wallClock().getTime()) / 1000)),
  token_use: 'access',
  scope: 'app/use app/password',
  username: sub,
})

/** The token of a sign-in by way of Google. */
export const aGoogleSession = (person: Person, practice: Practice, at?: string): Claims => ({
  ...aPasswordSession(person, practice, at),
  scope: 'openid email profile app/use app/google',
})

/** The ID token of the same sign-in: signed as well, but not a key to the API. */
export const anIdToken = (person: Person, practice: Practice): Claims => {
  const { scope: _, ...claims } = aPasswordSession(person, practice)
  return { ...claims, token_use: 'id', email: person.email }
}

/** Writes down a session of somebody as the API does when it sees one, with changes. */
export async function aSessionOf(
  { userId, sub }: Pick<Person, 'userId' | 'sub'>,
  { data, wallClock }: Practice,
  changes: Partial<EntityItem<Entities['signInSessions']>> = {},
): Promise<string> {
  const at = wallClock().toISOString()
  const session = {
    userId,
    sessionId: sessionIdOf({ sub }),
    origin: 'password',
    device: 'Firefox en Linux',
    address: '203.0.113.7',
    signedInAt: at,
    lastSeenAt: at,
    expiresAtEpoch: Math.floor(Date.parse(at) / 1000) + 86_400,
    ...changes,
  } as const
  await data.signInSessions.put(session).go()
  return session.sessionId
}

/** Notes that this session has proven a code of the authenticator app, now. */
export const proveSecondFactor = (person: Person, practice: Practice): Promise<string> =>
  aSessionOf(person, practice, { provenAt: practice.wallClock().toISOString() })
