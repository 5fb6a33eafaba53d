import { Entity, type EntityConfiguration } from 'electrodb'
import { Consultation, consultationStatuses } from '#contract/consultation'
import { createEntityAttributeDefinitions } from './stored-record.ts'
import { tableIndexes, TTL_ATTRIBUTE } from './table.ts'

const storedStatuses = [...consultationStatuses, 'removed'] as const

const {
  customerName: _,
  customerEmail: __,
  isPaid: ___,
  isIncluded: ______,
  attendanceConfirmed: ____,
  missedStarts: _____,
  ...ofConsultation
} = Consultation.shape

/** `version` counts all changes; `sequence` those that calendars have to be told (RFC 5545, 3.8.7.4). */
export const consultationEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'agenda', entity: 'consultation', version: '1' },
      attributes: {
        ...createEntityAttributeDefinitions(ofConsultation, { readOnly: ['customerId', 'consultationId'] }),
        status: { type: storedStatuses, required: true },
        missedStarts: { type: 'list', items: { type: 'string' } },
        lapsed: { type: 'boolean' },
        sequence: { type: 'number', required: true },
        /** Kept free after it; from the opening hours at the time of booking. */
        pauseMinutes: { type: 'number' },
        /** An administrador booked or moved it over another consultation. */
        bookedOver: { type: 'boolean' },
        /** When what the client is told of (hour, length, type, state, price) last changed; missing: the creation. */
        agreedAt: { type: 'string' },
        outcomeAt: { type: 'string' },
        /**
         * A mail delayed to include further changes by the same person. `told`: what the client knew before; missing
         * for a booking.
         */
        pendingNotice: {
          type: 'map',
          properties: {
            mailId: { type: 'string', required: true },
            dueAt: { type: 'string', required: true },
            /** A hash, so that an erased administrador's id is not kept. */
            byHash: { type: 'string', required: true },
            told: { type: 'any' },
          },
        },
        dayReminderFor: { type: 'string' },
        hourReminderFor: { type: 'string' },
        attendanceConfirmedFor: { type: 'string' },
        attendanceConfirmedAt: { type: 'string' },
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byCustomer: {
          pk: { field: 'pk', composite: ['customerId'] },
          sk: { field: 'sk', composite: ['consultationId'] },
        },
        latestFirst: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId'] },
          sk: { field: 'gsi1sk', composite: ['startsAt', 'consultationId'] },
        },
        byStatus: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: ['status'] },
          sk: { field: 'gsi2sk', composite: ['startsAt', 'consultationId'] },
        },
      },
    },
    config,
  )

/**
 * A quarter of an hour of the agenda and its holders: consultations, and slot holds under the id of their future
 * consultation. A booking is conditional on its being free; it has several holders only when an administrador
 * overrides.
 */
export const agendaStepEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'agenda', entity: 'agendaStep', version: '1' },
      attributes: {
        beginsAt: { type: 'string', required: true, readOnly: true },
        holders: { type: 'set', items: 'string' },
        pauses: { type: 'set', items: 'string' },
        [TTL_ATTRIBUTE]: { type: 'number' },
      },
      indexes: { byInstant: { pk: { field: 'pk', composite: ['beginsAt'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )

/**
 * A paid order without an agreed consultation. Created with the payment, and again when its consultation is cancelled;
 * removed by the booking or a full refund.
 */
export const orderToScheduleEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'agenda', entity: 'orderToSchedule', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        orderId: { type: 'string', required: true, readOnly: true },
        concept: { type: 'string', required: true },
        paidAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: ['orderId'] } },
        longestWaiting: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['paidAt', 'orderId'] },
        },
      },
    },
    config,
  )
