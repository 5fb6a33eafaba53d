import type { RefusalCode } from '#contract/refusals'
import type { Outcome } from '#data/transact'
import { refuse } from './refusal.ts'

/**
 * Refuses a change based on another version than the stored one; version 0 means not stored yet. The write has to check
 * the version too (`unchanged`), because somebody may write in between.
 * @throws Refusal `changed-meanwhile`
 */
export function requireVersion(stored: { readonly version: number } | undefined, version: number): void {
  if ((stored?.version ?? 0) !== version) refuse('changed-meanwhile')
}

/**
 * A failed condition means a concurrent change, unless `codes` has another refusal for its name.
 * @throws Refusal `changed-meanwhile`, or that of the first failed name
 */
export function requireWritten<Name extends string>(
  outcome: Outcome<Name>,
  codes: Partial<Readonly<Record<NoInfer<Name>, RefusalCode>>> = {},
): void {
  if (!outcome.written) refuse(codes[outcome.failed] ?? 'changed-meanwhile')
}
