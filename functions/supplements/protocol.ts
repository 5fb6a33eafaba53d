import { createHash } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import type { AuditAction } from '#contract/audit'
import type { supplements } from '#contract/supplements'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import { supplementsOf } from '#data/supplement-queries'
import type { Writing } from '#data/together'
import type { Actor } from '#platform/actor'
import { audited } from '#platform/audit'
import { clientNotice } from '#platform/client-notice'
import { dayOf } from '#platform/madrid-day'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { shown, type StoredSupplement } from './shown.ts'

export const listOfCustomer: Action<typeof supplements.listOfCustomer> = async ({ params, query }, { data }) => {
  await customerOf(params.customerId, data)
  const { items, next } = await supplementsOf(data, params.customerId, query)
  return { items: items.map(shown), next }
}

export const addSupplement: Action<typeof supplements.add> = async ({ actor, params, body }, services) => {
  const customer = await customerOf(params.customerId, services.data)
  const { name, ...course } = body
  const entry = await catalogueEntry(name, services)
  const createdAt = services.now().toISOString()
  const stored: StoredSupplement = {
    ...defined(course),
    customerId: customer.customerId,
    clientSupplementId: services.newId('csu'),
    supplementId: entry.supplementId,
    name: entry.name,
    status: 'active',
    version: 1,
    createdAt,
  }
  const { clientSupplementId, customerId, supplementId } = stored
  const outcome = await services.data.together((writing) => [
    writing.clientSupplements.create(stored).commit(),
    // Somebody else may enter the same name at this moment: either way it is there once.
    ...(entry.known ? [] : [writing.supplements.put({ supplementId, name: entry.name, createdAt }).commit()]),
    clientNotice(writing, { customer, notice: { type: 'supplement', supplementName: entry.name } }, services),
    written(writing, { actor, action: 'SUPPLEMENT_ADDED', customerId, details: { clientSupplementId } }, services),
  ])
  if (!outcome.written) throw new Error(`${clientSupplementId} was not written`)
  return shown(stored)
}

/** The catalogue's entry of a name, or the one that it will have. Names that differ in case or accents are the same. */
async function catalogueEntry(name: string, { data }: Services) {
  const supplementId = supplementIdOf(name)
  const { data: found } = await data.supplements.get({ supplementId }).go({ consistent: true })
  return { supplementId, name: found?.name ?? name, known: found !== null }
}

/** Begins with the name, so that the index by id is in the order of names; ends with what tells apart names cut short. */
export function supplementIdOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim().replaceAll(/\s+/g, ' ')
  const start = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 40)
  return `sup_${start}-${createHash('sha256').update(plain).digest('hex').slice(0, 12)}`
}

export const editSupplement: Action<typeof supplements.edit> = async ({ actor, params, body }, services) => {
  const { version, status, ...course } = body
  const stored = await currentOf({ params, version }, services)
  const completes = status === 'completed' && stored.status !== 'completed'
  const endDate = course.endDate ?? (completes ? dayOf(services.now()) : null)
  const { customerId, clientSupplementId, supplementId, name, createdAt } = stored
  const wanted: StoredSupplement = {
    ...defined({ ...course, endDate }),
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
  if (stored.status === 'completed') return shown(stored)
  const endDate = dayOf(services.now())
  const wanted = { ...stored, status: 'completed', endDate, version: stored.version + 1 } as const
  return replace({ actor, stored, wanted, action: 'SUPPLEMENT_FINISHED' }, services)
}

export const removeSupplement: Action<typeof supplements.remove> = async ({ actor, params, query }, services) => {
  const { version } = await currentOf({ params, version: query.version }, services)
  const { customerId, clientSupplementId } = params
  const outcome = await services.data.together((writing) => [
    writing.clientSupplements
      .delete(params)
      .where((stored, { eq }) => eq(stored.version, version))
      .commit(),
    written(writing, { actor, action: 'SUPPLEMENT_REMOVED', customerId, details: { clientSupplementId } }, services),
  ])
  return outcome.written ? { removed: true } : refuse('changed-meanwhile')
}

interface Replacement {
  readonly actor: Actor
  readonly stored: StoredSupplement
  readonly wanted: StoredSupplement
  readonly action: AuditAction
}

async function replace({ actor, stored, wanted, action }: Replacement, services: Services) {
  const { customerId, clientSupplementId, version } = stored
  const outcome = await services.data.together((writing) => [
    // Whole: what the new version leaves out is not there any more.
    writing.clientSupplements
      .put(wanted)
      .where((before, { eq }) => eq(before.version, version))
      .commit(),
    written(
      writing,
      { actor, action, customerId, details: { clientSupplementId, version: wanted.version, status: wanted.status } },
      services,
    ),
  ])
  return outcome.written ? shown(wanted) : refuse('changed-meanwhile')
}

async function currentOf(
  {
    params,
    version,
  }: { readonly params: Pick<StoredSupplement, 'customerId' | 'clientSupplementId'>; version: number },
  { data }: Services,
): Promise<StoredSupplement> {
  const { data: stored } = await data.clientSupplements.get(params).go({ consistent: true })
  if (!stored) return refuse('not-found')
  return stored.version === version ? stored : refuse('changed-meanwhile')
}

async function customerOf(customerId: string, data: Data): Promise<EntityItem<Entities['customers']>> {
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  return customer ?? refuse('not-found')
}

type Line = { actor: Actor; action: AuditAction; customerId: string; details: Readonly<Record<string, unknown>> }
const written = (writing: Writing, { actor, action, customerId, details }: Line, services: Services) =>
  audited(writing, { action, by: actor.userId, subjectId: customerId, caller: actor, details }, services)

interface Course extends Omit<StoredSupplement, 'instructions' | 'duration' | 'endDate' | 'packDoses' | Fixed> {
  readonly instructions: string | null
  readonly duration: string | null
  readonly endDate: string | null
  readonly packDoses: number | null
}
type Fixed = 'customerId' | 'clientSupplementId' | 'supplementId' | 'name' | 'status' | 'version' | 'createdAt'

/** The table knows no null: what is not given is not there. */
const defined = ({ instructions, duration, endDate, packDoses, ...course }: Course) => ({
  ...course,
  ...(instructions && { instructions }),
  ...(duration && { duration }),
  ...(endDate && { endDate }),
  ...(packDoses !== null && { packDoses }),
})
