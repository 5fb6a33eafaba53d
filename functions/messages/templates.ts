import type { messages, ReplyTemplate } from '#contract/messages'
import type { AuditAction } from '#contract/audit'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import { toRequestedId } from '#platform/requested-id'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'

const MAX_TEMPLATES = 200

const toTemplate = ({ templateId, name, text, version }: ReplyTemplate): ReplyTemplate => ({
  templateId,
  name,
  text,
  version,
})

export const listReplyTemplates: EndpointAction<typeof messages.listTemplates> = async (_, { data }) => {
  const { data: found } = await data.replyTemplates.query
    .newestFirst({})
    .go({ order: 'desc', count: MAX_TEMPLATES, limit: MAX_TEMPLATES })
  return { items: found.map(toTemplate) }
}

export const saveReplyTemplate: EndpointAction<typeof messages.saveTemplate> = async (
  { actor, body: { requestId, ...texts } },
  services,
) => {
  const templateId = requestId
    ? toRequestedId('tpl', { actor, requestId }, JSON.stringify([texts.name, texts.text]))
    : services.newId('tpl')
  const template = { ...texts, templateId, version: 1 }
  const createdAt = services.now().toISOString()
  const outcome = await writeTemplate(
    { actor, action: 'REPLY_TEMPLATE_SAVED', templateId },
    (entities) => entities.replyTemplates.create({ ...template, createdAt }).commit(),
    services,
  )
  if (outcome.written) return template
  const { data: stored } = await services.data.replyTemplates.get({ templateId }).go({ consistent: true })
  return toTemplate(stored ?? template)
}

export const changeReplyTemplate: EndpointAction<typeof messages.changeTemplate> = async (
  { actor, params: { templateId }, body: { version, ...changes } },
  services,
) => {
  const { data: stored } = await services.data.replyTemplates.get({ templateId }).go()
  if (!stored) return throwRefusal('not-found')
  const changed = { ...changes, version: version + 1 }
  const isRepeated = stored.version === changed.version && stored.name === changes.name && stored.text === changes.text
  if (isRepeated) return toTemplate(stored)
  const outcome = await writeTemplate(
    { actor, action: 'REPLY_TEMPLATE_CHANGED', templateId },
    (entities) =>
      entities.replyTemplates
        .patch({ templateId })
        .set(changed)
        .where((template, { eq }) => eq(template.version, version))
        .commit(),
    services,
  )
  requireTransactionWritten(outcome)
  return { ...changed, templateId }
}

export const removeReplyTemplate: EndpointAction<typeof messages.removeTemplate> = async (
  { actor, params: { templateId } },
  services,
) => {
  const outcome = await writeTemplate(
    { actor, action: 'REPLY_TEMPLATE_REMOVED', templateId },
    (entities) => entities.replyTemplates.remove({ templateId }).commit(),
    services,
  )
  return outcome.written ? { removed: true } : throwRefusal('not-found')
}

interface TemplateChange {
  readonly actor: Actor
  readonly action: AuditAction
  readonly templateId: string
}

const writeTemplate = (
  { actor, action, templateId }: TemplateChange,
  write: (entities: TransactionEntities) => TransactionWrites,
  services: ActionServices,
) =>
  services.data.transact((entities) => ({
    template: write(entities),
    audit: appendAuditEntry(entities, { action, by: actor.userId, subjectId: templateId, caller: actor }, services),
  }))
