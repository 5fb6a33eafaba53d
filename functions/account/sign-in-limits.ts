import type { EntityItem } from 'electrodb'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import { epochSeconds } from '#data/table'
import type { Caller } from '#platform/http'
import { countTries, MFA_TRIES } from '#platform/rate-limit'

export type Ledger = EntityItem<Entities['loginLedgers']>
export type Failure = Ledger['failures'][number]

export const WINDOW_MINUTES = 15

/** So many failures close the door to the place that they come from; so many from all places close it to strangers. */
const FAILURES_FROM_ONE_PLACE = 10
const FAILURES_FROM_ALL = 20

/** Where an attempt comes from that brought no ticket: all of those are one place. */
const UNKNOWN_PLACE = 'unknown'

export const placeOf = (caller: Pick<Caller, 'address'> | undefined): string => caller?.address ?? UNKNOWN_PLACE

/**
 * What an attempt that nobody finished counts for. Nobody but its page can say whether it got as far as a code, and how
 * many were refused there. Of an account that asks for one, an attempt whose page said nothing counts for as many codes as
 * Cognito takes before it begins to slow down.
 */
export function failureOf({ attemptedAt, caller, factor = false, asked = false, wrongCodes = 0 }: Ledger): Failure {
  const unsaid = asked ? 1 : MFA_TRIES.tries
  return {
    at: attemptedAt,
    from: placeOf(caller),
    codes: factor ? wrongCodes || unsaid : 0,
  }
}

/** What failed within the window. */
export function lately(failures: readonly Failure[], at: Date): Failure[] {
  const since = new Date(at.getTime() - WINDOW_MINUTES * 60_000).toISOString()
  return failures.filter((failure) => failure.at > since)
}

interface Attempt {
  readonly userId: string
  readonly from: string
  /** Whether the account has a second factor in force. */
  readonly factor: boolean
  /** The failures of the window. */
  readonly failures: readonly Failure[]
}

/**
 * Whether an attempt may go on to the password. What others did elsewhere never keeps out whoever stands where the account
 * has signed in before: otherwise a few calls of a stranger would shut its owner out.
 */
export async function mayTry(attempt: Attempt, data: Data, at: Date): Promise<boolean> {
  const { userId, from, factor, failures } = attempt
  const own = failures.filter((failure) => failure.from === from)
  const proofs = factor ? await countTries(data, MFA_TRIES, userId, at) : 0
  if (own.length >= FAILURES_FROM_ONE_PLACE || codesIn(own) + proofs >= MFA_TRIES.tries) return false
  // A stranger's silent attempt may have cost nobody a code, so from here on each counts for what is known of it.
  const known = failures.reduce((sum, { codes }) => sum + Math.min(codes, 1), 0)
  const open = failures.length < FAILURES_FROM_ALL && (!factor || known + proofs < MFA_TRIES.tries)
  return open || isFamiliar(userId, from, data, at)
}

const codesIn = (failures: readonly Failure[]): number => failures.reduce((sum, { codes }) => sum + codes, 0)

/** Whether a session of the account was seen at this address within the life of a session. */
async function isFamiliar(userId: string, from: string, data: Data, at: Date): Promise<boolean> {
  if (from === UNKNOWN_PLACE) return false
  const { data: sessions } = await data.signInSessions.query.byUser({ userId }).go({ pages: 'all' })
  return sessions.some(({ address, expiresAtEpoch }) => address === from && expiresAtEpoch > epochSeconds(at))
}
