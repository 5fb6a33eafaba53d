import type { EntityItem } from 'electrodb'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import { toEpochSeconds } from '#data/table'
import { toCallerNetworks } from '#platform/network'
import { countRateLimitAttempts, createMfaRateLimit } from '#platform/rate-limit'
import type { SignInCaller } from './cognito-call-ticket.ts'

export type StoredSignInLedger = EntityItem<TableEntities['loginLedgers']>
export type RecordedSignInAttempt = StoredSignInLedger['attempts'][number]

export const SIGN_IN_LIMIT_WINDOW_MINUTES = 15

const FAILURES_FROM_ONE_PLACE = 10
const FAILURES_FROM_ALL = 20
const CODES = 5

const UNKNOWN_PLACE = toCallerNetworks(undefined).place

export const UNTRUSTED_SIGN_IN_LEDGER_KEY = 'everywhere'

export const toSignInPlace = (visit: SignInCaller | undefined): string => visit?.place ?? UNKNOWN_PLACE

/**
 * Number of codes an attempt counts for. Only its page knows whether it reached a code: with a second factor, a
 * stranger's attempt without a report counts for as many codes as Cognito accepts before it slows down, one from a
 * known browser for one.
 */
function codesOf({ stage, factor, codes }: RecordedSignInAttempt, trusted: boolean): number {
  if (!factor || stage === 'failed') return codes
  return Math.max(codes, stage === 'asked' || trusted ? 1 : CODES)
}

export const toFailedSignInAttempt = (attempt: RecordedSignInAttempt, trusted: boolean): RecordedSignInAttempt => ({
  ...attempt,
  stage: 'failed',
  codes: codesOf(attempt, trusted),
})

export function filterRecentSignInAttempts(
  attempts: readonly RecordedSignInAttempt[],
  at: Date,
): RecordedSignInAttempt[] {
  const since = new Date(at.getTime() - SIGN_IN_LIMIT_WINDOW_MINUTES * 60_000).toISOString()
  return attempts.filter((attempt) => attempt.at > since)
}

interface SignInAttempt {
  readonly userId: string
  readonly visit: SignInCaller | undefined
  readonly factor: boolean
  readonly own: readonly RecordedSignInAttempt[]
  readonly all: readonly RecordedSignInAttempt[]
}

/**
 * Other places' attempts never block a known browser, a fresh mailed link, a session of the account or a place of one
 * of its sessions: otherwise a few calls by a stranger would lock the owner out.
 */
export async function checkSignInLimits(
  { userId, visit, factor, own, all }: SignInAttempt,
  data: Database,
  at: Date,
): Promise<'allowed' | 'place' | 'everywhere'> {
  const trusted = visit?.trusted ?? false
  const network = toCallerNetworks(visit?.caller.address).place
  const proofs = factor ? await countRateLimitAttempts(data, createMfaRateLimit(network), userId, at) : 0
  if (meetsLimit(own, { failures: FAILURES_FROM_ONE_PLACE, proofs, codesOf: (each) => codesOf(each, trusted) })) {
    return 'place'
  }
  const closed = meetsLimit(all, { failures: FAILURES_FROM_ALL, proofs, codesOf: knownCodes })
  return !closed || trusted || (await isFamiliarNetworkOfUser(userId, network, data, at)) ? 'allowed' : 'everywhere'
}

/**
 * A stranger's attempt without a report may not have reached a code: in the count of all places it counts for at most
 * one.
 */
const knownCodes = (attempt: RecordedSignInAttempt): number => Math.min(codesOf(attempt, true), 1)

interface Limits {
  readonly failures: number
  readonly proofs: number
  readonly codesOf: (attempt: RecordedSignInAttempt) => number
}

function meetsLimit(attempts: readonly RecordedSignInAttempt[], { failures, proofs, codesOf: count }: Limits): boolean {
  // A repeated call may be a further try of a password, and lead to a further code.
  const codes = attempts.reduce((sum, each) => sum + count(each) + (each.factor ? countCalls([each]) - 1 : 0), proofs)
  return countCalls(attempts) >= failures || codes >= CODES
}

export const countCalls = (attempts: readonly RecordedSignInAttempt[]): number =>
  attempts.reduce((sum, { calls = 1 }) => sum + calls, 0)

export async function isFamiliarNetworkOfUser(
  userId: string,
  network: string,
  data: Database,
  at: Date,
): Promise<boolean> {
  if (network === UNKNOWN_PLACE) return false
  const { data: sessions } = await data.signInSessions.query.byUser({ userId }).go({ pages: 'all' })
  return sessions.some(
    ({ address, expiresAtEpoch }) => toCallerNetworks(address).place === network && expiresAtEpoch > toEpochSeconds(at),
  )
}
