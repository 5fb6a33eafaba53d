import pRetry from 'p-retry'
import type { AuditAction } from '#contract/audit'
import type { Database } from '#data/database'
import { toEpochSeconds } from '#data/table'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { appendAuditEntry } from '#platform/audit'
import type { CallerDetails } from '#platform/http'
import { recordMetric } from '#platform/metrics'
import type { ActionServices } from '#platform/services'
import {
  type RecordedSignInAttempt,
  UNTRUSTED_SIGN_IN_LEDGER_KEY,
  countCalls,
  type StoredSignInLedger,
  SIGN_IN_LIMIT_WINDOW_MINUTES,
} from './sign-in-limits.ts'

export type SignInLedgerServices = Pick<ActionServices, 'data' | 'wallClock' | 'now' | 'newId' | 'securitySettings'>

export const SIGN_IN_LIMIT_WINDOW_MS = SIGN_IN_LIMIT_WINDOW_MINUTES * 60_000
const TIMEOUT_MS = 3 * 60_000
/** Cognito takes a code for a quarter of an hour, after which the limits would forget the attempt uncounted. */
const CODE_TIMEOUT_MS = SIGN_IN_LIMIT_WINDOW_MS - 2 * 60_000
const KEPT_SECONDS = 3600
export const UNKNOWN_USER_ID_PREFIX = 'none_'

export class SignInLedgerConflict extends Error {}

export const retryOnSignInLedgerConflict = <Written>(attempt: () => Promise<Written>): Promise<Written> =>
  pRetry(attempt, {
    retries: 12,
    minTimeout: 5,
    maxTimeout: 100,
    randomize: true,
    shouldRetry: ({ error }) => error instanceof SignInLedgerConflict,
  })

export type SignInLedger = Pick<
  StoredSignInLedger,
  'userId' | 'place' | 'attempts' | 'refusedSince' | 'refusedFrom' | 'refusals'
> & {
  readonly version: number
  readonly window?: 'opens' | 'closes'
}

export async function readSignInLedger(userId: string, place: string, data: Database): Promise<SignInLedger> {
  const { data: ledger } = await data.loginLedgers.get({ userId, place }).go()
  return ledger ?? { userId, place, attempts: [], version: 0 }
}

/**
 * One transaction.
 * @throws SignInLedgerConflict when another attempt was written since the read
 */
export async function writeSignInLedgers(
  pages: readonly SignInLedger[],
  entriesOf: (entities: TransactionEntities) => TransactionWrites,
  { data, wallClock }: SignInLedgerServices,
): Promise<void> {
  const outcome = await data.transact((entities) => ({
    ledgers: pages.map((page) => pageWrite(entities, page, wallClock())),
    audits: entriesOf(entities),
  }))
  if (!outcome.written) throw new SignInLedgerConflict()
}

function pageWrite(entities: TransactionEntities, { userId, place, version, window, ...page }: SignInLedger, at: Date) {
  const { attempts, refusedSince, refusedFrom, refusals } = page
  const refusedUntil =
    window === 'closes' || refusedSince === undefined ? [] : [addMilliseconds(refusedSince, SIGN_IN_LIMIT_WINDOW_MS)]
  // Only the ledger of their own place counts abandoned attempts.
  const open = place === UNTRUSTED_SIGN_IN_LEDGER_KEY ? [] : attempts.filter(({ stage }) => stage !== 'failed')
  const due = [...open.map(computeSignInAttemptEnd), ...refusedUntil].toSorted()
  const next = {
    attempts: attempts.map(({ address, userAgent, calls, proves, ...attempt }) => ({
      ...attempt,
      ...(calls !== undefined && { calls }),
      ...(proves !== undefined && { proves }),
      ...(address !== undefined && { address, userAgent: userAgent ?? '' }),
    })),
    state: due.length > 0 ? ('open' as const) : ('settled' as const),
    dueAt: due[0] ?? at.toISOString(),
    version: version + 1,
    expiresAtEpoch: toEpochSeconds(at) + KEPT_SECONDS,
    ...(window === 'opens' && { refusedSince, refusals: 1, ...(refusedFrom && { refusedFrom }) }),
  }
  if (version === 0) return entities.loginLedgers.create({ userId, place, ...next }).commit()
  return entities.loginLedgers
    .patch({ userId, place })
    .set(next)
    .remove(window === 'closes' ? ['refusedSince', 'refusals', 'refusedFrom'] : [])
    .where(
      (stored, { eq }) =>
        `${eq(stored.version, version)}${window === 'closes' && refusals !== undefined ? ` AND ${eq(stored.refusals, refusals)}` : ''}`,
    )
    .commit()
}

/** When an attempt without a result counts as failed: later where its page waits for the code of an app. */
export const computeSignInAttemptEnd = ({ at, stage }: Pick<RecordedSignInAttempt, 'at' | 'stage'>): string =>
  addMilliseconds(at, stage === 'asked' ? CODE_TIMEOUT_MS : TIMEOUT_MS)

export const addMilliseconds = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString()

export const createSignInRefusalAuditEntries = (
  entities: TransactionEntities,
  { userId, refusedSince, refusedFrom, refusals }: SignInLedger,
  services: SignInLedgerServices,
) =>
  refusedSince === undefined
    ? []
    : createSignInAuditEntries(
        entities,
        {
          userId,
          actions: ['LOGIN_RATE_LIMITED'],
          caller: refusedFrom,
          details: { since: refusedSince, refusals: refusals ?? 1 },
        },
        services,
      )

interface Entry {
  readonly userId: string
  readonly actions: readonly Extract<AuditAction, `LOGIN_${string}` | 'MFA_VERIFY_FAILED'>[]
  readonly caller: CallerDetails | undefined
  readonly details?: Readonly<Record<string, unknown>>
}

export const createSignInAuditEntries = (
  entities: TransactionEntities,
  { userId, actions, caller, details }: Entry,
  services: SignInLedgerServices,
) =>
  userId.startsWith(UNKNOWN_USER_ID_PREFIX)
    ? []
    : actions.map((action) =>
        appendAuditEntry(
          entities,
          { action, by: userId, subjectId: userId, ...(caller && { caller }), ...(details && { details }) },
          services,
        ),
      )

export const getSignInAttemptCaller = ({ address, userAgent }: RecordedSignInAttempt): CallerDetails | undefined =>
  address === undefined ? undefined : { address, userAgent: userAgent ?? '' }

interface Failure {
  readonly userId: string
  readonly attempt: RecordedSignInAttempt
  readonly atPassword?: boolean
}

export function recordFailedSignIns(count: number): void {
  if (count > 0) recordMetric('SignInFailed', count)
}

export function createFailedSignInAuditEntries(
  entities: TransactionEntities,
  { userId, attempt, atPassword }: Failure,
  services: SignInLedgerServices,
) {
  const atCode = attempt.factor && attempt.codes === 0 && !atPassword
  // Each call may have been a try of its own.
  const failures = Array.from({ length: countCalls([attempt]) }, () => 'LOGIN_FAILED' as const)
  const actions = atCode ? [...failures, 'MFA_VERIFY_FAILED' as const] : failures
  return createSignInAuditEntries(entities, { userId, actions, caller: getSignInAttemptCaller(attempt) }, services)
}
