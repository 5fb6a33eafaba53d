import type { EntityItem } from 'electrodb'
import { ProtocolTemplate } from '#contract/protocol'
import type { supplements } from '#contract/supplements'
import type { TableEntities } from '#data/entities'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'

/** A practice has some dozens. */
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
  { actor, body: { name, lines } },
  services,
) => {
  const templateId = services.newId('tpl')
  const stored = {
    templateId,
    name,
    lines: lines.map(({ sparseFrequency, ...line }) => ({ ...line, ...(sparseFrequency && { sparseFrequency }) })),
    createdAt: services.now().toISOString(),
  }
  await services.data.transact((entities) => ({
    template: entities.protocolTemplates.create(stored).commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'PROTOCOL_TEMPLATE_SAVED', by: actor.userId, subjectId: templateId, caller: actor },
      services,
    ),
  }))
  return toProtocolTemplate(stored)
}

export const removeProtocolTemplate: EndpointAction<typeof supplements.removeProtocolTemplate> = async (
  { actor, params: { templateId } },
  services,
) => {
  const outcome = await services.data.transact((entities) => ({
    template: entities.protocolTemplates.remove({ templateId }).commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'PROTOCOL_TEMPLATE_REMOVED', by: actor.userId, subjectId: templateId, caller: actor },
      services,
    ),
  }))
  return outcome.written ? { removed: true } : throwRefusal('not-found')
}
