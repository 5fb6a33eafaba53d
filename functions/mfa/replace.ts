import { createHash, randomBytes } from 'node:crypto'
import type { mfa } from '#contract/mfa'
import { audited } from '#platform/audit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { MfaServices } from './services.ts'

/** How long a token may be refreshed into one that can enrol, in milliseconds. */
const REPLACEMENT_MS = 5 * 60_000

/**
 * Cognito enrols with the owner's token only, and with a scope that we withhold from accounts with a factor, because it
 * also switches the factor off. Whoever has just proven the factor gets it back for one refresh, which must bring the key
 * that is given here: other sessions of the account, which have proven nothing, do not have it.
 */
export const allowReplacement: Action<typeof mfa.replace, MfaServices> = async ({ actor }, services) => {
  const { data, wallClock } = services
  const { userId } = actor
  const until = new Date(wallClock().getTime() + REPLACEMENT_MS).toISOString()
  const key = randomBytes(32).toString('base64url')
  const outcome = await data.together((writing) => [
    writing.users
      .patch({ userId })
      .set({ mfaReplacementUntil: until, mfaReplacementHash: createHash('sha256').update(key).digest('base64url') })
      .where(({ mfaEnabledAt }, { exists }) => exists(mfaEnabledAt))
      .commit(),
    audited(writing, { action: 'MFA_REPLACEMENT_ALLOWED', by: userId, subjectId: userId, caller: actor }, services),
  ])
  return outcome.written ? { until, key } : refuse('mfa-not-enrolled')
}
