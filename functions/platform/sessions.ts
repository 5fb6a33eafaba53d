import { epochSeconds } from '#data/table'
import type { Writing } from '#data/together'
import type { Actor } from './actor.ts'

/** A refresh token lives for thirty days, and so does what is known of its session. */
const SESSION_DAYS = 30

interface Seen {
  readonly now: Date
  /** Whether it proved its second factor. */
  readonly proven?: boolean
  /** Whether it must not have been written down before. */
  readonly begins?: boolean
}

/** Writes down that a session was seen now. */
export function sessionSeen(
  writing: Writing,
  { userId, sessionId, origin, userAgent, address, signedInAt }: Actor,
  { now, proven = false, begins = false }: Seen,
) {
  return writing.signInSessions
    .upsert({
      userId,
      sessionId,
      origin,
      device: deviceOf(userAgent),
      address,
      signedInAt: signedInAt.toISOString(),
      lastSeenAt: now.toISOString(),
      ...(proven && { provenAt: now.toISOString() }),
      expiresAtEpoch: epochSeconds(now) + SESSION_DAYS * 86_400,
    })
    .where(({ lastSeenAt }, { notExists }) => (begins ? notExists(lastSeenAt) : ''))
    .commit()
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

/** Browser and system in words. It helps people to recognise a session of theirs; nothing is decided by it. */
export function deviceOf(userAgent: string): string {
  const browser = first(BROWSERS, userAgent) ?? 'Navegador desconocido'
  const system = first(SYSTEMS, userAgent)
  return system ? `${browser} en ${system}` : browser
}
