import { Entity, type EntityConfiguration } from 'electrodb'
import { practiceNoticeKinds, practiceNoticeMailChoices } from '#contract/practice-notices'
import { tableIndexes, TTL_ATTRIBUTE } from './table.ts'

/** What others than the practice did, created from the audit log. Contains no names: the client is read when shown. */
export const practiceNoticeEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'notice', entity: 'practiceNotice', version: '1' },
      attributes: {
        /** Derived from the audit entry, so that one entry is one notice. */
        noticeId: { type: 'string', required: true, readOnly: true },
        kind: { type: practiceNoticeKinds, required: true, readOnly: true },
        /** For a withdrawal its own id: the contract's owner is unknown. */
        customerId: { type: 'string', required: true, readOnly: true },
        startsAt: { type: 'string', readOnly: true },
        amountCents: { type: 'number', readOnly: true },
        toConfirm: { type: 'boolean', readOnly: true },
        answerBy: { type: 'string', readOnly: true },
        isRefunded: { type: 'boolean', readOnly: true },
        happenedAt: { type: 'string', required: true, readOnly: true },
        /** Sort key of the list: a late notice is still new to somebody who has seen the others. */
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
