import type { diagnostics } from '#contract/diagnostics'
import type { Action } from '#platform/serve'
import { checkAllInvariants } from './check-all-invariants.ts'
import { latestNights } from './nights.ts'
import type { DiagnosticsServices } from './services.ts'

/** Looks at everything at once, and at what the nights have found. */
export const readInvariants: Action<typeof diagnostics.invariants, DiagnosticsServices> = async (
  { actor },
  services,
) => {
  const [items, nights] = await Promise.all([checkAllInvariants(services, actor), latestNights(services)])
  return { checkedAt: services.wallClock().toISOString(), items, nights }
}
