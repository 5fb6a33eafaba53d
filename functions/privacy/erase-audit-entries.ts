import { createAuditPseudonym } from '#data/audit-key'
import { readAuditKeys } from '#data/audit-key-queries'
import type { RawTableItem } from '#data/raw-table-access'
import type { ErasureServices, StoredErasure } from './erase-services.ts'
import {
  listDataSubjectUserIds,
  loadDataSubjectAuditEntries,
  type DataSubject,
  listDataSubjectCustomerIds,
} from './data-subject.ts'
import { listMonthsSince, readListedUntil, toMentionKey } from './list-audit-mentions.ts'

/**
 * Replaces the person in the audit log by the pseudonym that the log's copy has and removes caller addresses; what was
 * done and when stays. Entries are found by whom they are about and by the list of those that name somebody otherwise; what is too
 * young for the list is read whole.
 * @param items what the table holds of the person
 * @returns what stands for the customer from now on, without its prefix
 */
export async function pseudonymizeAuditEntries(
  erasure: StoredErasure,
  items: readonly RawTableItem[],
  services: ErasureServices,
): Promise<string> {
  const { data, partitions, now } = services
  const traces = namesIn(erasure, items)
  const person = { erasure, replacements: await readReplacements(erasure, services) }
  const pseudonymize = (entry: RawTableItem | undefined) =>
    entry && names(entry, traces) ? partitions.replace(withoutPerson(entry, person)) : undefined
  for (const entry of await loadDataSubjectAuditEntries(erasure, partitions))
    await partitions.replace(withoutPerson(entry, person))
  for (const orderId of traces.filter(isOrderId)) {
    for await (const entry of partitions.auditAbout(orderId)) await pseudonymize(entry)
  }
  const listedUntil = await readListedUntil(data)
  for (const month of listMonthsSince(listedUntil, now())) {
    for await (const entry of partitions.auditOf(month, listedUntil)) await pseudonymize(entry)
  }
  for (const trace of traces) await takeFromList(toMentionKey(trace), pseudonymize, services)
  return person.replacements.find(({ trace }) => `cus_${trace}` === erasure.customerId)?.pseudonym ?? erasure.pseudonym
}

/** Line by line: an erasure that was interrupted goes on with the lines that are left. */
async function takeFromList(
  named: string,
  pseudonymize: (entry: RawTableItem | undefined) => Promise<void> | undefined,
  { data: { auditMentions }, partitions }: ErasureServices,
): Promise<void> {
  const { data: listed } = await auditMentions.query.byName({ named }).go({ pages: 'all' })
  for (const { createdAt, auditId } of listed) {
    await pseudonymize(await partitions.auditEntry({ createdAt, auditId }))
    await auditMentions.delete({ named, createdAt, auditId }).go()
  }
}

export async function eraseHealthFromAuditEntries(
  { customerId, formerCustomerIds }: DataSubject,
  { partitions }: ErasureServices,
): Promise<void> {
  for (const entry of await loadDataSubjectAuditEntries({ customerId, formerCustomerIds }, partitions)) {
    const rest = withoutHealth(entry)
    if (rest) await partitions.replace(rest)
  }
}

interface ErasedPerson {
  readonly erasure: StoredErasure
  readonly replacements: readonly { readonly trace: string; readonly pseudonym: string }[]
}

/** Each trace with what the copy of the log has in its place; what was never copied gets the erasure's own pseudonym. */
async function readReplacements(
  erasure: StoredErasure,
  { data }: ErasureServices,
): Promise<ErasedPerson['replacements']> {
  const subjects = [...listDataSubjectCustomerIds(erasure), ...listDataSubjectUserIds(erasure), erasure.email]
  const keys = await readAuditKeys(data, subjects)
  const replacements = subjects.map((subject) => {
    const key = keys.get(subject)
    const [, prefix = '', trace = subject] = /^(cus_|usr_)(.+)$/.exec(subject) ?? []
    return { prefix, trace, pseudonym: key ? createAuditPseudonym(key, subject) : erasure.pseudonym }
  })
  // A client and their account may share what follows the prefix.
  return [
    ...replacements.map(({ prefix, trace, pseudonym }) => ({ trace: prefix + trace, pseudonym: prefix + pseudonym })),
    ...replacements,
  ]
}

const tracesOf = (erasure: StoredErasure): string[] => [
  ...listDataSubjectCustomerIds(erasure).map((customerId) => customerId.slice('cus_'.length)),
  ...listDataSubjectUserIds(erasure).map((userId) => userId.slice('usr_'.length)),
  erasure.email,
]

/** An order begun without an account names nobody, but its audit entry has the caller's address. */
function namesIn(erasure: StoredErasure, items: readonly RawTableItem[]): string[] {
  const orders = items.flatMap(({ orderId }) => (isText(orderId) ? [orderId] : []))
  return [...new Set([...tracesOf(erasure), ...orders])]
}

const isOrderId = (trace: string): boolean => trace.startsWith('ord_')

const isText = (value: unknown): value is string => typeof value === 'string'

const names = (entry: RawTableItem, traces: readonly string[]): boolean => {
  const text = JSON.stringify(entry)
  return traces.some((trace) => text.includes(trace))
}

const nowhere = { address: undefined, userAgent: undefined } as const

export const stripAuditEntryCaller = (entry: RawTableItem): RawTableItem =>
  JSON.parse(JSON.stringify({ ...entry, ...nowhere })) as RawTableItem

/** Free text about a double booking or a refund, which may name the person. */
const withoutReason = ({ details }: RawTableItem) =>
  isRecord(details) ? { details: { ...details, overriddenBecause: undefined, explanation: undefined } } : undefined

/**
 * Removes which supplement, how much and when; that one was prescribed or changed stays. Undefined when the entry has
 * nothing of the kind.
 */
function withoutHealth(entry: RawTableItem): RawTableItem | undefined {
  const { action, details } = entry
  if (!String(action).startsWith('SUPPLEMENT_') || !isRecord(details)) return undefined
  if (!('old_data' in details || 'new_data' in details)) return undefined
  const { old_data: _, new_data: __, ...rest } = details
  return { ...entry, details: rest }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function withoutPerson(found: RawTableItem, { erasure, replacements }: ErasedPerson): RawTableItem {
  // What an erased administrador prescribed to others is of the others.
  const entry = listDataSubjectCustomerIds(erasure).includes(String(found['subjectId']))
    ? (withoutHealth(found) ?? found)
    : found
  const { userId: by } = entry
  // The place of somebody else's call is not this person's to take away: it says who of the practice did what.
  const bySomebodyElse =
    typeof by === 'string' && by.startsWith('usr_') && !listDataSubjectUserIds(erasure).includes(by)
  const text = replacements.reduce(
    (written, { trace, pseudonym }) => written.replaceAll(trace, pseudonym),
    JSON.stringify({ ...entry, ...withoutReason(entry), ...(!bySomebodyElse && nowhere) }),
  )
  return JSON.parse(text) as RawTableItem
}
