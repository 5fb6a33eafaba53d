import { Entity, type EntityConfiguration } from 'electrodb'
import { tableIndexes } from './table.ts'

export const messageEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'message', entity: 'message', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        /** Derived from the id created by the sender's browser. */
        messageId: { type: 'string', required: true, readOnly: true },
        from: { type: ['client', 'practice'] as const, required: true, readOnly: true },
        sentBy: { type: 'string', required: true, readOnly: true },
        text: { type: 'string', readOnly: true },
        attachments: {
          type: 'list',
          items: {
            type: 'map',
            properties: {
              fileId: { type: 'string', required: true },
              fileName: { type: 'string', required: true },
            },
          },
        },
        /** Later than that of every earlier message in the thread. */
        sentAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: ['messageId'] } },
        newestFirst: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId'] },
          sk: { field: 'gsi1sk', composite: ['sentAt', 'messageId'] },
        },
      },
    },
    config,
  )

export const messageThreadEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'message', entity: 'messageThread', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        version: { type: 'number', required: true },
        lastSentAt: { type: 'string', required: true },
        lastByClientAt: { type: 'string' },
        toldAt: { type: 'string' },
        askedAt: { type: 'string' },
        answerDueAt: { type: 'string' },
        answeredAt: { type: 'string' },
        seenByClient: { type: 'string' },
        seenByPractice: { type: 'string' },
      },
      indexes: { byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )

export const replyTemplateEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'replyTemplate', version: '1' },
      attributes: {
        templateId: { type: 'string', required: true, readOnly: true },
        name: { type: 'string', required: true },
        text: { type: 'string', required: true },
        version: { type: 'number', required: true },
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['templateId'] }, sk: { field: 'sk', composite: [] } },
        newestFirst: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'templateId'] },
        },
      },
    },
    config,
  )
