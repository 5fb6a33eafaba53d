import { Entity, type EntityConfiguration } from 'electrodb'
import { consultationTypes } from '#contract/consultation-types'
import { sessionNotesFields } from '#contract/session-notes'
import { getFieldValueSchemas } from '#contract/record-fields'
import { createEntityAttributeDefinitions } from './stored-record.ts'
import { tableIndexes } from './table.ts'

const ofConsultation = {
  customerId: { type: 'string', required: true, readOnly: true },
  consultationId: { type: 'string', required: true, readOnly: true },
} as const

/** Copy of the consultation's start and type at the time of writing; lists are sorted by the start. */
const appointment = {
  startsAt: { type: 'string', required: true },
  type: { type: consultationTypes, required: true },
} as const

const edition = {
  ...createEntityAttributeDefinitions(getFieldValueSchemas(sessionNotesFields)),
  savedAt: { type: 'string', required: true },
  savedBy: { type: 'string', required: true },
} as const

const byCustomer = {
  pk: { field: 'pk', composite: ['customerId'] },
  sk: { field: 'sk', composite: ['consultationId'] },
} as const

const latestFirst = {
  index: tableIndexes.byOwner,
  pk: { field: 'gsi1pk', composite: ['customerId'] },
  sk: { field: 'gsi1sk', composite: ['startsAt', 'consultationId'] },
} as const

/** For the practice only. Clients receive it only in the download of all their data. */
export const sessionNotesEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'note', entity: 'sessionNotes', version: '1' },
      attributes: {
        ...ofConsultation,
        ...appointment,
        ...edition,
        version: { type: 'number', required: true },
        edition: { type: 'number', required: true },
        editionBegunAt: { type: 'string', required: true },
      },
      indexes: { byCustomer, latestFirst },
    },
    config,
  )

export const sessionNotesEditionEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'note', entity: 'sessionNotesEdition', version: '1' },
      attributes: {
        ...ofConsultation,
        ...edition,
        edition: { type: 'number', required: true, readOnly: true, padding: { length: 6, char: '0' } },
      },
      indexes: {
        byConsultation: {
          pk: { field: 'pk', composite: ['customerId'] },
          sk: { field: 'sk', composite: ['consultationId', 'edition'] },
        },
      },
    },
    config,
  )

export const sessionSummaryEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'note', entity: 'sessionSummary', version: '1' },
      attributes: {
        ...ofConsultation,
        ...appointment,
        text: { type: 'string', required: true },
        sharedAt: { type: 'string', required: true },
        sharedBy: { type: 'string', required: true },
      },
      indexes: { byCustomer, latestFirst },
    },
    config,
  )
