import { createHash } from 'node:crypto'
import pRetry from 'p-retry'
import type { AuditAction } from '#contract/audit'
import type { Data } from '#data/data'
import { FIRST, LAST } from '#data/page'
import { epochSeconds } from '#data/table'
import type { Writing } from '#data/together'
import { audited } from '#platform/audit'
import type { Caller } from '#platform/http'
import { type Failure, failureOf, lately, type Ledger, mayTry, placeOf, WINDOW_MINUTES } from './sign-in-limits.ts'

export interface LedgerServices {
  readonly data: Data
  readonly wallClock: () => Date
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

/** As long as Cognito waits for the answer to a challenge. Whoever is not in by then has to begin again. */
const ATTEMPT_MINUTES = 3

const NOBODY = 'none_'

/** Whose ledger an address has that belongs to no account: it is kept, and closes, like any other. */
export const nobodyAt = (email: string): string =>
  NOBODY + createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')

/**
 * Opens an attempt to sign in. One that was still open has failed: it is counted and audited as LOGIN_FAILED.
 *
 * @returns false when too much has failed within fifteen minutes; that is audited as LOGIN_RATE_LIMITED, and nothing is
 * opened.
 */
export const openAttempt = (userId: string, caller: Caller | undefined, services: LedgerServices): Promise<boolean> =>
  untilWritten(() => openOnce(userId, caller, services))

/** Another attempt of the same account was written between reading and writing. */
export class LedgerChanged extends Error {}

export const untilWritten = <Written>(write: () => Promise<Written>): Promise<Written> =>
  pRetry(write, {
    retries: 10,
    minTimeout: 5,
    maxTimeout: 100,
    randomize: true,
    shouldRetry: ({ error }) => error instanceof LedgerChanged,
  })

async function openOnce(userId: string, caller: Caller | undefined, services: LedgerServices): Promise<boolean> {
  const { data } = services
  const [{ data: known }, { data: user }] = await Promise.all([
    data.loginLedgers.get({ userId }).go({ consistent: true }),
    data.users.get({ userId }).go({ consistent: true }),
  ])
  const at = services.wallClock()
  const factor = user?.mfaEnabledAt !== undefined
  const abandoned = known?.state === 'open' ? known : undefined
  const failures = lately([...(known?.failures ?? []), ...(abandoned ? [failureOf(abandoned)] : [])], at)
  const allowed = await mayTry({ userId, from: placeOf(caller), factor, failures }, data, at)

  const opened = { userId, allowed, factor, failures, caller, at }
  const outcome = await data.together((writing) => [
    attemptWrite(writing, known, opened),
    ...(abandoned ? failureEntries(writing, abandoned, abandoned.caller, services) : []),
    ...(allowed ? [] : entries(writing, { userId, actions: ['LOGIN_RATE_LIMITED'], caller }, services)),
  ])
  if (!outcome.written) throw new LedgerChanged()
  return allowed
}

interface Opened {
  readonly userId: string
  readonly allowed: boolean
  readonly factor: boolean
  readonly failures: Failure[]
  readonly caller: Caller | undefined
  readonly at: Date
}

function attemptWrite(
  writing: Writing,
  known: Ledger | null,
  { userId, allowed, factor, failures, caller, at }: Opened,
) {
  const kept = allowed && caller && { address: caller.address, userAgent: caller.userAgent }
  const next = {
    state: allowed ? ('open' as const) : ('settled' as const),
    attemptedAt: at.toISOString(),
    failures,
    version: (known?.version ?? 0) + 1,
    expiresAtEpoch: epochSeconds(at) + WINDOW_MINUTES * 60,
    factor,
    ...(kept && { caller: kept }),
  }
  if (!known) return writing.loginLedgers.create({ userId, ...next }).commit()
  return writing.loginLedgers
    .patch({ userId })
    .set(next)
    .remove(kept ? ['asked', 'wrongCodes'] : ['asked', 'wrongCodes', 'caller'])
    .where(({ version }, { eq }) => eq(version, known.version))
    .commit()
}

interface Entry {
  readonly userId: string
  readonly actions: readonly Extract<AuditAction, `LOGIN_${string}` | 'MFA_VERIFY_FAILED'>[]
  readonly caller: Caller | undefined
}

/** The lines of the audit log. What is tried at an address without an account is nobody's affair. */
export const entries = (writing: Writing, { userId, actions, caller }: Entry, services: LedgerServices) =>
  userId.startsWith(NOBODY)
    ? []
    : actions.map((action) =>
        audited(writing, { action, by: userId, subjectId: userId, ...(caller && { caller }) }, services),
      )

/** An attempt that may have been at a code is written as one at a code too, unless its page has said so each time. */
const failureEntries = (writing: Writing, attempt: Ledger, caller: Caller | undefined, services: LedgerServices) => {
  const { userId, factor = false, wrongCodes = 0 } = attempt
  const atCode = factor && wrongCodes === 0
  return entries(
    writing,
    { userId, actions: atCode ? ['LOGIN_FAILED', 'MFA_VERIFY_FAILED'] : ['LOGIN_FAILED'], caller },
    services,
  )
}

/** Settles the open attempt: the person is in. */
export async function closeAttempt(userId: string, { data }: LedgerServices): Promise<void> {
  const { data: known } = await data.loginLedgers.get({ userId }).go({ consistent: true })
  if (known?.state !== 'open') return
  await data.loginLedgers
    .patch({ userId })
    .set({ state: 'settled', attemptedAt: known.attemptedAt })
    .remove(['caller', 'factor', 'asked', 'wrongCodes'])
    .add({ version: 1 })
    .go()
}

/**
 * Counts the open attempt as failed at its password, without waiting for the next one. It comes from where its own ticket
 * says; without one, from where the page that saw it fail stands.
 */
export async function failOpenAttempt(userId: string, reporter: Caller, services: LedgerServices): Promise<void> {
  const { data: known } = await services.data.loginLedgers.get({ userId }).go({ consistent: true })
  if (known?.state !== 'open') return
  await settleAsFailed({ ...known, factor: false }, known.caller ?? reporter, services)
}

/** Attempts taken up in one run; what is left is due again at the next. */
const MOST = 500

/** Counts as failed what nobody has finished, reported or begun anew. @returns how many there were */
export async function failAbandonedAttempts(services: LedgerServices): Promise<number> {
  const { data, wallClock } = services
  const before = new Date(wallClock().getTime() - ATTEMPT_MINUTES * 60_000).toISOString()
  const { data: due } = await data.loginLedgers.query
    .byState({ state: 'open' })
    .between({ attemptedAt: FIRST }, { attemptedAt: `${before}${LAST}` })
    .go({ count: MOST, limit: MOST })
  for (const { userId } of due) {
    // The index lags: the account may be in by now, or at its next attempt.
    const { data: known } = await data.loginLedgers.get({ userId }).go({ consistent: true })
    if (known?.state === 'open' && known.attemptedAt <= before) await settleAsFailed(known, known.caller, services)
  }
  return due.length
}

export async function settleAsFailed(
  known: Ledger,
  caller: Caller | undefined,
  services: LedgerServices,
): Promise<void> {
  const { userId, attemptedAt, failures, version } = known
  const failure = failureOf(known)
  // Not written means that the attempt has been settled or counted in between: then there is nothing to add.
  await services.data.together((writing) => [
    writing.loginLedgers
      .patch({ userId })
      .set({ state: 'settled', attemptedAt, failures: [...failures, failure], version: version + 1 })
      .remove(['caller', 'factor', 'asked', 'wrongCodes'])
      .where((stored, { eq }) => eq(stored.version, version))
      .commit(),
    ...failureEntries(writing, known, caller, services),
  ])
}
