import type { EntityItem } from 'electrodb'
import { ProtocolTemplate } from '#contract/protocol'
import type { supplements } from '#contract/supplements-domain'
import type { TableEntities } from '#data/entities'
import { throwRefusal } from '#platform/refusal-error'
import { toRequestedId } from '#platform/requested-id'
import type { EndpointAction } from '#platform/serve'
import { type TemplateWrite, writeTemplate } from './template-writes.ts'

const MAX_TEMPLATES = 200

const toProtocolTemplate = (stored: EntityItem<TableEntities['protocolTemplates']>): ProtocolTemplate =>
  ProtocolTemplate.parse(stored)

export const listProtocolTemplates: EndpointAction<typeof supplements.protocolTemplates> = async (_, { data }) => {
  const { data: found } = await data.protocolTemplates.query
    .newestFirst({})
    .go({ order: 'desc', count: MAX_TEMPLATES, limit: MAX_TEMPLATES })
  return { items: found.map(toProtocolTemplate) }
}

export const saveProtocolTemplate: EndpointAction<typeof supplements.saveProtocolTemplate> = async (
  { actor, body: { name, lines, requestId } },
  services,
) => {
  const templateId = toRequestedId('tpl', { actor, requestId }, JSON.stringify([name, lines]))
  const wanted = {
    templateId,
    name,
    lines: lines.map(({ sparseFrequency, ...line }) => ({ ...line, ...(sparseFrequency && { sparseFrequency }) })),
    createdAt: services.now().toISOString(),
  }
  const write: TemplateWrite = (entities) => entities.protocolTemplates.create(wanted).commit()
  const outcome = await writeTemplate({ actor, action: 'PROTOCOL_TEMPLATE_SAVED', templateId, write }, services)
  if (outcome.written) return toProtocolTemplate(wanted)
  const { data: stored } = await services.data.protocolTemplates.get({ templateId }).go({ consistent: true })
  return toProtocolTemplate(stored ?? wanted)
}

export const removeProtocolTemplate: EndpointAction<typeof supplements.removeProtocolTemplate> = async (
  { actor, params: { templateId } },
  services,
) => {
  const write: TemplateWrite = (entities) => entities.protocolTemplates.remove({ templateId }).commit()
  const outcome = await writeTemplate({ actor, action: 'PROTOCOL_TEMPLATE_REMOVED', templateId, write }, services)
  return outcome.written ? { removed: true } : throwRefusal('not-found')
}
