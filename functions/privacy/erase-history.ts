import type { RawItem } from '#data/partitions'
import type { EraseServices, Erasure } from './erase-services.ts'
import { historyOf } from './person.ts'

/**
 * Takes somebody out of the audit log, which goes on saying what was done and when: a pseudonym that nothing else knows
 * stands for them, and where they called from is gone. Entries may name them without being about them, so every month
 * since they came is read.
 */
export async function eraseFromHistory(erasure: Erasure, services: EraseServices): Promise<void> {
  const { partitions, now } = services
  for (const entry of await historyOf(erasure, partitions)) await partitions.replace(withoutPerson(entry, erasure))
  for (const month of monthsFrom(erasure.since ?? now().toISOString().slice(0, 7), now())) {
    for await (const entry of partitions.auditOf(month)) {
      if (names(entry, erasure)) await partitions.replace(withoutPerson(entry, erasure))
    }
  }
}

/** What gives somebody away: the parts of their ids that are random, and their address. */
const tracesOf = ({ customerId, userId, email }: Erasure): string[] => [
  customerId.slice('cus_'.length),
  ...(userId ? [userId.slice('usr_'.length)] : []),
  email,
]

const names = (entry: RawItem, erasure: Erasure): boolean => {
  const text = JSON.stringify(entry)
  return tracesOf(erasure).some((trace) => text.includes(trace))
}

const nowhere = { address: undefined, userAgent: undefined } as const

/** Why an hour was booked over another is written freely, and may name the person whom it was for. */
const withoutReason = ({ details }: RawItem) =>
  isRecord(details) && 'overriddenBecause' in details
    ? { details: { ...details, overriddenBecause: undefined } }
    : undefined

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function withoutPerson(entry: RawItem, erasure: Erasure): RawItem {
  const { userId: by } = entry
  // The place of somebody else's call is not this person's to take away: it says who of the practice did what.
  const bySomebodyElse = typeof by === 'string' && by.startsWith('usr_') && by !== erasure.userId
  const text = tracesOf(erasure).reduce(
    (written, trace) => written.replaceAll(trace, erasure.pseudonym),
    JSON.stringify({ ...entry, ...withoutReason(entry), ...(!bySomebodyElse && nowhere) }),
  )
  return JSON.parse(text) as RawItem
}

/** The months from one to that of an instant, both included, as `YYYY-MM`. */
function monthsFrom(first: string, until: Date): string[] {
  const last = until.toISOString().slice(0, 7)
  const months: string[] = []
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month)
  return months
}

function monthAfter(month: string): string {
  const at = new Date(`${month}-01T00:00:00.000Z`)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return at.toISOString().slice(0, 7)
}
