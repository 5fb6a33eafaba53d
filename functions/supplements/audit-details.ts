import type { ClientSupplementField } from '#contract/client-supplement'
import { getObjectKeys } from '#contract/record-fields'
import { toDoseTimes } from './public/dose-times.ts'
import type { StoredClientSupplement } from './to-client-supplement.ts'

/**
 * Audited part of each field's change. `value`: choices and days, before and after. `name`: only the field's name,
 * because it is free text or means nothing alone.
 */
const inAuditLog: Readonly<Record<ClientSupplementField, 'dose' | 'value' | 'name'>> = {
  amount: 'dose',
  unit: 'dose',
  frequency: 'value',
  times: 'value',
  startDate: 'value',
  endDate: 'value',
  instructions: 'name',
  duration: 'name',
  foodRelation: 'name',
  pattern: 'name',
  packDoses: 'name',
}
const auditedFields = getObjectKeys(inAuditLog).filter((field) => inAuditLog[field] === 'value')
const onlyNamed = getObjectKeys(inAuditLog).filter((field) => inAuditLog[field] === 'name')

function subjectOf({ name, groupId, times }: StoredClientSupplement) {
  const [moment, ...others] = times
  return { name, ...(groupId && moment && others.length === 0 && { moment }) }
}

export const toAddedSupplementAuditDetails = (added: StoredClientSupplement) => ({
  clientSupplementId: added.clientSupplementId,
  new_data: { ...subjectOf(added), ...pick(added, ['amount', 'unit']) },
})

export const toRemovedSupplementAuditDetails = (removed: StoredClientSupplement) => ({
  clientSupplementId: removed.clientSupplementId,
  old_data: { ...subjectOf(removed), ...pick(removed, ['amount', 'unit']) },
})

/**
 * Amount and unit go together, because only both are a dose. `old_data` and `new_data` are health data and erased with
 * it (functions/privacy/erase-audit-entries.ts).
 */
export function toChangedSupplementAuditDetails(stored: StoredClientSupplement, wanted: StoredClientSupplement) {
  const [before, after] = [inOrder(stored), inOrder(wanted)]
  const { clientSupplementId, version } = after
  const doseChanged = before.amount !== after.amount || before.unit !== after.unit
  const keys = [
    ...(doseChanged ? (['amount', 'unit'] as const) : []),
    ...auditedFields.filter((key) => !isSame(before[key], after[key])),
  ]
  const fields = onlyNamed.filter((key) => !isSame(before[key], after[key]))
  return {
    clientSupplementId,
    version,
    ...(keys.length > 0 && {
      old_data: { ...subjectOf(before), ...pick(before, keys) },
      new_data: { ...subjectOf(after), ...pick(after, keys) },
    }),
    ...(fields.length > 0 && { fields }),
    ...(before.status !== after.status && { old_status: before.status, status: after.status }),
  }
}

const inOrder = (course: StoredClientSupplement): StoredClientSupplement => ({ ...course, times: toDoseTimes(course) })

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const pick = (stored: StoredClientSupplement, keys: readonly (keyof StoredClientSupplement)[]) =>
  Object.fromEntries(keys.flatMap((key) => (stored[key] === undefined ? [] : [[key, stored[key]]])))
