import { auditEntryEntity } from '#data/audit-entry'
import type { Practice } from './practice.ts'

/** For filling the log with many entries in batches; the product appends one by one. */
export const historyOf = ({ table: { name, client } }: Pick<Practice, 'table'>) =>
  auditEntryEntity({ table: name, client })
