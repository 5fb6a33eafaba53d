import type { EntityItem } from 'electrodb'
import { isDeepStrictEqual } from 'node:util'
import { BudgetTemplate } from '#contract/budgets'
import type { payments } from '#contract/payments-domain'
import type { TableEntities } from '#data/entities'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { appendAuditEntry } from '#platform/audit'
import { requireCurrentVersion, requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'

const MAX_TEMPLATES = 200

const toTemplate = (stored: EntityItem<TableEntities['budgetTemplates']>): BudgetTemplate =>
  BudgetTemplate.parse(stored)

export const listBudgetTemplates: EndpointAction<typeof payments.listBudgetTemplates> = async (_, { data }) => {
  const { data: found } = await data.budgetTemplates.query
    .newestFirst({})
    .go({ order: 'desc', count: MAX_TEMPLATES, limit: MAX_TEMPLATES })
  return { items: found.map(toTemplate) }
}

export const saveBudgetTemplate: EndpointAction<typeof payments.saveBudgetTemplate> = async (
  { actor, params: { budgetTemplateId }, body: { version, ...entered } },
  services,
) => {
  const { data, now } = services
  const { data: stored } = await data.budgetTemplates.get({ budgetTemplateId }).go()
  const { name, option, validDays } = stored ?? {}
  if (stored && isDeepStrictEqual({ name, option, validDays }, entered)) return toTemplate(stored)
  if (!stored && version > 0) throwRefusal('not-found')
  requireCurrentVersion(stored ?? undefined, version)
  const wanted = {
    budgetTemplateId,
    ...entered,
    version: version + 1,
    createdAt: stored?.createdAt ?? now().toISOString(),
  }
  const outcome = await data.transact((entities) => ({
    template: entities.budgetTemplates
      .put(wanted)
      .where((saved, operations) => createUnchangedCondition(saved.version, version, operations))
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'BUDGET_TEMPLATE_SAVED', by: actor.userId, subjectId: budgetTemplateId, caller: actor },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return toTemplate(wanted)
}

export const removeBudgetTemplate: EndpointAction<typeof payments.removeBudgetTemplate> = async (
  { actor, params: { budgetTemplateId } },
  services,
) => {
  const { data: stored } = await services.data.budgetTemplates.get({ budgetTemplateId }).go()
  if (!stored) throwRefusal('not-found')
  const outcome = await services.data.transact((entities) => ({
    template: entities.budgetTemplates.remove({ budgetTemplateId }).commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'BUDGET_TEMPLATE_REMOVED', by: actor.userId, subjectId: budgetTemplateId, caller: actor },
      services,
    ),
  }))
  return outcome.written ? { removed: true } : throwRefusal('not-found')
}
