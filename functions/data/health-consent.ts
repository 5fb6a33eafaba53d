import { Entity, type EntityConfiguration } from 'electrodb'
import { healthDataLegalBases, healthWithdrawalRequests } from '#contract/health-consent'
import { tableIndexes } from './table.ts'

/**
 * Consent ledger for health data: given, withdrawn, or another legal basis. The service name gives the keys the prefix
 * `$consent`, which IAM lets functions append to; only the erasure may remove entries, after archiving them.
 */
export const healthConsentEventEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'consent', entity: 'healthConsent', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        entryId: { type: 'string', required: true, readOnly: true },
        recordedAt: { type: 'string', required: true, readOnly: true },
        event: { type: ['given', 'withdrawn', 'basis-named'] as const, required: true, readOnly: true },
        by: { type: ['client', 'guardian', 'practice'] as const, required: true, readOnly: true },
        /** Not set for a guardian, who has no account. */
        userId: { type: 'string', readOnly: true },
        signedName: { type: 'string', readOnly: true },
        purpose: { type: 'string', required: true, readOnly: true },
        textVersion: { type: 'string', readOnly: true },
        basis: { type: healthDataLegalBases, readOnly: true },
        asked: { type: healthWithdrawalRequests, readOnly: true },
        address: { type: 'string', required: true, readOnly: true },
        userAgent: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byCustomer: {
          pk: { field: 'pk', composite: ['customerId'] },
          sk: { field: 'sk', composite: ['recordedAt', 'entryId'] },
        },
      },
    },
    config,
  )

/** Erasure of health data after a withdrawal of consent. Deleted last. */
export const healthDataErasureEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'healthErasure', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        status: { type: ['waiting', 'erasing'] as const, required: true },
        requestedAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } },
        due: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['requestedAt', 'customerId'] },
        },
      },
    },
    config,
  )
