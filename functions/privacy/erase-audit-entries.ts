import { createAuditPseudonym } from '#data/audit-key'
import { readAuditKeys } from '#data/audit-key-queries'
import type { RawTableItem } from '#data/raw-table-access'
import type { ErasureServices } from './erase-services.ts'
import type { AddressedErasure } from './erasure-addresses.ts'
import {
  type DataSubjectAddress,
  isFromBeforeSharing,
  listDataSubjectUserIds,
  loadDataSubjectAuditEntries,
  type DataSubject,
  listDataSubjectCustomerIds,
} from './data-subject.ts'
import { listMonthsSince, readMentionsListedUntil, toMentionKey } from './list-audit-mentions.ts'

/**
 * Replaces the person in the audit log by the pseudonym of the log's copy and removes caller addresses; actions and
 * times stay. Entries are found by their subject and by the list of mentions; entries too young for the list are read
 * completely.
 * @param items all items of the person in the table
 * @returns the customer's replacement, without prefix
 */
export async function pseudonymizeAuditEntries(
  erasure: AddressedErasure,
  items: readonly RawTableItem[],
  services: ErasureServices,
): Promise<string> {
  const { data, partitions, now } = services
  const person = { erasure, ids: idsIn(erasure, items), replacements: await readReplacements(erasure, services) }
  const pseudonymize = (entry: RawTableItem | undefined) =>
    entry && names(entry, person) ? partitions.replace(withoutPerson(entry, person)) : undefined
  for (const entry of await loadDataSubjectAuditEntries(erasure, partitions))
    await partitions.replace(withoutPerson(entry, person))
  for (const orderId of person.ids.filter(isOrderId)) {
    for await (const entry of partitions.auditAbout(orderId)) await pseudonymize(entry)
  }
  const listedUntil = await readMentionsListedUntil(data)
  for (const month of listMonthsSince(listedUntil, now())) {
    for await (const entry of partitions.auditOf(month, listedUntil)) await pseudonymize(entry)
  }
  for (const id of person.ids) await takeFromList(id, pseudonymize, services)
  for (const address of erasure.addresses)
    await takeFromList(address.email, pseudonymize, services, (at) => isFromBeforeSharing(address, at))
  return person.replacements.find(({ trace }) => `cus_${trace}` === erasure.customerId)?.pseudonym ?? erasure.pseudonym
}

async function takeFromList(
  trace: string,
  pseudonymize: (entry: RawTableItem | undefined) => Promise<void> | undefined,
  { data: { auditMentions }, partitions }: ErasureServices,
  isTheirs: (createdAt: string) => boolean = () => true,
): Promise<void> {
  const named = toMentionKey(trace)
  const { data: listed } = await auditMentions.query.byName({ named }).go({ pages: 'all' })
  for (const { createdAt, auditId } of listed) {
    if (!isTheirs(createdAt)) continue
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

interface Replacement {
  readonly trace: string
  readonly pseudonym: string
  readonly address?: DataSubjectAddress
}

interface ErasedPerson {
  readonly erasure: AddressedErasure
  /** An anonymous order's entry contains no person, but the caller's address. */
  readonly ids: readonly string[]
  readonly replacements: readonly Replacement[]
}

async function readReplacements(
  erasure: AddressedErasure,
  { data }: ErasureServices,
): Promise<ErasedPerson['replacements']> {
  const ids = [...listDataSubjectCustomerIds(erasure), ...listDataSubjectUserIds(erasure)]
  // Longest first: one address may be the end of another.
  const addresses = erasure.addresses.toSorted((a, b) => b.email.length - a.email.length)
  const keys = await readAuditKeys(data, [...ids, ...addresses.map(({ email }) => email)])
  const pseudonymOf = (subject: string): string => {
    const key = keys.get(subject)
    return key ? createAuditPseudonym(key, subject) : erasure.pseudonym
  }
  const replacements = ids.map((id) => {
    const [, prefix = '', trace = id] = /^(cus_|usr_)(.+)$/.exec(id) ?? []
    return { prefix, trace, pseudonym: pseudonymOf(id) }
  })
  // A client and their account may share the part after the prefix.
  return [
    ...replacements.map(({ prefix, trace, pseudonym }) => ({ trace: prefix + trace, pseudonym: prefix + pseudonym })),
    ...replacements,
    ...addresses.map((address) => ({ trace: address.email, pseudonym: pseudonymOf(address.email), address })),
  ]
}

function idsIn(erasure: AddressedErasure, items: readonly RawTableItem[]): string[] {
  const orders = items.flatMap(({ orderId }) => (isText(orderId) ? [orderId] : []))
  const customerIds = listDataSubjectCustomerIds(erasure).map((customerId) => customerId.slice('cus_'.length))
  const userIds = listDataSubjectUserIds(erasure).map((userId) => userId.slice('usr_'.length))
  return [...new Set([...customerIds, ...userIds, ...orders])]
}

const isOrderId = (trace: string): boolean => trace.startsWith('ord_')

const isText = (value: unknown): value is string => typeof value === 'string'

const names = (entry: RawTableItem, { ids, erasure: { addresses } }: ErasedPerson): boolean => {
  const text = JSON.stringify(entry)
  return (
    ids.some((id) => text.includes(id)) ||
    addresses.some((address) => isFromBeforeSharing(address, entry['createdAt']) && text.includes(address.email))
  )
}

const nowhere = { address: undefined, userAgent: undefined } as const

export const stripAuditEntryCaller = (entry: RawTableItem): RawTableItem =>
  JSON.parse(JSON.stringify({ ...entry, ...nowhere })) as RawTableItem

/** Free text about a double booking or a refund, which may name the person. */
const withoutReason = ({ details }: RawTableItem) =>
  isRecord(details) ? { details: { ...details, overriddenBecause: undefined, explanation: undefined } } : undefined

/**
 * Removes supplement, amount and time; the fact of the prescription or change stays. Undefined when the entry has
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

function withoutPerson(found: RawTableItem, { erasure, ids, replacements }: ErasedPerson): RawTableItem {
  const subjectId = String(found['subjectId'])
  // Prescriptions by an erased administrador belong to the other clients.
  const entry = listDataSubjectCustomerIds(erasure).includes(subjectId) ? (withoutHealth(found) ?? found) : found
  const { userId: by } = entry
  // The network of somebody else's call stays: it is evidence of the practice's actions.
  const bySomebodyElse =
    typeof by === 'string' && by.startsWith('usr_') && !listDataSubjectUserIds(erasure).includes(by)
  const isAboutPerson = ids.includes(subjectId.replace(/^(?:cus|usr)_/, ''))
  const isTheirs = ({ address }: Replacement) =>
    address === undefined || isAboutPerson || isFromBeforeSharing(address, entry['createdAt'])
  const text = replacements
    .filter(isTheirs)
    .reduce(
      (written, { trace, pseudonym }) => written.replaceAll(trace, pseudonym),
      JSON.stringify({ ...entry, ...withoutReason(entry), ...(!bySomebodyElse && nowhere) }),
    )
  return JSON.parse(text) as RawTableItem
}
