import type { AuditAction } from '#contract/audit'
import { addDays, toPracticeDay } from '#contract/calendar-days'
import { clientSupplementFields, type ClientSupplementField } from '#contract/client-supplement'
import { getObjectKeys } from '#contract/record-fields'
import type { TransactionEntities } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import type { ActionServices } from '#platform/services'
import { toAddedSupplementAuditDetails, toChangedSupplementAuditDetails } from './audit-details.ts'
import { createPastDosingCourseWrite } from './past-courses.ts'
import { toCountedFrom } from './public/dose-counts.ts'
import { toDoseTimes } from './public/dose-times.ts'
import { createClearSupplementReviewWrite, isContradictorySupplement } from './review.ts'
import type { StoredClientSupplement } from './to-client-supplement.ts'

const courseKeys = getObjectKeys(clientSupplementFields)

type Course = Parameters<typeof toDoseTimes>[0] & { readonly [Key in ClientSupplementField]?: unknown }

export function isSameCourse(one: Course, other: Course): boolean {
  const before = { ...one, times: toDoseTimes(one) }
  const after = { ...other, times: toDoseTimes(other) }
  return courseKeys.every((key) => JSON.stringify(before[key] ?? null) === JSON.stringify(after[key] ?? null))
}

interface Addition {
  readonly actor: Actor
  readonly added: StoredClientSupplement
}

export const createAddedSupplementWrites = (
  entities: TransactionEntities,
  { actor, added }: Addition,
  services: ActionServices,
) => ({
  supplement: entities.clientSupplements.create(added).commit(),
  audit: appendAuditEntry(
    entities,
    {
      action: 'SUPPLEMENT_ADDED',
      by: actor.userId,
      subjectId: added.customerId,
      caller: actor,
      details: toAddedSupplementAuditDetails(added),
    },
    services,
  ),
})

export function toCountedVersion(
  stored: StoredClientSupplement,
  wanted: StoredClientSupplement,
  { now }: Pick<ActionServices, 'now'>,
): StoredClientSupplement {
  const today = toPracticeDay(now())
  // What was not taken is not due on the day of its end either, whatever else is changed on that day.
  const wasStopped = stored.status === 'paused' || stored.status === 'discontinued' || toCountedFrom(stored) > today
  if (wanted.status === 'completed' && wasStopped) return { ...wanted, countedFrom: addDays(today, 1) }
  const isNew = stored.countedFrom === undefined && toCountedFrom(stored) === today
  return isNew ? wanted : { ...wanted, countedFrom: today }
}

export function toFinishedVersion(stored: StoredClientSupplement, today: string): StoredClientSupplement {
  const { status, endDate } = stored
  const beforeFinish = { status, ...(endDate && { endDate }) }
  return { ...stored, status: 'completed', endDate: today, beforeFinish, version: stored.version + 1 }
}

export interface SupplementReplacement {
  readonly actor: Actor
  readonly stored: StoredClientSupplement
  readonly wanted: StoredClientSupplement
  readonly action: AuditAction
}

export const createReplacedSupplementWrites = (
  entities: TransactionEntities,
  { actor, stored, wanted, action }: SupplementReplacement,
  services: ActionServices,
) => ({
  supplement: entities.clientSupplements
    .put(wanted)
    .where((before, operations) => createUnchangedCondition(before.version, stored.version, operations))
    .commit(),
  pastCourse: createPastDosingCourseWrite(entities, stored, services),
  review: !isContradictorySupplement(wanted) && createClearSupplementReviewWrite(entities, stored),
  audit: appendAuditEntry(
    entities,
    {
      action,
      by: actor.userId,
      subjectId: stored.customerId,
      caller: actor,
      details: toChangedSupplementAuditDetails(stored, wanted),
    },
    services,
  ),
})
