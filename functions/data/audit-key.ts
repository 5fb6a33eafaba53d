import { createHmac } from 'node:crypto'
import { Entity, type EntityConfiguration } from 'electrodb'
import { tableIndexes } from './table.ts'

const keyEntity = (entity: string) => (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'trace', entity, version: '1' },
      attributes: {
        subject: { type: 'string', required: true, readOnly: true },
        keyId: { type: 'string', required: true, readOnly: true },
        secret: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        bySubject: { pk: { field: 'pk', composite: ['subject'] }, sk: { field: 'sk', composite: [] } },
        byOwner: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['subject'] },
          sk: { field: 'gsi1sk', composite: [] },
        },
      },
    },
    config,
  )

/** Deleted with the person: pseudonyms in the copy of the audit log can then no longer be resolved. */
export const auditKeyEntity = keyEntity('auditKey')
/** Deleted with the health data, even if the person stays. */
export const auditHealthKeyEntity = keyEntity('auditHealthKey')

export interface AuditKey {
  readonly keyId: string
  readonly secret: string
}

export type AuditKeys = ReadonlyMap<string, AuditKey>

export const signWithAuditKey = ({ secret }: AuditKey, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

const PSEUDONYM_LENGTH = 32

/** Replaces a subject in the copy of the audit log and, after erasure, in the log itself. */
export const createAuditPseudonym = (key: AuditKey, subject: string): string =>
  `erased-${signWithAuditKey(key, subject).slice(0, PSEUDONYM_LENGTH)}`
