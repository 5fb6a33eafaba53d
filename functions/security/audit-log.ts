import { TZDate } from '@date-fns/tz'
import { openingActions } from '#contract/audit'
import type { AuditPerson } from '#contract/audit-person'
import { auditText, failedAttempts, nobodyText } from '#contract/audit-words'
import type { Input } from '#contract/endpoint'
import { TIME_ZONE } from '#contract/product'
import type { AuditLine, security } from '#contract/security'
import type { AuditLine as StoredLine } from '#data/audit-months'
import { type AuditFilter, auditLinesAbout, auditSubjectsOf, newestAuditLines } from '#data/audit-queries'
import type { Data } from '#data/data'
import type { Page } from '#data/page'
import { appendAudit } from '#platform/audit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { sheetLines } from '#platform/spreadsheet'
import { auditValuesOf } from './audit-values.ts'
import { type People, peopleOf, personOf } from './people.ts'

type Wanted = Omit<Input<typeof security.exportAudit>['query'], 'cursor'>

export const readAudit: Action<typeof security.audit> = async ({ query }, services) => linesOf(query, query, services)

async function linesOf(wanted: Wanted, page: Page, { data, now }: Services) {
  const filter = filterOf(wanted)
  const { items, next } = wanted.customerId
    ? await auditLinesAbout(data, await subjectsOf(wanted.customerId, data), filter, page)
    : await newestAuditLines(data, filter, page, now())
  const people = await peopleOf(
    items.flatMap(({ userId, subjectId }) => [userId, subjectId]),
    data,
  )
  const lines = items.map((line) => toAuditLine(line, people))
  return { items: wanted.customerId ? lines : lines.map(withoutHealth), next }
}

/** Days in the practice's time zone, the last one included. */
const filterOf = ({ by, action, address, from, until }: Wanted): AuditFilter => ({
  by,
  action,
  address,
  without: [...(action ? [] : openingActions), ...(by ? failedAttempts : [])],
  from: from && beginningOf(from, 0),
  before: until && beginningOf(until, 1),
})

function beginningOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(+new TZDate(year, month - 1, date + daysLater, TIME_ZONE)).toISOString()
}

async function subjectsOf(customerId: string, data: Data) {
  const { data: customer } = await data.customers.get({ customerId }).go()
  return auditSubjectsOf(customer ?? refuse('not-found'), data)
}

const toAuditLine = (
  { auditId, createdAt, action, userId, subjectId, details, address, userAgent }: StoredLine,
  people: People,
): AuditLine => ({
  auditId,
  at: createdAt,
  action,
  by: failedAttempts.includes(action) ? null : personOf(userId, people),
  about: personOf(subjectId, people),
  values: auditValuesOf(details),
  address: address ?? null,
  userAgent: userAgent ?? null,
})

/** Templates belong to no client. */
const prescribing = /^SUPPLEMENT_(?!TEMPLATE_)/

/**
 * Values about a client's supplements are shown only where opening their record is logged and visible to them, not in
 * the common list.
 */
const withoutHealth = (line: AuditLine): AuditLine =>
  prescribing.test(line.action) && line.values.length > 0
    ? { ...line, values: [{ name: 'Pauta', before: null, after: 'se ve al filtrar por el cliente' }] }
    : line

const PART = 500

export const exportAudit: Action<typeof security.exportAudit> = async (
  { actor, query: { cursor, ...wanted } },
  services,
) => {
  // Each part: whoever makes up a cursor would else be given the log without a line in it.
  await services.data.transact((entities) => ({
    audit: appendAudit(
      entities,
      { action: 'AUDIT_EXPORTED', by: actor.userId, subjectId: actor.userId, caller: actor },
      services,
    ),
  }))
  const { items, next } = await linesOf(wanted, { cursor, limit: PART }, services)
  const rows = items.map(rowOf)
  return { csv: sheetLines(cursor ? rows : [heads, ...rows], { bom: !cursor }), next }
}

const heads = ['Fecha', 'Quién', 'Qué', 'Sobre', 'Valor', 'Dirección IP', 'Navegador', 'Id.']

const moments = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: TIME_ZONE })

const rowOf = ({ auditId, at, action, by, about, values, address, userAgent }: AuditLine): string[] => [
  moments.format(new Date(at)),
  by ? nameOf(by) : nobodyText(action),
  auditText[action],
  about ? nameOf(about) : '',
  values.map(({ name, before, after }) => `${name}: ${[before, after].filter(Boolean).join(' → ')}`).join(' · '),
  address ?? '',
  userAgent ?? '',
  auditId,
]

const nameOf = ({ name }: AuditPerson): string => name ?? 'Persona borrada'
