import type { EntityItem } from 'electrodb'
import pRetry from 'p-retry'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
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

type Ledger = EntityItem<Entities['loginLedgers']>

/** So many failed attempts within the window close the door until the oldest is out of it. */
const FAILURES_ALLOWED = 10
const WINDOW_MINUTES = 15

/** As long as Cognito waits for the answer to a challenge. Whoever is not in by then has to begin again. */
const ATTEMPT_MINUTES = 3

/**
 * Opens an attempt to sign in. One that was still open has failed: it is counted and audited as LOGIN_FAILED.
 *
 * @returns false when ten have failed within fifteen minutes; that is audited as LOGIN_RATE_LIMITED and nothing is opened.
 */
export const openAttempt = (userId: string, caller: Caller | undefined, services: LedgerServices): Promise<boolean> =>
  pRetry(() => openOnce(userId, caller, services), {
    retries: 10,
    minTimeout: 5,
    maxTimeout: 100,
    randomize: true,
    shouldRetry: ({ error }) => error instanceof LedgerChanged,
  })

/** Another attempt of the same account was written between reading and writing. */
class LedgerChanged extends Error {}

async function openOnce(userId: string, caller: Caller | undefined, services: LedgerServices): Promise<boolean> {
  const { data, wallClock } = services
  const { data: known } = await data.loginLedgers.get({ userId }).go({ consistent: true })
  const at = wallClock()
  const abandoned = known?.state === 'open' ? known : undefined
  const failures = lately([...(known?.failures ?? []), ...(abandoned ? [abandoned.attemptedAt] : [])], at)
  const allowed = failures.length < FAILURES_ALLOWED

  const next = {
    state: allowed ? ('open' as const) : ('settled' as const),
    attemptedAt: at.toISOString(),
    failures,
    version: (known?.version ?? 0) + 1,
    expiresAtEpoch: epochSeconds(at) + WINDOW_MINUTES * 60,
    ...(allowed && caller && { caller: { address: caller.address, userAgent: caller.userAgent } }),
  }
  const outcome = await data.together((writing) => [
    known
      ? writing.loginLedgers
          .patch({ userId })
          .set(next)
          .remove('caller' in next ? [] : ['caller'])
          .where(({ version }, { eq }) => eq(version, known.version))
          .commit()
      : writing.loginLedgers.create({ userId, ...next }).commit(),
    ...(abandoned ? [entry(writing, { userId, action: 'LOGIN_FAILED', caller: abandoned.caller }, services)] : []),
    ...(allowed ? [] : [entry(writing, { userId, action: 'LOGIN_RATE_LIMITED', caller }, services)]),
  ])
  if (!outcome.written) throw new LedgerChanged()
  return allowed
}

const lately = (instants: readonly string[], at: Date): string[] => {
  const since = new Date(at.getTime() - WINDOW_MINUTES * 60_000).toISOString()
  return instants.filter((instant) => instant > since)
}

interface Entry {
  readonly userId: string
  readonly action: 'LOGIN_FAILED' | 'LOGIN_RATE_LIMITED'
  readonly caller: Caller | undefined
}

const entry = (writing: Writing, { userId, action, caller }: Entry, services: LedgerServices) =>
  audited(writing, { action, by: userId, subjectId: userId, ...(caller && { caller }) }, services)

/** Settles the open attempt: the person is in. */
export async function closeAttempt(userId: string, { data }: LedgerServices): Promise<void> {
  const { data: known } = await data.loginLedgers.get({ userId }).go({ consistent: true })
  if (known?.state !== 'open') return
  await data.loginLedgers
    .patch({ userId })
    .set({ state: 'settled', attemptedAt: known.attemptedAt })
    .remove(['caller'])
    .add({ version: 1 })
    .go()
}

/**
 * Counts the open attempt as failed without waiting for the next one. It comes from where its own ticket says; without
 * one, from where the page that saw it fail stands.
 */
export async function failOpenAttempt(userId: string, reporter: Caller, services: LedgerServices): Promise<void> {
  const { data: known } = await services.data.loginLedgers.get({ userId }).go({ consistent: true })
  if (known?.state === 'open') await settleAsFailed(known, known.caller ?? reporter, services)
}

/** Attempts taken up in one run; what is left is due again at the next. */
const MOST = 500

/** Counts as failed what nobody has finished, reported or begun anew. @returns how many there were */
export async function failAbandonedAttempts(services: LedgerServices): Promise<number> {
  const { data, wallClock } = services
  const before = new Date(wallClock().getTime() - ATTEMPT_MINUTES * 60_000).toISOString()
  const { data: due } = await data.loginLedgers.query
    .byState({ state: 'open' })
    .lte({ attemptedAt: before })
    .go({ count: MOST })
  for (const { userId } of due) {
    // The index lags: the account may be in by now, or at its next attempt.
    const { data: known } = await data.loginLedgers.get({ userId }).go({ consistent: true })
    if (known?.state === 'open' && known.attemptedAt <= before) await settleAsFailed(known, known.caller, services)
  }
  return due.length
}

async function settleAsFailed(known: Ledger, caller: Caller | undefined, services: LedgerServices): Promise<void> {
  const { userId, attemptedAt, failures, version } = known
  // Not written means that the attempt has been settled or counted in between: then there is nothing to add.
  await services.data.together((writing) => [
    writing.loginLedgers
      .patch({ userId })
      .set({ state: 'settled', attemptedAt, failures: [...failures, attemptedAt], version: version + 1 })
      .remove(['caller'])
      .where((stored, { eq }) => eq(stored.version, version))
      .commit(),
    entry(writing, { userId, action: 'LOGIN_FAILED', caller }, services),
  ])
}
