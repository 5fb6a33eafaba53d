import { Entity, type EntityConfiguration } from 'electrodb'
import { analysisFields, AnalysisValue } from '#contract/analysis'
import { getFieldValueSchemas } from '#contract/record-fields'
import { createEntityAttributeDefinitions } from './stored-record.ts'
import { tableIndexes } from './table.ts'

const ofAnalysis = {
  customerId: { type: 'string', required: true, readOnly: true },
  analysisId: { type: 'string', required: true, readOnly: true },
} as const

const content = {
  ...createEntityAttributeDefinitions(getFieldValueSchemas(analysisFields)),
  values: {
    type: 'list',
    required: true,
    items: { type: 'map', properties: createEntityAttributeDefinitions(AnalysisValue.shape) },
  },
} as const

/** The practice's version, with drafts. Clients receive it only in the download of all their data. */
export const analysisEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'analysis', version: '1' },
      attributes: {
        ...ofAnalysis,
        ...content,
        version: { type: 'number', required: true },
        createdAt: { type: 'string', required: true },
        savedAt: { type: 'string', required: true },
        savedBy: { type: 'string', required: true },
        publishedEdition: { type: 'number' },
        publishedVersion: { type: 'number' },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: ['analysisId'] } },
        newestFirst: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId'] },
          sk: { field: 'gsi1sk', composite: ['createdAt', 'analysisId'] },
        },
      },
    },
    config,
  )

export const analysisEditionEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'analysisEdition', version: '1' },
      attributes: {
        ...ofAnalysis,
        ...content,
        edition: { type: 'number', required: true, readOnly: true, padding: { length: 6, char: '0' } },
        state: { type: ['current', 'replaced', 'withdrawn'] as const, required: true },
        publishedAt: { type: 'string', required: true },
        firstPublishedAt: { type: 'string', required: true },
        publishedBy: { type: 'string', required: true },
        seenAt: { type: 'string' },
      },
      indexes: {
        byAnalysis: {
          pk: { field: 'pk', composite: ['customerId'] },
          sk: { field: 'sk', composite: ['analysisId', 'edition'] },
        },
        latestFirst: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId', 'state'] },
          sk: { field: 'gsi1sk', composite: ['publishedAt', 'analysisId'] },
        },
      },
    },
    config,
  )
