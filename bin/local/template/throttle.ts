export interface ThrottleSettings {
  /** Requests per second. */
  readonly rate: number
  /** Requests at once. */
  readonly burst: number
}

/** A bucket of tokens, as API Gateway counts: `burst` of them at most, `rate` new ones each second. */
export function createThrottle({ rate, burst }: ThrottleSettings, now: () => number = Date.now): () => boolean {
  let tokens = burst
  let filledAt = now()
  return () => {
    const at = now()
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * rate)
    filledAt = at
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
