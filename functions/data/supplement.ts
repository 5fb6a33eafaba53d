import { Entity, type EntityConfiguration } from 'electrodb'
import { ClientSupplement, supplementStatuses } from '#contract/client-supplement'
import { doseFoodRelations, dosePatterns, doseTimeOptions, doseUnits, dosingFields } from '#contract/dosing'
import { sparseFrequencies } from '#contract/protocol'
import { getFieldValueSchemas } from '#contract/record-fields'
import { Supplement } from '#contract/supplement-catalogue'
import { createEntityAttributeDefinitions } from './stored-record.ts'
import { tableIndexes, TTL_ATTRIBUTE } from './table.ts'

const dosing = createEntityAttributeDefinitions(getFieldValueSchemas(dosingFields))

/** The id is derived from the name, so that names are unique. */
export const catalogueSupplementEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'supplement', version: '1' },
      attributes: {
        ...createEntityAttributeDefinitions(Supplement.shape, { readOnly: ['supplementId'] }),
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['supplementId'] }, sk: { field: 'sk', composite: [] } },
        byName: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['supplementId'] },
        },
      },
    },
    config,
  )

const {
  canReopen: _canReopen,
  countedFrom: _countedFrom,
  dosage: _dosage,
  frequencyText: _frequencyText,
  instructionsText: _instructionsText,
  ...ofClientSupplement
} = ClientSupplement.shape

export const clientSupplementEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'clientSupplement', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        ...createEntityAttributeDefinitions(ofClientSupplement, {
          readOnly: ['clientSupplementId', 'supplementId', 'name', 'createdAt'],
        }),
        beforeFinish: {
          type: 'map',
          properties: { status: { type: supplementStatuses, required: true }, endDate: { type: 'string' } },
        },
        /** Last day of the pack to which `packOrderedOn` refers. */
        packOrderedFor: { type: 'string' },
        /** First day of this version; earlier days are in `pastCourses`. Missing: the day of its creation. */
        countedFrom: { type: 'string' },
      },
      indexes: {
        byCustomer: {
          pk: { field: 'pk', composite: ['customerId'] },
          sk: { field: 'sk', composite: ['clientSupplementId'] },
        },
        newestFirst: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId'] },
          sk: { field: 'gsi1sk', composite: ['createdAt', 'clientSupplementId'] },
        },
        lately: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'clientSupplementId'] },
        },
      },
    },
    config,
  )

export const pendingSupplementReviewEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'supplementReview', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        clientSupplementId: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byCustomer: {
          pk: { field: 'pk', composite: ['customerId'] },
          sk: { field: 'sk', composite: ['clientSupplementId'] },
        },
        waiting: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['customerId', 'clientSupplementId'] },
        },
      },
    },
    config,
  )

/** A course before it was changed or removed: its doses due until then stay due. */
export const pastDosingCourseEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'pastCourse', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        clientSupplementId: { type: 'string', required: true, readOnly: true },
        version: { type: 'number', required: true, readOnly: true },
        /** Shown to the client; missing in older items. */
        name: { type: 'string' },
        amount: { type: 'number' },
        unit: { type: doseUnits },
        foodRelation: { type: doseFoodRelations },
        frequency: dosing.frequency,
        times: dosing.times,
        pattern: dosing.pattern,
        startDate: { type: 'string', required: true },
        endDate: { type: 'string' },
        status: { type: supplementStatuses, required: true },
        countedFrom: { type: 'string' },
        countedUntil: { type: 'string', required: true },
        [TTL_ATTRIBUTE]: { type: 'number' },
      },
      indexes: {
        byCustomer: {
          pk: { field: 'pk', composite: ['customerId'] },
          sk: { field: 'sk', composite: ['clientSupplementId', 'version'] },
        },
      },
    },
    config,
  )

export const takenDoseEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'dose', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        day: { type: 'string', required: true, readOnly: true },
        clientSupplementId: { type: 'string', required: true, readOnly: true },
        time: { type: doseTimeOptions, required: true, readOnly: true },
        /** Missing in older items: taken. */
        taken: { type: 'boolean' },
        tickedAt: { type: 'string', required: true },
        [TTL_ATTRIBUTE]: { type: 'number' },
      },
      indexes: {
        byCustomer: {
          pk: { field: 'pk', composite: ['customerId'] },
          sk: { field: 'sk', composite: ['day', 'clientSupplementId', 'time'], casing: 'none' },
        },
      },
    },
    config,
  )

const ofTemplate = {
  templateId: { type: 'string', required: true, readOnly: true },
  name: { type: 'string', required: true },
  createdAt: { type: 'string', required: true, readOnly: true },
} as const

const templateIndexes = {
  byId: { pk: { field: 'pk', composite: ['templateId'] }, sk: { field: 'sk', composite: [] } },
  newestFirst: {
    index: tableIndexes.byState,
    pk: { field: 'gsi2pk', composite: [] },
    sk: { field: 'gsi2sk', composite: ['createdAt', 'templateId'] },
  },
} as const

export const supplementTemplateEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'supplementTemplate', version: '1' },
      attributes: {
        ...ofTemplate,
        ...dosing,
      },
      indexes: templateIndexes,
    },
    config,
  )

export const protocolTemplateEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'protocolTemplate', version: '1' },
      attributes: {
        ...ofTemplate,
        lines: {
          type: 'list',
          required: true,
          items: {
            type: 'map',
            properties: {
              name: { type: 'string', required: true },
              unit: { type: doseUnits, required: true },
              doses: {
                type: 'list',
                required: true,
                items: {
                  type: 'map',
                  properties: {
                    time: { type: doseTimeOptions, required: true },
                    amount: { type: 'number', required: true },
                  },
                },
              },
              sparseFrequency: { type: sparseFrequencies },
              foodRelation: { type: doseFoodRelations, required: true },
              pattern: { type: dosePatterns, required: true },
            },
          },
        },
      },
      indexes: templateIndexes,
    },
    config,
  )
