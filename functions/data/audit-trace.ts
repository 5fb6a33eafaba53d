import { type AuditKeys, createAuditPseudonym, signWithAuditKey } from './audit-key.ts'

export interface AuditTraceSource {
  readonly auditId: string
  readonly createdAt: string
  readonly action: string
  readonly userId: string
  readonly subjectId: string
  readonly details?: unknown
  readonly address?: string | undefined
  readonly userAgent?: string | undefined
}

const erasableParts = ['caller', 'health', 'reason'] as const
export type ErasablePart = (typeof erasableParts)[number]

/**
 * The part of an entry that survives an erasure: keyed hashes in place of people, and in place of removable parts
 * hashes under a key that is deleted with them, as `keyId:hash`.
 */
export interface AuditTrace {
  readonly auditId: string
  readonly createdAt: string
  readonly action: string
  readonly userId: string
  readonly subjectId: string
  readonly details?: unknown
  readonly erasable?: Readonly<Partial<Record<ErasablePart, string>>>
}

export interface AuditKeyRing {
  readonly people: AuditKeys
  readonly health: AuditKeys
}

const PERSON = /\b(cus|usr)_(?!erased-)([\w-]+)|[^\s"<>(),;:\\]+@[^\s"<>(),;:\\]+/g
const PSEUDONYM = /erased-[\w-]+/

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON with sorted member names: maps in DynamoDB have no order. */
export const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  )

const isOfSupplement = (action: string): boolean => action.startsWith('SUPPLEMENT_')

const isOfPerson = (id: string): boolean => id.startsWith('usr_')

function splitDetails({ action, details }: AuditTraceSource) {
  if (!isRecord(details)) return { kept: details, health: undefined, reason: undefined }
  const { overriddenBecause, explanation, ...rest } = details
  const reason = overriddenBecause ?? explanation
  if (!isOfSupplement(action)) return { kept: rest, health: undefined, reason }
  const { old_data: before, new_data: after, ...kept } = rest
  const health = before === undefined && after === undefined ? undefined : { before, after }
  return { kept, health, reason }
}

interface HeldPart {
  readonly part: ErasablePart
  readonly value: unknown
  /** Owner and kind of the key under which the part is hashed. */
  readonly holder: string
  readonly ring: keyof AuditKeyRing
}

function listErasable(entry: AuditTraceSource): readonly HeldPart[] {
  const { health, reason } = splitDetails(entry)
  const { action, address, userAgent, userId, subjectId } = entry
  const caller = address === undefined && userAgent === undefined ? undefined : { address, userAgent }
  return [
    // The caller's network belongs to the actor, or to the subject when the actor is unknown.
    { part: 'caller', value: caller, ring: 'people', holder: isOfPerson(userId) ? userId : subjectId },
    { part: 'reason', value: reason, ring: 'people', holder: subjectId },
    ...(isOfSupplement(action) ? [{ part: 'health', value: health, ring: 'health', holder: subjectId } as const] : []),
  ]
}

interface TraceSubjects {
  readonly people: readonly string[]
  readonly health: readonly string[]
}

const listSubjects = (entry: AuditTraceSource, parts: readonly HeldPart[]): TraceSubjects => {
  const named = JSON.stringify([entry.userId, entry.subjectId, splitDetails(entry).kept]).match(PERSON) ?? []
  const holdersIn = (name: keyof AuditKeyRing) =>
    parts.filter(({ ring, holder }) => ring === name && !PSEUDONYM.test(holder)).map(({ holder }) => holder)
  return { people: [...new Set([...named, ...holdersIn('people')])], health: [...new Set(holdersIn('health'))] }
}

export const listTraceSubjects = (entry: AuditTraceSource): TraceSubjects =>
  listSubjects(
    entry,
    listErasable(entry).filter(({ value }) => value !== undefined),
  )

export const listComparedSubjects = (entry: AuditTraceSource): TraceSubjects => listSubjects(entry, listErasable(entry))

/** People without a key stay as they are. */
export function toAuditTrace(entry: AuditTraceSource, ring: AuditKeyRing): AuditTrace {
  const { auditId, createdAt, action, userId, subjectId } = entry
  const { kept } = splitDetails(entry)
  const named = toCanonicalJson({ userId, subjectId, ...(kept !== undefined && { details: kept }) })
  const hashed = named.replaceAll(PERSON, (subject: string, prefix?: string) => {
    const key = ring.people.get(subject)
    if (!key) return subject
    const pseudonym = createAuditPseudonym(key, subject)
    return prefix ? `${prefix}_${pseudonym}` : pseudonym
  })
  const erasable = listErasable(entry).flatMap(({ part, value, ring: name, holder }) => {
    if (value === undefined) return []
    const key = ring[name].get(holder)
    return [[part, key ? `${key.keyId}:${signWithAuditKey(key, `${part} ${toCanonicalJson(value)}`)}` : 'no-key']]
  })
  return {
    auditId,
    createdAt,
    action,
    ...(JSON.parse(hashed) as Pick<AuditTrace, 'userId' | 'subjectId' | 'details'>),
    ...(erasable.length > 0 && { erasable: Object.fromEntries(erasable) as NonNullable<AuditTrace['erasable']> }),
  }
}

/** Whether the table's entry equals the copied one, or what an erasure leaves of it. */
export function isSameEntry(copied: AuditTrace, entry: AuditTraceSource, ring: AuditKeyRing): boolean {
  const { erasable: now = {}, ...present } = toAuditTrace(entry, ring)
  const { erasable: before = {}, ...permanent } = copied
  if (toCanonicalJson(present) !== toCanonicalJson(permanent)) return false
  // A pseudonym equal to the copy's can only come from a holder of the key.
  const isPseudonymized = PSEUDONYM.test(toCanonicalJson([entry.userId, entry.subjectId, entry.details]))
  return listErasable(entry).every(({ part, ring: name, holder }) => {
    if (now[part] === before[part]) return true
    const isEmptied = now[part] === undefined && before[part] !== undefined
    const isKeyGone = ring[name].get(holder)?.keyId !== before[part]?.split(':')[0]
    return isEmptied && (isPseudonymized || isKeyGone)
  })
}
