import { clientSupplementFields, computeSupplementStatus } from '#contract/client-supplement'
import { computeDoseTimes } from '#contract/dosing'
import type { TakenDose } from '#contract/own-supplements'
import type { supplements } from '#contract/supplements-domain'
import { toStoredRecord } from '#data/stored-record'
import { findCustomerSupplements, findTakenDoses } from '#data/supplement-queries'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { appendAuditEntry } from '#platform/audit'
import { requireCurrentVersion, requireTransactionWritten } from '#platform/conflict'
import { toPracticeDay } from '#contract/calendar-days'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { toRemovedSupplementAuditDetails } from './audit-details.ts'
import { requireFreeDoseMoments } from './moment-of-group.ts'
import { createPastDosingCourseWrite, createTakenOverWrites } from './past-courses.ts'
import {
  createReplacedSupplementWrites,
  type SupplementReplacement,
  toCountedVersion,
  toFinishedVersion,
} from './prescription-writes.ts'
import { computeRenamed, listDoses } from './replaced-doses.ts'
import { createClearSupplementReviewWrite } from './review.ts'
import { toDoseTimes } from './public/dose-times.ts'
import { canReopenSupplement, toClientSupplement, type StoredClientSupplement } from './to-client-supplement.ts'

export const listCustomerSupplements: EndpointAction<typeof supplements.listOfCustomer> = async (
  { params, query },
  { data, now },
) => {
  await requireCustomer(params.customerId, data)
  const { items, next } = await findCustomerSupplements(data, params.customerId, query)
  return { items: items.map((stored) => toClientSupplement(stored, toPracticeDay(now()))), next }
}

export const editPrescribedSupplement: EndpointAction<typeof supplements.edit> = async (
  { actor, params, body },
  services,
) => {
  const { version, status, ...course } = body
  const stored = await currentOf({ params, version }, services)
  const today = toPracticeDay(services.now())
  const endDate = status === 'completed' ? computeEndOfCompleted(course.endDate, stored, today) : course.endDate
  const { customerId, clientSupplementId, supplementId, name, createdAt, groupId, packOrderedOn, packOrderedFor } =
    stored
  const wanted: StoredClientSupplement = {
    ...toStoredRecord(clientSupplementFields, { ...course, endDate }),
    times: toDoseTimes(course),
    ...(groupId && { groupId }),
    ...(packOrderedFor && { packOrderedOn, packOrderedFor }),
    customerId,
    clientSupplementId,
    supplementId,
    name,
    createdAt,
    status,
    version: version + 1,
  }
  return replace({ actor, stored, wanted, action: 'SUPPLEMENT_CHANGED' }, services)
}

/** A completed course has an end, and no later doses, whatever end was entered. */
function computeEndOfCompleted(entered: string | null, { status, endDate }: StoredClientSupplement, today: string) {
  const wanted = entered ?? (status === 'completed' ? endDate : undefined) ?? today
  return wanted > today ? today : wanted
}

export const finishPrescribedSupplement: EndpointAction<typeof supplements.finish> = async (
  { actor, params, body },
  services,
) => {
  const stored = await currentOf({ params, version: body.version }, services)
  const today = toPracticeDay(services.now())
  if (computeSupplementStatus({ ...stored, endDate: stored.endDate ?? null }, today) === 'completed')
    return toClientSupplement(stored, today)
  const wanted = toFinishedVersion(stored, today)
  return replace({ actor, stored, wanted, action: 'SUPPLEMENT_FINISHED' }, services)
}

export const reopenPrescribedSupplement: EndpointAction<typeof supplements.reopen> = async (
  { actor, params, body },
  services,
) => {
  const stored = await currentOf({ params, version: body.version }, services)
  const { beforeFinish, endDate: _, ...rest } = stored
  if (!beforeFinish || !canReopenSupplement(stored, toPracticeDay(services.now())))
    return throwRefusal('changed-meanwhile')
  const { status, endDate } = beforeFinish
  const wanted: StoredClientSupplement = { ...rest, status, ...(endDate && { endDate }), version: stored.version + 1 }
  return replace({ actor, stored, wanted, action: 'SUPPLEMENT_REOPENED' }, services)
}

export const removePrescribedSupplement: EndpointAction<typeof supplements.remove> = async (
  { actor, params, query },
  services,
) => {
  const stored = await currentOf({ params, version: query.version }, services)
  const { customerId } = params
  const details = toRemovedSupplementAuditDetails(stored)
  const outcome = await services.data.transact((entities) => ({
    supplement: entities.clientSupplements
      .delete(params)
      .where((before, operations) => createUnchangedCondition(before.version, stored.version, operations))
      .commit(),
    pastCourse: createPastDosingCourseWrite(entities, stored, services),
    review: createClearSupplementReviewWrite(entities, stored),
    audit: appendAuditEntry(
      entities,
      { action: 'SUPPLEMENT_REMOVED', by: actor.userId, subjectId: customerId, caller: actor, details },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return { removed: true }
}

async function replace({ actor, stored, wanted: course, action }: SupplementReplacement, services: ActionServices) {
  const wanted = toCountedVersion(stored, course, services)
  const free = await requireFreeDoseMoments(wanted, services)
  const doses = await findRenamedDoses({ stored, wanted }, services)
  const outcome = await services.data.transact((entities) => ({
    ...createReplacedSupplementWrites(entities, { actor, stored, wanted, action }, services),
    takenOver: createTakenOverWrites(entities, { customerId: stored.customerId, doses }, services),
    group: free(entities),
  }))
  requireTransactionWritten(outcome)
  return toClientSupplement(wanted, toPracticeDay(services.now()))
}

/** Today's doses that are taken already: their moment had another name. */
async function findRenamedDoses(
  { stored, wanted }: Pick<SupplementReplacement, 'stored' | 'wanted'>,
  { data, now }: ActionServices,
): Promise<readonly TakenDose[]> {
  const today = toPracticeDay(now())
  const names = computeDoseTimes({ frequency: stored.frequency, times: toDoseTimes(stored) })
  // A dose that keeps its name keeps its own tick, also one that the client has taken back.
  const replacing = listDoses(wanted, today).filter(({ time }) => !names.includes(time))
  if (replacing.length === 0) return []
  const taken = await findTakenDoses(data, stored.customerId, { from: today, to: today })
  return computeRenamed({ stored, replacing, taken })
}

interface Known {
  readonly params: Pick<StoredClientSupplement, 'customerId' | 'clientSupplementId'>
  readonly version: number
}

async function currentOf({ params, version }: Known, { data }: ActionServices): Promise<StoredClientSupplement> {
  const { data: stored } = await data.clientSupplements.get(params).go()
  if (!stored) return throwRefusal('not-found')
  requireCurrentVersion(stored, version)
  return stored
}
