import pRetry from 'p-retry'
import type { Data } from '#data/data'
import { epochSeconds } from '#data/table'
import type { Writing } from '#data/together'
import { audited } from '#platform/audit'
import type { Caller } from '#platform/http'

export interface LedgerServices {
  readonly data: Data
  readonly wallClock: () => Date
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

/** So many failed attempts within the window close the door until the oldest is out of it. */
const FAILURES_ALLOWED = 10
const WINDOW_MINUTES = 15

/**
 * Opens an attempt to sign in. One that was still open has failed: it is counted and audited as LOGIN_FAILED.
 *
 * @returns false when ten have failed within fifteen minutes; that is audited as LOGIN_RATE_LIMITED and nothing is opened.
 */
export const openAttempt = (userId: string, services: LedgerServices): Promise<boolean> =>
  pRetry(() => openOnce(userId, services), {
    retries: 10,
    minTimeout: 5,
    maxTimeout: 100,
    randomize: true,
    shouldRetry: ({ error }) => error instanceof LedgerChanged,
  })

/** Another attempt of the same account was written between reading and writing. */
class LedgerChanged extends Error {}

async function openOnce(userId: string, services: LedgerServices): Promise<boolean> {
  const { data, wallClock } = services
  const { data: known } = await data.loginLedgers.get({ userId }).go({ consistent: true })
  const at = wallClock()
  const since = new Date(at.getTime() - WINDOW_MINUTES * 60_000).toISOString()
  const abandoned = known?.openedAt
  const failures = [...(known?.failures ?? []), ...(abandoned ? [abandoned] : [])].filter((instant) => instant > since)
  const allowed = failures.length < FAILURES_ALLOWED

  const next = {
    failures,
    version: (known?.version ?? 0) + 1,
    expiresAtEpoch: epochSeconds(at) + WINDOW_MINUTES * 60,
    ...(allowed && { openedAt: at.toISOString() }),
  }
  const entry = (writing: Writing, action: 'LOGIN_FAILED' | 'LOGIN_RATE_LIMITED') =>
    audited(writing, { action, by: userId, subjectId: userId }, services)
  const outcome = await data.together((writing) => [
    known
      ? writing.loginLedgers
          .patch({ userId })
          .set(next)
          .remove(allowed ? [] : ['openedAt'])
          .where(({ version }, { eq }) => eq(version, known.version))
          .commit()
      : writing.loginLedgers.create({ userId, ...next }).commit(),
    ...(abandoned ? [entry(writing, 'LOGIN_FAILED')] : []),
    ...(allowed ? [] : [entry(writing, 'LOGIN_RATE_LIMITED')]),
  ])
  if (!outcome.written) throw new LedgerChanged()
  return allowed
}

/** Closes the open attempt: the person is in. */
export async function closeAttempt(userId: string, { data }: LedgerServices): Promise<void> {
  const { data: known } = await data.loginLedgers.get({ userId }).go({ consistent: true })
  if (known?.openedAt) await data.loginLedgers.patch({ userId }).remove(['openedAt']).add({ version: 1 }).go()
}

/** Counts the open attempt as failed without waiting for the next one, with where the page that saw it fail stands. */
export async function failOpenAttempt(userId: string, caller: Caller, services: LedgerServices): Promise<void> {
  const { data } = services
  const { data: known } = await data.loginLedgers.get({ userId }).go({ consistent: true })
  const { openedAt } = known ?? {}
  if (!known || !openedAt) return
  // Not written means that the attempt has been closed or counted in between: then there is nothing to add.
  await data.together((writing) => [
    writing.loginLedgers
      .patch({ userId })
      .set({ failures: [...known.failures, openedAt], version: known.version + 1 })
      .remove(['openedAt'])
      .where(({ version }, { eq }) => eq(version, known.version))
      .commit(),
    audited(writing, { action: 'LOGIN_FAILED', by: userId, subjectId: userId, caller }, services),
  ])
}
