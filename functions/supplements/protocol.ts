import type { EntityItem } from 'electrodb'
import type { AuditAction } from '#contract/audit'
import { courseFields, rowsByMoment, statusOn } from '#contract/client-supplement'
import type { Entered } from '#contract/record'
import type { supplements } from '#contract/supplements'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import { toStored } from '#data/record'
import { supplementsOf } from '#data/supplement-queries'
import type { TransactionEntities } from '#data/transact'
import { unchanged } from '#data/unchanged'
import type { Actor } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import { requireVersion, requireWritten } from '#platform/conflict'
import { queueClientNotice } from '../notifications/public/client-notice.ts'
import { dayOf } from '#contract/days'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { auditDetailsOfAdded, auditDetailsOfChange, auditDetailsOfRemoved } from './audit-details.ts'
import { catalogueEntry } from './catalogue.ts'
import { requireFreeMoments } from './moment-of-group.ts'
import { keepPastCourse } from './past-courses.ts'
import { isContradictory, clearReview } from './review.ts'
import { canReopen, toClientSupplement, type StoredSupplement, timesOf } from './to-client-supplement.ts'

export const listOfCustomer: Action<typeof supplements.listOfCustomer> = async ({ params, query }, { data, now }) => {
  await customerOf(params.customerId, data)
  const { items, next } = await supplementsOf(data, params.customerId, query)
  return { items: items.map((stored) => toClientSupplement(stored, dayOf(now()))), next }
}

export const addSupplement: Action<typeof supplements.add> = async ({ actor, params, body }, services) => {
  const [added] = await addRows({ actor, customerId: params.customerId, rows: [body] }, services)
  if (!added) throw new Error('no row was added')
  return added
}

export const addByMoment: Action<typeof supplements.addByMoment> = async ({ actor, params, body }, services) => {
  const groupId = services.newId('csg')
  const rows = rowsByMoment(body).map((row) => ({ ...row, groupId }))
  return { items: await addRows({ actor, customerId: params.customerId, rows }, services) }
}

interface Addition {
  readonly actor: Actor
  readonly customerId: string
  readonly rows: readonly (Course & { readonly name: string; readonly groupId?: string })[]
}

/** All rows or none, with one notice to the client. */
async function addRows({ actor, customerId, rows }: Addition, services: Services) {
  const customer = await customerOf(customerId, services.data)
  const { supplementId, name, known } = await catalogueEntry(rows[0]?.name ?? '', services)
  const createdAt = services.now().toISOString()
  const stored = rows.map((course): StoredSupplement => ({
    ...toStored(courseFields, course),
    times: timesOf(course),
    ...(course.groupId && { groupId: course.groupId }),
    customerId,
    clientSupplementId: services.newId('csu'),
    supplementId,
    name,
    status: 'active',
    version: 1,
    createdAt,
  }))
  const outcome = await services.data.transact((entities) => ({
    supplements: stored.map((row) => entities.clientSupplements.create(row).commit()),
    // Somebody else may enter the same name at this moment: either way it is there once.
    catalogueEntry: !known && entities.supplements.put({ supplementId, name, createdAt }).commit(),
    mail: queueClientNotice(entities, { customer, notice: { type: 'supplement', supplementName: name } }, services),
    audits: stored.map((row) =>
      written(entities, { actor, action: 'SUPPLEMENT_ADDED', customerId, details: auditDetailsOfAdded(row) }, services),
    ),
  }))
  if (!outcome.written) throw new Error(`a supplement of ${customerId} was not written`)
  const today = dayOf(services.now())
  return stored.map((row) => toClientSupplement(row, today))
}

