import { isConditionFailure } from '#data/database'
import { toEpochSeconds } from '#data/table'
import type { TransactionEntities } from '#data/transact'
import type { Actor } from './actor.ts'
import { appendAuditEntry } from './audit.ts'
import { queueMail } from './outbox.ts'
import type { ActionServices } from './services.ts'

const SESSION_DAYS = 30

interface SessionSighting {
  readonly now: Date
  readonly proven?: boolean
  readonly begins?: boolean
  readonly ends?: boolean
}

export function putSignInSession(
  entities: TransactionEntities,
  { userId, sessionId, origin, userAgent, address, signedInAt }: Actor,
  { now, proven = false, begins = false, ends = false }: SessionSighting,
) {
  return entities.signInSessions
    .upsert({
      userId,
      sessionId,
      origin,
      device: deviceOf(userAgent),
      address,
      signedInAt: signedInAt.toISOString(),
      lastSeenAt: now.toISOString(),
      ...(proven && { provenAt: now.toISOString() }),
      ...(ends && { endedAt: now.toISOString() }),
      expiresAtEpoch: toEpochSeconds(now) + SESSION_DAYS * 86_400,
    })
    .where(({ lastSeenAt }, { notExists }) => (begins ? notExists(lastSeenAt) : ''))
    .commit()
}

const SEEN_EVERY_MS = 5 * 60_000

export async function recordSignInSession(actor: Actor, services: ActionServices): Promise<void> {
  const { lastSeenAt } = actor
  if (lastSeenAt === undefined) return beginSession(actor, services)
  const now = services.wallClock()
  const before = new Date(now.getTime() - SEEN_EVERY_MS).toISOString()
  if (lastSeenAt <= before) await refreshSession(actor, now, services)
}

async function refreshSession(actor: Actor, now: Date, { data }: ActionServices): Promise<void> {
  const { userId, sessionId, userAgent, address } = actor
  try {
    await data.signInSessions
      .patch({ userId, sessionId })
      .set({
        device: deviceOf(userAgent),
        address,
        lastSeenAt: now.toISOString(),
        expiresAtEpoch: toEpochSeconds(now) + SESSION_DAYS * 86_400,
      })
      .where(
        ({ endedAt, lastSeenAt }, { notExists, lt }) =>
          `${notExists(endedAt)} AND ${lt(lastSeenAt, now.toISOString())}`,
      )
      .go()
  } catch (error) {
    // It was ended meanwhile, or a concurrent request has written the same.
    if (!isConditionFailure(error)) throw error
  }
}

async function beginSession(actor: Actor, services: ActionServices): Promise<void> {
  const { data, wallClock } = services
  const { userId, email, firstName, customerId, userAgent } = actor
  const { data: sessions } = await data.signInSessions.query.byUser({ userId }).go({ pages: 'all' })
  const now = wallClock()
  const device = deviceOf(userAgent)
  const isFamiliar =
    sessions.length > 0
      ? sessions.some((session) => session.device === device)
      : await isFirstSession(userId, now, services)
  const notice = { kind: 'new-device', name: firstName, device, at: now.toISOString() } as const
  // When not written, a concurrent first request wrote it, with entry and mail.
  await data.transact((entities) => ({
    session: putSignInSession(entities, actor, { now, begins: true }),
    audit: appendAuditEntry(
      entities,
      { action: 'SESSION_STARTED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
    mail: !isFamiliar && queueMail(entities, { to: email, customerId, content: notice }, services),
  }))
}

/**
 * Of an account without stored sessions. Sessions begin after the address is proven and are kept for `SESSION_DAYS` or
 * longer, so within that time of the proof there was none. Later this is unknown, and the owner is notified.
 */
async function isFirstSession(userId: string, now: Date, { data }: ActionServices): Promise<boolean> {
  const { data: user } = await data.users.get({ userId }).go()
  const since = new Date(now.getTime() - SESSION_DAYS * 86_400_000).toISOString()
  return (user?.emailVerifiedAt ?? '') > since
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const first = (table: readonly (readonly [RegExp, string])[], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1]

function deviceOf(userAgent: string): string {
  const browser = first(BROWSERS, userAgent) ?? 'Navegador desconocido'
  const system = first(SYSTEMS, userAgent)
  return system ? `${browser} en ${system}` : browser
}
