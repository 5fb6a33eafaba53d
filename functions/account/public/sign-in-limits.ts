import type { EntityItem } from 'electrodb'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import { epochSeconds } from '#data/table'
import { networksOf } from '#platform/network'
import { countAttempts, mfaLimitAt } from '#platform/rate-limit'
import type { Visit } from './visit-ticket.ts'

export type Ledger = EntityItem<Entities['loginLedgers']>
export type Attempt = Ledger['attempts'][number]

export const WINDOW_MINUTES = 15

/** So many failures close the door to the place that they come from; so many from all places close it to strangers. */
const FAILURES_FROM_ONE_PLACE = 10
const FAILURES_FROM_ALL = 20
const CODES = 5

/** Where an attempt comes from that brought no ticket: all of those are one place. */
const UNKNOWN_PLACE = networksOf(undefined).place

/** The item of an account that counts the attempts of all places that are not trusted. */
export const EVERYWHERE = 'everywhere'

export const placeOf = (visit: Visit | undefined): string => visit?.place ?? UNKNOWN_PLACE

/**
 * How many codes an attempt has to answer for. Nobody but its page can say whether it got as far as a code. Of an account
 * that asks for one, a stranger's attempt whose page said nothing counts for as many as Cognito takes before it begins to
 * slow down; of a browser that has signed in before, for one.
 */
function codesOf({ stage, factor, codes }: Attempt, trusted: boolean): number {
  if (!factor || stage === 'failed') return codes
  return Math.max(codes, stage === 'asked' || trusted ? 1 : CODES)
}

/** An attempt that has come to nothing. */
export const failedAttempt = (attempt: Attempt, trusted: boolean): Attempt => ({
  ...attempt,
  stage: 'failed',
  codes: codesOf(attempt, trusted),
})

/** What began within the window. */
export function recentAttempts(attempts: readonly Attempt[], at: Date): Attempt[] {
  const since = new Date(at.getTime() - WINDOW_MINUTES * 60_000).toISOString()
  return attempts.filter((attempt) => attempt.at > since)
}

interface SignInAttempt {
  readonly userId: string
  readonly visit: Visit | undefined
  /** Whether the account has a second factor in force. */
  readonly factor: boolean
  /** The attempts of the window: of this place, and of all places that are not trusted. */
  readonly own: readonly Attempt[]
  readonly all: readonly Attempt[]
}

/**
 * Whether an attempt may go on to the password, and otherwise which limit it met. What others did elsewhere never keeps
 * out whoever brings a browser that has signed in before, a fresh link from a mail or a session of the account, or stands
 * where one of its sessions was: otherwise a few calls of a stranger would shut its owner out.
 */
export async function signInVerdict(
  { userId, visit, factor, own, all }: SignInAttempt,
  data: Data,
  at: Date,
): Promise<'allowed' | 'place' | 'everywhere'> {
  const trusted = visit?.trusted ?? false
  const network = networksOf(visit?.caller.address).place
  const proofs = factor ? await countAttempts(data, mfaLimitAt(network), userId, at) : 0
  if (meetsLimit(own, { failures: FAILURES_FROM_ONE_PLACE, proofs, codesOf: (each) => codesOf(each, trusted) })) {
    return 'place'
  }
  const closed = meetsLimit(all, { failures: FAILURES_FROM_ALL, proofs, codesOf: knownCodes })
  return !closed || trusted || (await isFamiliarNetwork(userId, network, data, at)) ? 'allowed' : 'everywhere'
}

/** A stranger's silent attempt may have cost nobody a code: among those from everywhere each counts for what is known of it. */
const knownCodes = (attempt: Attempt): number => Math.min(codesOf(attempt, true), 1)

interface Limits {
  readonly failures: number
  /** Codes that the account's sessions got wrong here. */
  readonly proofs: number
  readonly codesOf: (attempt: Attempt) => number
}

function meetsLimit(attempts: readonly Attempt[], { failures, proofs, codesOf: count }: Limits): boolean {
  const codes = attempts.reduce((sum, attempt) => sum + count(attempt), proofs)
  return attempts.length >= failures || codes >= CODES
}

/** Whether a session of the account was seen at this place within the life of a session. */
export async function isFamiliarNetwork(userId: string, network: string, data: Data, at: Date): Promise<boolean> {
  if (network === UNKNOWN_PLACE) return false
  const { data: sessions } = await data.signInSessions.query.byUser({ userId }).go({ pages: 'all' })
  return sessions.some(
    ({ address, expiresAtEpoch }) => networksOf(address).place === network && expiresAtEpoch > epochSeconds(at),
  )
}
