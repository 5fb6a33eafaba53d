import type { RefusalCode } from '#contract/refusals'
import type { TransactionOutcome } from '#data/transact'
import { throwRefusal } from './refusal-error.ts'

/**
 * Refuses a change based on another version than the stored one; version 0 means not stored yet. The write has to check
 * the version too (`createUnchangedCondition`), because of concurrent writes.
 * @throws Refusal `changed-meanwhile`
 */
export function requireCurrentVersion(stored: { readonly version: number } | undefined, version: number): void {
  if ((stored?.version ?? 0) !== version) throwRefusal('changed-meanwhile')
}

/**
 * A failed condition means a concurrent change, unless `codes` has another refusal for its name.
 * @throws Refusal `changed-meanwhile`, or that of the first failed name
 */
export function requireTransactionWritten<Name extends string>(
  outcome: TransactionOutcome<Name>,
  codes: Partial<Readonly<Record<NoInfer<Name>, RefusalCode>>> = {},
): void {
  if (!outcome.written) throwRefusal(codes[outcome.failed] ?? 'changed-meanwhile')
}