export const editSupplement: Action<typeof supplements.edit> = async ({ actor, params, body }, services) => {
  const { version, status, ...course } = body
  const stored = await currentOf({ params, version }, services)
  const completes = status === 'completed' && stored.status !== 'completed'
  const endDate = course.endDate ?? (completes ? dayOf(services.now()) : null)
  const { customerId, clientSupplementId, supplementId, name, createdAt, groupId } = stored
  const wanted: StoredSupplement = {
    ...toStored(courseFields, { ...course, endDate }),
    times: timesOf(course),
    ...(groupId && { groupId }),
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

export const finishSupplement: Action<typeof supplements.finish> = async ({ actor, params, body }, services) => {
  const stored = await currentOf({ params, version: body.version }, services)
  const today = dayOf(services.now())
  if (statusOn({ ...stored, endDate: stored.endDate ?? null }, today) === 'completed')
    return toClientSupplement(stored, today)
  const { status, endDate } = stored
  const beforeFinish = { status, ...(endDate && { endDate }) }
  const wanted: StoredSupplement = {
    ...stored,
    status: 'completed',
    endDate: today,
    beforeFinish,
    version: stored.version + 1,
  }
  return replace({ actor, stored, wanted, action: 'SUPPLEMENT_FINISHED' }, services)
}

export const reopenSupplement: Action<typeof supplements.reopen> = async ({ actor, params, body }, services) => {
  const stored = await currentOf({ params, version: body.version }, services)
  const { beforeFinish, endDate: _, ...rest } = stored
  if (!beforeFinish || !canReopen(stored, dayOf(services.now()))) return refuse('changed-meanwhile')
  const { status, endDate } = beforeFinish
  const wanted: StoredSupplement = { ...rest, status, ...(endDate && { endDate }), version: stored.version + 1 }
  return replace({ actor, stored, wanted, action: 'SUPPLEMENT_REOPENED' }, services)
}

export const removeSupplement: Action<typeof supplements.remove> = async ({ actor, params, query }, services) => {
  const stored = await currentOf({ params, version: query.version }, services)
  const { customerId } = params
  const details = auditDetailsOfRemoved(stored)
  const outcome = await services.data.transact((entities) => ({
    supplement: entities.clientSupplements
      .delete(params)
      .where((before, operations) => unchanged(before.version, stored.version, operations))
      .commit(),
    pastCourse: keepPastCourse(entities, stored, services),
    review: clearReview(entities, stored),
    audit: written(entities, { actor, action: 'SUPPLEMENT_REMOVED', customerId, details }, services),
  }))
  requireWritten(outcome)
  return { removed: true }
}

interface Replacement {
  readonly actor: Actor
  readonly stored: StoredSupplement
  readonly wanted: StoredSupplement
  readonly action: AuditAction
}

async function replace({ actor, stored, wanted: course, action }: Replacement, services: Services) {
  const { customerId, version } = stored
  const today = dayOf(services.now())
  // What is changed on the day on which it was made was never anything else.
  const isNew = stored.countedFrom === undefined && dayOf(new Date(stored.createdAt)) === today
  const wanted: StoredSupplement = isNew ? course : { ...course, countedFrom: today }
  const free = await requireFreeMoments(wanted, services)
  const outcome = await services.data.transact((entities) => ({
    // Whole: what the new version leaves out is not there any more.
    supplement: entities.clientSupplements
      .put(wanted)
      .where((before, operations) => unchanged(before.version, version, operations))
      .commit(),
    pastCourse: keepPastCourse(entities, stored, services),
    group: free(entities),
    review: !isContradictory(wanted) && clearReview(entities, stored),
    audit: written(entities, { actor, action, customerId, details: auditDetailsOfChange(stored, wanted) }, services),
  }))
  requireWritten(outcome)
  return toClientSupplement(wanted, today)
}

interface Known {
  readonly params: Pick<StoredSupplement, 'customerId' | 'clientSupplementId'>
  readonly version: number
}

async function currentOf({ params, version }: Known, { data }: Services): Promise<StoredSupplement> {
  const { data: stored } = await data.clientSupplements.get(params).go({ consistent: true })
  if (!stored) return refuse('not-found')
  requireVersion(stored, version)
  return stored
}

async function customerOf(customerId: string, data: Data): Promise<EntityItem<Entities['customers']>> {
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  return customer ?? refuse('not-found')
}

type Line = { actor: Actor; action: AuditAction; customerId: string; details: Readonly<Record<string, unknown>> }
const written = (entities: TransactionEntities, { actor, action, customerId, details }: Line, services: Services) =>
  appendAudit(entities, { action, by: actor.userId, subjectId: customerId, caller: actor, details }, services)

type Course = Entered<typeof courseFields>
