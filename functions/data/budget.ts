import { Entity, type EntityConfiguration } from 'electrodb'
import type { BudgetContent, BudgetOption, PublishedBudgetOption } from '#contract/budget-option'
import { budgetRefusalReasons } from '#contract/budget-refusal-reasons'
import { tableIndexes } from './table.ts'
import { createTypedAttribute } from './typed-attribute.ts'

/** Budget of one client: the draft, and the published version. */
export const budgetEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'budget', entity: 'budget', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        budgetId: { type: 'string', required: true, readOnly: true },
        version: { type: 'number', required: true },
        revision: { type: 'number', required: true },
        content: { type: createTypedAttribute<BudgetContent>(), required: true },
        published: {
          type: createTypedAttribute<{
            readonly version: number
            readonly revision: number
            readonly options: readonly PublishedBudgetOption[]
            readonly recommended: number | null
            readonly recommendation: string | null
            readonly validUntil: string
            readonly publishedAt: string
          }>(),
        },
        question: {
          type: 'map',
          properties: {
            text: { type: 'string', required: true },
            askedAt: { type: 'string', required: true },
            answer: { type: 'string' },
            answeredAt: { type: 'string' },
          },
        },
        declined: {
          type: 'map',
          properties: {
            reason: { type: budgetRefusalReasons, required: true },
            at: { type: 'string', required: true },
          },
        },
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: ['budgetId'] } },
      },
    },
    config,
  )

export const budgetTemplateEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'budget', entity: 'budgetTemplate', version: '1' },
      attributes: {
        budgetTemplateId: { type: 'string', required: true, readOnly: true },
        version: { type: 'number', required: true },
        name: { type: 'string', required: true },
        option: { type: createTypedAttribute<BudgetOption>(), required: true },
        validDays: { type: 'number', required: true },
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['budgetTemplateId'] }, sk: { field: 'sk', composite: [] } },
        newestFirst: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'budgetTemplateId'] },
        },
      },
    },
    config,
  )
