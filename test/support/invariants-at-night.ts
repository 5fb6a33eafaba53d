import { vi } from 'vitest'
import { log } from '#platform/log'
import { createLambdaHandler as checkEveryNight } from '../../functions/diagnostics/check-invariants.handler.ts'
import { createAdministrador } from './people.ts'
import type { TestPractice } from './practice.ts'

/** Violations found by the nightly check of booking and payment data: names with the logged ids. */
export async function listBrokenInvariants(
  practice: TestPractice,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { sub } = await createAdministrador(practice)
  const identity = { confirmed: true, enabled: true, hasTotp: true, createdAt: practice.now(), attributes: {} }
  practice.identities.known.set(sub, { sub, ...identity })
  practice.clock.advance({ days: 1 })
  const warnings = vi.spyOn(log, 'warn')
  try {
    const failure = await checkEveryNight(() => practice)().then(
      () => '',
      (error: unknown) => String(error),
    )
    if (failure.includes('unknown')) throw new Error(failure)
    const lines = warnings.mock.calls.map(([, line]) => line as { invariant?: string; ids?: readonly string[] })
    const found = lines.flatMap(({ invariant = '', ids }) => (ids ? [[invariant, ids] as const] : []))
    return Object.fromEntries(found.filter(([invariant]) => ofBooking.has(invariant)))
  } finally {
    warnings.mockRestore()
  }
}

/** Others are excluded: booking tests create people without search items, and send no mails. */
const ofBooking: ReadonlySet<string> = new Set(['agenda', 'payments', 'orders', 'refunds'])
