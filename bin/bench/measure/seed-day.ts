import type { AuditAction } from '#contract/audit'
import { toUtcMonth } from '#contract/calendar-days'
import type { Database } from '#data/database'
import { describeBenchClient } from './seed-practice.ts'

/** Twenty clients fill the lists of alerts: higher cost with more clients is growth. */
const actionsOfClient: readonly AuditAction[] = [
  ...Array.from({ length: 10 }, () => 'QUESTIONNAIRE_SAVED' as const),
  ...Array.from({ length: 3 }, () => 'LOGIN_FAILED' as const),
  'MFA_ENABLED',
]

const ONE_MISTYPES_IN = 20

/** Seeding more would take minutes without further information. */
const MAX_CLIENTS = 1000

export async function seedBenchDay(
  { auditEntries }: Database,
  { clients, at }: { readonly clients: number; readonly at: number },
): Promise<void> {
  const count = Math.min(clients, MAX_CLIENTS)
  const entries = Array.from({ length: count }, (_, n) => {
    const { userId, number } = describeBenchClient(n, clients)
    const actions = n % ONE_MISTYPES_IN === 0 ? [...actionsOfClient, 'MFA_CONFIRM_FAILED' as const] : actionsOfClient
    return actions.map((action, nth) => {
      const createdAt = new Date(at - 1 - Math.floor((86_000_000 * (n + nth / actions.length)) / count)).toISOString()
      return {
        auditId: `aud_bench-day-${clients}-${nth}-${number}`,
        month: toUtcMonth(createdAt),
        createdAt,
        action,
        userId,
        subjectId: userId,
        address: '192.0.2.33',
        userAgent: 'Mozilla/5.0',
      }
    })
  })
  await auditEntries.put(entries.flat()).go({ concurrent: 10 })
}
