import { createHash } from 'node:crypto'
import { RecentSupplement, Supplement } from '#contract/supplement-catalogue'
import { dosingFields } from '#contract/dosing'
import type { supplements } from '#contract/supplements'
import { toReply, toStored } from '#data/record'
import { appendAudit } from '#platform/audit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { toTemplate, timesOf } from './to-client-supplement.ts'

/** A practice knows some hundred supplements; beyond this many the rest would have to be searched for. */
const MAX_ENTRIES = 500

export const readCatalogue: Action<typeof supplements.catalogue> = async (_, { data }) => {
  const { data: found } = await data.supplements.query.byName({}).go({ count: MAX_ENTRIES, limit: MAX_ENTRIES })
  const items = found.map((stored) => toReply(Supplement, stored))
  return { items: items.toSorted((a, b) => a.name.localeCompare(b.name, 'es')) }
}

/** The catalogue's entry of a name, or the one that it will have. Names that differ in case or accents are the same. */
export async function catalogueEntry(name: string, { data }: Services) {
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

/** How far back the list of what was used looks, in entries. */
const LATELY = 200

export const listRecentSupplements: Action<typeof supplements.usedBefore> = async (_, { data }) => {
  const { data: found } = await data.clientSupplements.query
    .lately({})
    .go({ order: 'desc', count: LATELY, limit: LATELY })
  const once = new Map<string, RecentSupplement>()
  for (const stored of found) {
    const used = toReply(RecentSupplement, { ...stored, times: timesOf(stored) })
    const key = JSON.stringify(used)
    if (!once.has(key)) once.set(key, used)
  }
  return { items: [...once.values()] }
}

export const listTemplates: Action<typeof supplements.templates> = async (_, { data }) => {
  const { data: found } = await data.supplementTemplates.query
    .newestFirst({})
    .go({ order: 'desc', count: LATELY, limit: LATELY })
  return { items: found.map(toTemplate) }
}

export const saveTemplate: Action<typeof supplements.saveTemplate> = async ({ actor, body }, services) => {
  const stored = {
    ...toStored(dosingFields, body),
    name: body.name,
    times: timesOf(body),
    templateId: services.newId('tpl'),
    createdAt: services.now().toISOString(),
  }
  const { templateId } = stored
  await services.data.transact((entities) => ({
    template: entities.supplementTemplates.create(stored).commit(),
    audit: appendAudit(
      entities,
      { action: 'SUPPLEMENT_TEMPLATE_SAVED', by: actor.userId, subjectId: templateId, caller: actor },
      services,
    ),
  }))
  return toTemplate(stored)
}

export const removeTemplate: Action<typeof supplements.removeTemplate> = async ({ actor, params }, services) => {
  const { templateId } = params
  const outcome = await services.data.transact((entities) => ({
    template: entities.supplementTemplates.remove({ templateId }).commit(),
    audit: appendAudit(
      entities,
      { action: 'SUPPLEMENT_TEMPLATE_REMOVED', by: actor.userId, subjectId: templateId, caller: actor },
      services,
    ),
  }))
  return outcome.written ? { removed: true } : refuse('not-found')
}
