import { Entity, type EntityConfiguration } from 'electrodb'
import { ClientSupplement, supplementStatuses } from '#contract/client-supplement'
import { dosingFields, times } from '#contract/dosing'
import { valuesOf } from '#contract/record'
import { Supplement } from '#contract/supplement-catalogue'
import { attributesOf } from './record.ts'
import { indexes, TTL_ATTRIBUTE } from './table.ts'

const dosing = attributesOf(valuesOf(dosingFields))

/** An entry of the practice's catalogue. Its id follows from its name, so that no name is there twice. */
export const supplementEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'supplement', version: '1' },
      attributes: {
        ...attributesOf(Supplement.shape, { readOnly: ['supplementId'] }),
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['supplementId'] }, sk: { field: 'sk', composite: [] } },
        byName: {
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['supplementId'] },
        },
      },
    },
    config,
  )

const {
  canReopen: _canReopen,
  dosage: _dosage,
  frequencyText: _frequencyText,
  instructionsText: _instructionsText,
  ...ofClientSupplement
} = ClientSupplement.shape

/** A supplement of a client's protocol. */
export const clientSupplementEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'clientSupplement', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        ...attributesOf(ofClientSupplement, {
          readOnly: ['clientSupplementId', 'supplementId', 'name', 'createdAt'],
        }),
        /** What 'Finalizar' found, for as long as it can be taken back. */
        beforeFinish: {
          type: 'map',
          properties: { status: { type: supplementStatuses, required: true }, endDate: { type: 'string' } },
        },
        /** The day from which on adherence counts this version; days before it are those of `pastCourses`. */
        countedFrom: { type: 'string' },
      },
      indexes: {
        byCustomer: {
          pk: { field: 'pk', composite: ['customerId'] },
          sk: { field: 'sk', composite: ['clientSupplementId'] },
        },
        newestFirst: {
          index: indexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId'] },
          sk: { field: 'gsi1sk', composite: ['createdAt', 'clientSupplementId'] },
        },
        lately: {
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'clientSupplementId'] },
        },
      },
    },
    config,
  )

/**
 * That a supplement of a client's protocol contradicts itself. It only names a candidate: whether it is to be mended is read
 * from the supplement.
 */
export const supplementReviewEntity = (config: EntityConfiguration) =>
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
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['customerId', 'clientSupplementId'] },
        },
      },
    },
    config,
  )

/** A course as it stood before it was changed or removed: what was due on the days until then stays due. */
export const pastCourseEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'pastCourse', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        clientSupplementId: { type: 'string', required: true, readOnly: true },
        version: { type: 'number', required: true, readOnly: true },
        frequency: dosing.frequency,
        times: dosing.times,
        pattern: dosing.pattern,
        startDate: { type: 'string', required: true },
        endDate: { type: 'string' },
        status: { type: supplementStatuses, required: true },
        countedFrom: { type: 'string' },
        /** The first day that is not counted any more. */
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

/** A dose that a client has ticked as taken, or whose tick was taken back. */
export const doseEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'dose', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        day: { type: 'string', required: true, readOnly: true },
        clientSupplementId: { type: 'string', required: true, readOnly: true },
        time: { type: times, required: true, readOnly: true },
        /** Not there in what was ticked before ticks could be taken back by an item: taken. */
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

/** A dosing that the practice kept on purpose, to be used again. */
export const supplementTemplateEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'supplementTemplate', version: '1' },
      attributes: {
        templateId: { type: 'string', required: true, readOnly: true },
        name: { type: 'string', required: true },
        ...dosing,
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['templateId'] }, sk: { field: 'sk', composite: [] } },
        newestFirst: {
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'templateId'] },
        },
      },
    },
    config,
  )
