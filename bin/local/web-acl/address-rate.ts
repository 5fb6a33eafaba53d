interface AddressRateSettings {
  readonly limit: number
  readonly windowMs: number
  readonly now: () => number
}

/** "AWS WAF checks the rate about every 10 seconds." */
const RATE_CHECK_MS = 10_000

/**
 * Counts as WAF does: at each check, addresses with more than `limit` requests in the preceding window are blocked
 * until a check finds fewer. Blocked requests count too.
 *
 * @returns whether the address is blocked
 */
export function createAddressRate({ limit, windowMs, now }: AddressRateSettings): (address: string) => boolean {
  const times = new Map<string, number[]>()
  let blocked: ReadonlySet<string> = new Set()
  let checkedAt = -Infinity

  const check = (at: number): void => {
    checkedAt = at
    for (const [address, all] of times) {
      const recent = all.filter((time) => time > at - windowMs)
      if (recent.length > 0) times.set(address, recent)
      else times.delete(address)
    }
    blocked = new Set([...times].filter(([, recent]) => recent.length > limit).map(([address]) => address))
  }

  return (address) => {
    const at = now()
    const known = times.get(address)
    if (known) known.push(at)
    else times.set(address, [at])
    if (at - checkedAt >= RATE_CHECK_MS) check(at)
    return blocked.has(address)
  }
}
