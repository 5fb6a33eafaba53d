import { auditEntryEntity } from '#data/audit-entry'
import type { Practice } from './practice.ts'

/** Fills the audit log with much that has happened, in fewer calls than the product could: that adds entry by entry. */
export const historyOf = ({ table: { name, client } }: Pick<Practice, 'table'>) =>
  auditEntryEntity({ table: name, client })
