import type { AuditKey } from './audit-key.ts'
import type { Database } from './database.ts'

type StoredKey = AuditKey & { readonly subject: string }

const toKeys = ({ data }: { readonly data: readonly StoredKey[] }): Map<string, AuditKey> =>
  new Map(data.map(({ subject, keyId, secret }) => [subject, { keyId, secret }]))

const toItemKeys = (subjects: readonly string[]) => subjects.map((subject) => ({ subject }))

export const readAuditKeys = async ({ auditKeys }: Database, subjects: readonly string[]) =>
  subjects.length === 0 ? new Map<string, AuditKey>() : toKeys(await auditKeys.get(toItemKeys(subjects)).go())

export const readAuditHealthKeys = async ({ auditHealthKeys }: Database, subjects: readonly string[]) =>
  subjects.length === 0 ? new Map<string, AuditKey>() : toKeys(await auditHealthKeys.get(toItemKeys(subjects)).go())
