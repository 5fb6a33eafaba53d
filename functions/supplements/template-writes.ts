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

/** Nobody's data: the entry of the log names the template, and nothing of it. */
export const writeTemplate = ({ actor, action, templateId, write }: TemplateChange, services: ActionServices) =>
  services.data.transact((entities) => ({
    template: write(entities),
    audit: appendAuditEntry(entities, { action, by: actor.userId, subjectId: templateId, caller: actor }, services),
  }))
