export interface ThrottleSettings {
  readonly rate: number
  /** Size of the token bucket. */
  readonly burst: number
}

/** Token bucket as in API Gateway: at most `burst` tokens, `rate` new ones per second. */
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
