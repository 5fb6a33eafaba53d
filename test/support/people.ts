import type { EntityItem } from 'electrodb'
import type { Role } from '#contract/endpoint'
import { HEALTH_DATA_PURPOSE } from '#contract/health-consent'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import type { TableEntities } from '#data/entities'
import type { StoredUser } from '#platform/user'
import type { TokenClaims } from './endpoint-caller.ts'
import type { TestPractice } from './practice.ts'
import { createEntryOnce } from '../../bin/local/once.ts'

export interface PracticePerson {
  readonly sub: string
  readonly userId: string
  readonly customerId: string
  readonly email: string
}

let born = 0

async function aPerson(practice: TestPractice, role: Role, changes: Partial<StoredUser> = {}): Promise<PracticePerson> {
  const sub = `00000000-0000-4000-8000-${String(++born).padStart(12, '0')}`
  const person = { sub, userId: `usr_${sub}`, customerId: `cus_${sub}`, email: `person-${born}@correo.test` }
  const createdAt = '2026-10-01T08:00:00.000Z'
  // Less than 30 days before the practice's current time: a first session then sends no mail.
  const emailVerifiedAt = '2026-11-01T08:00:00.000Z'
  await practice.data.users
    .put({
      userId: person.userId,
      email: person.email,
      firstName: 'Lucía',
      lastName: 'Ferrer',
      birthDate: '1990-05-04',
      role,
      status: 'active',
      emailVerifiedAt,
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

const hasConsented = async (
  { customerId, userId }: Pick<PracticePerson, 'customerId'> & { readonly userId?: string },
  { data }: Pick<TestPractice, 'data'>,
): Promise<void> => {
  await createEntryOnce(
    data.healthConsents.create({
      customerId,
      entryId: 'hcn_as-they-do-at-their-panel',
      recordedAt: '2026-10-01T08:05:00.000Z',
      event: 'given',
      by: 'client',
      ...(userId && { userId }),
      purpose: HEALTH_DATA_PURPOSE,
      textVersion: HEALTH_CONSENT_VERSION,
      address: '192.0.2.33',
      userAgent: 'Mozilla/5.0 (test)',
    }),
  )
}

export const recordPaidOrder = async ({ customerId }: PracticePerson, { data }: TestPractice): Promise<void> => {
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

export const createClienteWithoutConsent = (practice: TestPractice, changes?: Partial<StoredUser>) =>
  aPerson(practice, 'cliente', changes)

/** With health consent. */
export async function createCliente(practice: TestPractice, changes?: Partial<StoredUser>): Promise<PracticePerson> {
  const person = await createClienteWithoutConsent(practice, changes)
  await hasConsented(person, practice)
  return person
}

export const createAdministrador = (practice: TestPractice, changes?: Partial<StoredUser>) =>
  aPerson(practice, 'administrador', { mfaEnabledAt: '2026-11-01T08:00:00.000Z', ...changes })

const sessionIdOf = ({ sub }: Pick<PracticePerson, 'sub'>): string => sub.replace('4000', '4001')
const googleSessionIdOf = ({ sub }: Pick<PracticePerson, 'sub'>): string => sub.replace('4000', '4002')

/**
 * `at`: instant of the sign-in.
 * @default now
 */
export const createPasswordSessionClaims = (
  { sub }: Pick<PracticePerson, 'sub'>,
  practice: TestPractice,
  at?: string,
): TokenClaims => ({
  sub,
  origin_jti: sessionIdOf({ sub }),
  auth_time: String(Math.floor((at ? Date.parse(at) : practice.wallClock().getTime()) / 1000)),
  token_use: 'access',
  scope: 'app/use app/password',
  username: sub,
})

export const createGoogleSessionClaims = (
  person: PracticePerson,
  practice: TestPractice,
  at?: string,
): TokenClaims => ({
  ...createPasswordSessionClaims(person, practice, at),
  origin_jti: googleSessionIdOf(person),
  scope: 'openid email profile app/use app/google',
})

/** Correctly signed, but not accepted by the API. */
export const createIdTokenClaims = (person: PracticePerson, practice: TestPractice): TokenClaims => {
  const { scope: _, ...claims } = createPasswordSessionClaims(person, practice)
  return { ...claims, token_use: 'id', email: person.email }
}

export async function writeSignInSession(
  { userId, sub }: Pick<PracticePerson, 'userId' | 'sub'>,
  { data, wallClock }: TestPractice,
  changes: Partial<EntityItem<TableEntities['signInSessions']>> = {},
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

/** In both sessions: by password and by Google. */
export async function recordSecondFactorProof(person: PracticePerson, practice: TestPractice): Promise<string> {
  const provenAt = practice.wallClock().toISOString()
  await writeSignInSession(person, practice, { sessionId: googleSessionIdOf(person), origin: 'google', provenAt })
  return writeSignInSession(person, practice, { provenAt })
}
