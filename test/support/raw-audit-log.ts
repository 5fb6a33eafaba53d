import { auditEntryEntity } from '#data/audit-entry'
import type { TestPractice } from './practice.ts'

/** For filling the log with many entries in batches; the product appends one by one. */
export const openRawAuditLog = ({ table: { name, client } }: Pick<TestPractice, 'table'>) =>
  auditEntryEntity({ table: name, client })
