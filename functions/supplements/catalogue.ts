import { createHash } from 'node:crypto'
import { RecentSupplementDosing, Supplement } from '#contract/supplement-catalogue'
import { dosingFields } from '#contract/dosing'
import type { supplements } from '#contract/supplements-domain'
import { toReply, toStoredRecord } from '#data/stored-record'
import { throwRefusal } from '#platform/refusal-error'
import { toRequestedId } from '#platform/requested-id'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { toDoseTimes } from './public/dose-times.ts'
import { toSupplementTemplate } from './to-client-supplement.ts'
import { type TemplateWrite, writeTemplate } from './template-writes.ts'

const MAX_ENTRIES = 500

export const readSupplementCatalogue: EndpointAction<typeof supplements.catalogue> = async (_, { data }) => {
  const { data: found } = await data.supplements.query.byName({}).go({ count: MAX_ENTRIES, limit: MAX_ENTRIES })
  const items = found.map((stored) => toReply(Supplement, stored))
  return { items: items.toSorted((a, b) => a.name.localeCompare(b.name, 'es')) }
}

/** Names are compared without case and accents. */
export async function findOrBuildCatalogueSupplement(name: string, { data }: ActionServices) {
  const supplementId = computeSupplementId(name)
  const { data: found } = await data.supplements.get({ supplementId }).go()
  return { supplementId, name: found?.name ?? name, known: found !== null }
}

/**
 * Begins with the name, so that the index by id is alphabetical; ends with a hash that distinguishes truncated names.
 */
export function computeSupplementId(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim().replaceAll(/\s+/g, ' ')
  const start = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 40)
  return `sup_${start}-${createHash('sha256').update(plain).digest('hex').slice(0, 12)}`
}

const LATELY = 200

export const listRecentSupplements: EndpointAction<typeof supplements.usedBefore> = async (_, { data }) => {
  const { data: found } = await data.clientSupplements.query
    .lately({})
    .go({ order: 'desc', count: LATELY, limit: LATELY })
  const once = new Map<string, RecentSupplementDosing>()
  for (const stored of found) {
    const used = toReply(RecentSupplementDosing, { ...stored, times: toDoseTimes(stored) })
    const key = JSON.stringify(used)
    if (!once.has(key)) once.set(key, used)
  }
  return { items: [...once.values()] }
}

export const listSupplementTemplates: EndpointAction<typeof supplements.templates> = async (_, { data }) => {
  const { data: found } = await data.supplementTemplates.query
    .newestFirst({})
    .go({ order: 'desc', count: LATELY, limit: LATELY })
  return { items: found.map(toSupplementTemplate) }
}

export const saveSupplementTemplate: EndpointAction<typeof supplements.saveTemplate> = async (
  { actor, body: { requestId, ...template } },
  services,
) => {
  const templateId = toRequestedId('tpl', { actor, requestId }, JSON.stringify(template))
  const stored = {
    ...toStoredRecord(dosingFields, template),
    name: template.name,
    times: toDoseTimes(template),
    templateId,
    createdAt: services.now().toISOString(),
  }
  const write: TemplateWrite = (entities) => entities.supplementTemplates.create(stored).commit()
  await writeTemplate({ actor, action: 'SUPPLEMENT_TEMPLATE_SAVED', templateId, write }, services)
  return toSupplementTemplate(stored)
}

export const removeSupplementTemplate: EndpointAction<typeof supplements.removeTemplate> = async (
  { actor, params },
  services,
) => {
  const { templateId } = params
  const write: TemplateWrite = (entities) => entities.supplementTemplates.remove({ templateId }).commit()
  const outcome = await writeTemplate({ actor, action: 'SUPPLEMENT_TEMPLATE_REMOVED', templateId, write }, services)
  return outcome.written ? { removed: true } : throwRefusal('not-found')
}
