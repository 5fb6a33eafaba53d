import { utcMonthOf } from '#contract/days'
import type { RawItem } from '#data/partitions'
import type { EraseServices, Erasure } from './erase-services.ts'
import { userIdsOf, auditEntriesOfPerson, itemsOfPerson, type Person, customerIdsOf } from './person.ts'

/**
 * Replaces the person in the audit log by a random pseudonym and removes caller addresses; what was done and when
 * stays. Entries about others may name the person, so every month since their arrival is read.
 */
export async function eraseFromHistory(erasure: Erasure, services: EraseServices): Promise<void> {
  const { partitions, now } = services
  const traces = await namesIn(erasure, services)
  for (const entry of await auditEntriesOfPerson(erasure, partitions))
    await partitions.replace(withoutPerson(entry, erasure))
  for (const month of monthsFrom(erasure.since ?? utcMonthOf(now()), now())) {
    for await (const entry of partitions.auditOf(month)) {
      if (names(entry, traces)) await partitions.replace(withoutPerson(entry, erasure))
    }
  }
}

export async function eraseHealthFromHistory(
  { customerId, formerCustomerIds }: Person,
  { partitions }: EraseServices,
): Promise<void> {
  for (const entry of await auditEntriesOfPerson({ customerId, formerCustomerIds }, partitions)) {
    const rest = withoutHealth(entry)
    if (rest) await partitions.replace(rest)
  }
}

const tracesOf = (erasure: Erasure): string[] => [
  ...customerIdsOf(erasure).map((customerId) => customerId.slice('cus_'.length)),
  ...userIdsOf(erasure).map((userId) => userId.slice('usr_'.length)),
  erasure.email,
]

/** An order begun without an account names nobody, but its audit entry has the caller's address. */
async function namesIn(erasure: Erasure, { partitions }: EraseServices): Promise<string[]> {
  const orders = (await itemsOfPerson(erasure, partitions)).flatMap(({ orderId }) => (isText(orderId) ? [orderId] : []))
  return [...new Set([...tracesOf(erasure), ...orders])]
}

const isText = (value: unknown): value is string => typeof value === 'string'

const names = (entry: RawItem, traces: readonly string[]): boolean => {
  const text = JSON.stringify(entry)
  return traces.some((trace) => text.includes(trace))
}

const nowhere = { address: undefined, userAgent: undefined } as const

export const stripCaller = (entry: RawItem): RawItem => JSON.parse(JSON.stringify({ ...entry, ...nowhere })) as RawItem

/** Free text about a double booking, which may name the person. */
const withoutReason = ({ details }: RawItem) =>
  isRecord(details) && 'overriddenBecause' in details
    ? { details: { ...details, overriddenBecause: undefined } }
    : undefined

/**
 * Removes which supplement, how much and when; that one was prescribed or changed stays. Undefined when the entry has
 * nothing of the kind.
 */
function withoutHealth(entry: RawItem): RawItem | undefined {
  const { action, details } = entry
  if (!String(action).startsWith('SUPPLEMENT_') || !isRecord(details)) return undefined
  if (!('old_data' in details || 'new_data' in details)) return undefined
  const { old_data: _, new_data: __, ...rest } = details
  return { ...entry, details: rest }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function withoutPerson(found: RawItem, erasure: Erasure): RawItem {
  // What an erased administrador prescribed to others is of the others.
  const entry = customerIdsOf(erasure).includes(String(found['subjectId'])) ? (withoutHealth(found) ?? found) : found
  const { userId: by } = entry
  // The place of somebody else's call is not this person's to take away: it says who of the practice did what.
  const bySomebodyElse = typeof by === 'string' && by.startsWith('usr_') && !userIdsOf(erasure).includes(by)
  const text = tracesOf(erasure).reduce(
    (written, trace) => written.replaceAll(trace, erasure.pseudonym),
    JSON.stringify({ ...entry, ...withoutReason(entry), ...(!bySomebodyElse && nowhere) }),
  )
  return JSON.parse(text) as RawItem
}

function monthsFrom(first: string, until: Date): string[] {
  const last = utcMonthOf(until)
  const months: string[] = []
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month)
  return months
}

function monthAfter(month: string): string {
  const at = new Date(`${month}-01T00:00:00.000Z`)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return utcMonthOf(at)
}
