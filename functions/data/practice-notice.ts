import { Entity, type EntityConfiguration } from 'electrodb'
import { practiceNoticeKinds, practiceNoticeMailChoices } from '#contract/practice-notices'
import { tableIndexes, TTL_ATTRIBUTE } from './table.ts'

/** What clients and Stripe did to the agenda, made from the audit log. Names nobody: the name is read from the client. */
export const practiceNoticeEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'notice', entity: 'practiceNotice', version: '1' },
      attributes: {
        /** Follows from the audit entry, so that one entry is one notice. */
        noticeId: { type: 'string', required: true, readOnly: true },
        kind: { type: practiceNoticeKinds, required: true, readOnly: true },
        /** Of a withdrawal the withdrawal's own id: nobody knows whose contract it is about. */
        customerId: { type: 'string', required: true, readOnly: true },
        startsAt: { type: 'string', readOnly: true },
        amountCents: { type: 'number', readOnly: true },
        toConfirm: { type: 'boolean', readOnly: true },
        happenedAt: { type: 'string', required: true, readOnly: true },
        /** When it was written, which orders the list: a late one is still news to whoever has seen the others. */
        createdAt: { type: 'string', required: true, readOnly: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['noticeId'] }, sk: { field: 'sk', composite: [] } },
        byCustomer: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId'] },
          sk: { field: 'gsi1sk', composite: ['createdAt', 'noticeId'] },
        },
        newestFirst: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'noticeId'] },
        },
      },
    },
    config,
  )

/** What an administrador has seen of them and how they want them mailed. */
export const practiceNoticeReaderEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'notice', entity: 'practiceNoticeReader', version: '1' },
      attributes: {
        userId: { type: 'string', required: true, readOnly: true },
        seenUntil: { type: 'string' },
        mail: { type: practiceNoticeMailChoices },
      },
      indexes: { byUser: { pk: { field: 'pk', composite: ['userId'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
