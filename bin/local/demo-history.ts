import type { AuditAction } from '../../functions/contract/audit.ts'
import { toPracticeDay, toUtcMonth } from '#contract/calendar-days'
import type { Database } from '#data/database'
import { buildDemoProtocolAuditEntries } from './demo-protocol.ts'
import { createEntryOnce } from './once.ts'

interface History {
  readonly customerId: string
  readonly userId: string
  readonly by: string
}

const deeds = [
  { days: 28, action: 'ACCOUNT_CREATED', who: 'owner', on: 'account' },
  { days: 27, action: 'PAYMENT_COMPLETED', who: 'stripe', on: 'file' },
  { days: 26, action: 'CONSULTATION_BOOKED', who: 'practice', on: 'file' },
  { days: 25.9, action: 'FILE_ADDED', who: 'practice', on: 'file' },
  { days: 24, action: 'CONSULTATION_STATUS_SET', who: 'practice', on: 'file' },
  { days: 16, action: 'FILE_ADDED', who: 'practice', on: 'file' },
  { days: 11.9, action: 'CONSULTATION_BOOKED', who: 'practice', on: 'file' },
] as const satisfies readonly { readonly action: AuditAction; readonly [more: string]: unknown }[]

/** Audit entries for everything in the demo client's record. Every write is repeatable. */
export async function seedAuditHistory(data: Database, { customerId, userId, by }: History, now: Date): Promise<void> {
  const who = { owner: userId, stripe: 'stripe', practice: by }
  const subjects = { account: userId, file: customerId }
  const done = deeds.map(({ days, action, who: doer, on }) => ({
    createdAt: new Date(now.getTime() - days * 86_400_000).toISOString(),
    action,
    userId: who[doer],
    subjectId: subjects[on],
  }))
  const prescribed = buildDemoProtocolAuditEntries(customerId, toPracticeDay(now)).map((entry) => ({
    ...entry,
    userId: by,
    subjectId: customerId,
  }))
  for (const [position, entry] of [...done, ...prescribed].entries()) {
    const auditId = `aud_demo-${String(position).padStart(4, '0')}`
    await createEntryOnce(data.auditEntries.create({ ...entry, auditId, month: toUtcMonth(entry.createdAt) }))
  }
}
