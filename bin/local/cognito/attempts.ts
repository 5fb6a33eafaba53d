import { StandInServiceError } from '../json-protocol.ts'
import type { DocumentStore } from '../document-store.ts'

const FREE_FAILURES = 5
const LONGEST_LOCK_MS = 15 * 60_000
const HOUR_MS = 3_600_000

interface Failures {
  readonly count: number
  readonly lastAt: number
}

export type AttemptLimiter = ReturnType<typeof openAttemptLimiter>

export function openAttemptLimiter(store: DocumentStore, now: () => number) {
  const failures = store.collection<Failures>('cognito-failures')
  const uses = store.collection<number[]>('cognito-uses')

  const recent = (key: string): number[] => (uses.get(key) ?? []).filter((at) => at > now() - HOUR_MS)

  return {
    /**
     * From the fifth failure on, failure n locks for 2^(n-5) seconds, at most 15 minutes.
     * @throws StandInServiceError NotAuthorizedException while locked; such an attempt is not counted
     */
    requireUnlocked(username: string): void {
      const kept = failures.get(username)
      if (!kept || kept.count < FREE_FAILURES) return
      const lockMs = Math.min(2 ** (kept.count - FREE_FAILURES) * 1000, LONGEST_LOCK_MS)
      if (now() < kept.lastAt + lockMs)
        throw new StandInServiceError('NotAuthorizedException', 'Password attempts exceeded')
    },

    fail(username: string): void {
      const kept = failures.get(username)
      const count = kept && now() < kept.lastAt + LONGEST_LOCK_MS ? kept.count : 0
      failures.put(username, { count: count + 1, lastAt: now() })
    },

    forgive(username: string): void {
      failures.delete(username)
    },

    /** @throws StandInServiceError LimitExceededException when `key` was used `limit` times in the last hour */
    requireBelow(key: string, limit: number): void {
      if (recent(key).length < limit) return
      throw new StandInServiceError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
    },

    use(key: string): void {
      uses.put(key, [...recent(key), now()])
    },
  }
}
