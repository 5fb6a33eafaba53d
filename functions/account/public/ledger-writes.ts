import pRetry from 'p-retry'
import type { AuditAction } from '#contract/audit'
import type { Data } from '#data/data'
import { epochSeconds } from '#data/table'
import type { TransactionEntities, Writes } from '#data/transact'
import { appendAudit } from '#platform/audit'
import type { Caller } from '#platform/http'
import type { Services } from '#platform/services'
import { type Attempt, EVERYWHERE, type Ledger, WINDOW_MINUTES } from './sign-in-limits.ts'

export type LedgerServices = Pick<Services, 'data' | 'wallClock' | 'now' | 'newId' | 'securitySettings'>

/** How long Cognito waits for the answer to a challenge; afterwards a sign-in must start again. */
export const ATTEMPT_MS = 3 * 60_000
export const WINDOW_MS = WINDOW_MINUTES * 60_000
/** Longer than a refusal window, so that its closing audit entry is written first. */
const KEPT_SECONDS = 3600
export const UNKNOWN_USER_PREFIX = 'none_'

/** Another attempt of the same place was written between reading and writing. */
export class LedgerChanged extends Error {}

export const retryUntilWritten = <Written>(attempt: () => Promise<Written>): Promise<Written> =>
  pRetry(attempt, {
    retries: 12,
    minTimeout: 5,
    maxTimeout: 100,
    randomize: true,
    shouldRetry: ({ error }) => error instanceof LedgerChanged,
  })

export type LedgerPage = Pick<Ledger, 'userId' | 'place' | 'attempts' | 'refusedSince' | 'refusedFrom' | 'refusals'> & {
  /** 0 when there is no item yet. */
  readonly version: number
  readonly window?: 'opens' | 'closes'
}

export async function ledgerOf(userId: string, place: string, data: Data): Promise<LedgerPage> {
  const { data: ledger } = await data.loginLedgers.get({ userId, place }).go({ consistent: true })
  return ledger ?? { userId, place, attempts: [], version: 0 }
}

/**
 * One transaction.
 * @throws LedgerChanged when another attempt was written since the read
 */
export async function writeLedgers(
  pages: readonly LedgerPage[],
  entriesOf: (entities: TransactionEntities) => Writes,
  { data, wallClock }: LedgerServices,
): Promise<void> {
  const outcome = await data.transact((entities) => ({
    ledgers: pages.map((page) => pageWrite(entities, page, wallClock())),
    audits: entriesOf(entities),
  }))
  if (!outcome.written) throw new LedgerChanged()
}

function pageWrite(entities: TransactionEntities, { userId, place, version, window, ...page }: LedgerPage, at: Date) {
  const { attempts, refusedSince, refusedFrom, refusals } = page
  const refusedUntil =
    window === 'closes' || refusedSince === undefined ? [] : [addMilliseconds(refusedSince, WINDOW_MS)]
  // Attempts are given up in the ledger of their own place.
  const open = place === EVERYWHERE ? [] : attempts.filter(({ stage }) => stage !== 'failed')
  const due = [...open.map((attempt) => addMilliseconds(attempt.at, ATTEMPT_MS)), ...refusedUntil].toSorted()
  const next = {
    attempts: attempts.map(({ address, userAgent, ...attempt }) => ({
      ...attempt,
      ...(address !== undefined && { address, userAgent: userAgent ?? '' }),
    })),
    state: due.length > 0 ? ('open' as const) : ('settled' as const),
    dueAt: due[0] ?? at.toISOString(),
    version: version + 1,
    expiresAtEpoch: epochSeconds(at) + KEPT_SECONDS,
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

export const addMilliseconds = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString()

export const closingAuditEntries = (
  entities: TransactionEntities,
  { userId, refusedSince, refusedFrom, refusals }: LedgerPage,
  services: LedgerServices,
) =>
  refusedSince === undefined
    ? []
    : auditEntriesOf(
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
  readonly caller: Caller | undefined
  readonly details?: Readonly<Record<string, unknown>>
}

export const auditEntriesOf = (
  entities: TransactionEntities,
  { userId, actions, caller, details }: Entry,
  services: LedgerServices,
) =>
  userId.startsWith(UNKNOWN_USER_PREFIX)
    ? []
    : actions.map((action) =>
        appendAudit(
          entities,
          { action, by: userId, subjectId: userId, ...(caller && { caller }), ...(details && { details }) },
          services,
        ),
      )

export const callerIn = ({ address, userAgent }: Attempt): Caller | undefined =>
  address === undefined ? undefined : { address, userAgent: userAgent ?? '' }

interface Failure {
  readonly userId: string
  readonly attempt: Attempt
  /**
   * Failed at the password.
   * @default false
   */
  readonly atPassword?: boolean
}

/** An attempt that may have reached a code is also audited as a failed code, unless its page reported each stage. */
export function failureAuditEntries(
  entities: TransactionEntities,
  { userId, attempt, atPassword }: Failure,
  services: LedgerServices,
) {
  const atCode = attempt.factor && attempt.codes === 0 && !atPassword
  const actions = atCode ? (['LOGIN_FAILED', 'MFA_VERIFY_FAILED'] as const) : (['LOGIN_FAILED'] as const)
  return auditEntriesOf(entities, { userId, actions, caller: callerIn(attempt) }, services)
}
