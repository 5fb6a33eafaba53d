import type { AuditAction } from '#contract/audit'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import type { ActionServices } from '#platform/services'

export type TemplateWrite = (entities: TransactionEntities) => TransactionWrites

interface TemplateChange {
  readonly actor: Actor
  readonly action: AuditAction
  readonly templateId: string
  readonly write: TemplateWrite
}

/** No client's data: the audit entry contains only the template's id. */
export const writeTemplate = ({ actor, action, templateId, write }: TemplateChange, services: ActionServices) =>
  services.data.transact((entities) => ({
    template: write(entities),
    audit: appendAuditEntry(entities, { action, by: actor.userId, subjectId: templateId, caller: actor }, services),
  }))
