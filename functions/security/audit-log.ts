import { AuditCheck, type AuditFault, MAX_AUDIT_FAULTS_SHOWN } from '#contract/audit-check'
import { recordOpeningAuditActions } from '#contract/audit'
import type { AuditPerson } from '#contract/audit-person'
import { auditActionLabels, failedSignInAuditActions, formatUnknownAuditActor } from '#contract/audit-labels'
import { addDays, startOfPracticeDay, toPracticeTimestamp } from '#contract/calendar-days'
import type { ActionInput } from '#contract/endpoint'
import type { AuditLogEntry, security } from '#contract/security'
import { auditCheckItemKey } from '#data/audit-check'
import type { StoredAuditEntry as StoredLine } from '#data/audit-months'
import {
  type AuditEntryFilter,
  findAuditEntriesAbout,
  findCustomerAuditSubjects,
  findNewestAuditEntries,
} from '#data/audit-queries'
import type { Database } from '#data/database'
import type { PageRequest } from '#data/pagination'
import { toReply } from '#data/stored-record'
import { appendAuditEntry } from '#platform/audit'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { formatSpreadsheetLines } from '#platform/spreadsheet'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { toAuditedValueChanges } from './public/audited-value-changes.ts'
import { type AuditPeople, loadAuditPeople, findAuditPerson } from './audit-people.ts'

type Wanted = Omit<ActionInput<typeof security.exportAudit>['query'], 'cursor'>

export const readAuditLog: EndpointAction<typeof security.audit> = async ({ query }, services) =>
  linesOf(query, query, services)

async function linesOf(wanted: Wanted, page: PageRequest, { data, now }: ActionServices) {
  const filter = filterOf(wanted)
  const { items, next } = wanted.customerId
    ? await findAuditEntriesAbout(data, await subjectsOf(wanted.customerId, data), filter, page)
    : await findNewestAuditEntries(data, filter, page, now())
  const people = await loadAuditPeople(
    items.flatMap(({ userId, subjectId }) => [userId, subjectId]),
    data,
  )
  const lines = items.map((line) => toAuditLine(line, people))
  return { items: wanted.customerId ? lines : lines.map(withoutHealth), next }
}

const filterOf = ({ by, action, address, from, until }: Wanted): AuditEntryFilter => ({
  by,
  action,
  address,
  without: [...(action ? [] : recordOpeningAuditActions), ...(by ? failedSignInAuditActions : [])],
  from: from && beginningOf(from),
  before: until && beginningOf(addDays(until, 1)),
})

const beginningOf = (day: string): string => new Date(startOfPracticeDay(day)).toISOString()

const subjectsOf = async (customerId: string, data: Database) =>
  findCustomerAuditSubjects(await requireCustomer(customerId, data), data)

const toAuditLine = (
  { auditId, createdAt, action, userId, subjectId, details, address, userAgent }: StoredLine,
  people: AuditPeople,
): AuditLogEntry => ({
  auditId,
  at: createdAt,
  action,
  by: failedSignInAuditActions.includes(action) ? null : findAuditPerson(userId, people),
  about: findAuditPerson(subjectId, people),
  values: toAuditedValueChanges(action, details),
  address: address ?? null,
  userAgent: userAgent ?? null,
})

const prescribing = /^SUPPLEMENT_(?!TEMPLATE_)/

/**
 * Values about a client's supplements are shown only where opening their record is logged and visible to them, not in
 * the common list.
 */
const withoutHealth = (line: AuditLogEntry): AuditLogEntry =>
  prescribing.test(line.action) && line.values.length > 0
    ? { ...line, values: [{ name: 'Pauta', before: null, after: 'se ve al filtrar por el cliente' }] }
    : line

const PART = 500

export const exportAuditLog: EndpointAction<typeof security.exportAudit> = async (
  { actor, query: { cursor, ...wanted } },
  services,
) => {
  // For each part: a forged cursor would otherwise read the log without an audit entry.
  await services.data.transact((entities) => ({
    audit: appendAuditEntry(
      entities,
      { action: 'AUDIT_EXPORTED', by: actor.userId, subjectId: actor.userId, caller: actor },
      services,
    ),
  }))
  const { items, next } = await linesOf(wanted, { cursor, limit: PART }, services)
  const rows = items.map(rowOf)
  return { csv: formatSpreadsheetLines(cursor ? rows : [heads, ...rows], { bom: !cursor }), next }
}

const heads = ['Fecha', 'Quién', 'Qué', 'Sobre', 'Valor', 'Dirección IP', 'Navegador', 'Id.']

const rowOf = ({ auditId, at, action, by, about, values, address, userAgent }: AuditLogEntry): string[] => [
  toPracticeTimestamp(at),
  by ? nameOf(by) : formatUnknownAuditActor(action),
  auditActionLabels[action],
  about ? nameOf(about) : '',
  values.map(({ name, before, after }) => `${name}: ${[before, after].filter(Boolean).join(' → ')}`).join(' · '),
  address ?? '',
  userAgent ?? '',
  auditId,
]

const nameOf = ({ name }: AuditPerson): string => name ?? 'Persona borrada'

export const readAuditCheck: EndpointAction<typeof security.auditCheck> = async (_, { data }) => {
  const { data: found } = await data.auditChecks.get(auditCheckItemKey).go()
  if (!found) return { check: null }
  const broken = (found.broken as readonly AuditFault[]).slice(0, MAX_AUDIT_FAULTS_SHOWN)
  return { check: toReply(AuditCheck, { ...found, broken }) }
}
