import { Entity, type EntityConfiguration } from 'electrodb'
import { legalBases } from '#contract/health-consent'
import { indexes } from './table.ts'

/**
 * A line of the ledger of consents to the use of health data: given, withdrawn, or another legal basis named. Lines are
 * only ever added. The service's name gives the keys the prefix `$consent`, which IAM lets functions append to; only
 * whoever erases a person may remove them, after they have been put into the archive.
 */
export const healthConsentEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'consent', entity: 'healthConsent', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        entryId: { type: 'string', required: true, readOnly: true },
        recordedAt: { type: 'string', required: true, readOnly: true },
        event: { type: ['given', 'withdrawn', 'basis-named'] as const, required: true, readOnly: true },
        /** Who did it: the client, a minor's guardian, or somebody of the practice. */
        by: { type: ['client', 'guardian', 'practice'] as const, required: true, readOnly: true },
        /** The account that did it; a guardian has none. */
        userId: { type: 'string', readOnly: true },
        /** As the guardian signed. */
        signedName: { type: 'string', readOnly: true },
        purpose: { type: 'string', required: true, readOnly: true },
        textVersion: { type: 'string', readOnly: true },
        basis: { type: legalBases, readOnly: true },
        /** From where: network address and browser. */
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

/** That somebody's health data are to be erased after their consent was withdrawn. The last item of that erasure to go. */
export const healthErasureEntity = (config: EntityConfiguration) =>
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
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['requestedAt', 'customerId'] },
        },
      },
    },
    config,
  )
