import type { RefusalCode } from '#contract/refusals'
import type { Outcome } from '#data/transact'
import { refuse } from './refusal.ts'

/**
 * Refuses a change that is based on another version of a record than the stored one; 0 is the version of a record that is
 * not there yet. The write itself names the version too (`unchanged`), because somebody may be first in between.
 * @throws Refusal `changed-meanwhile`
 */
export function requireVersion(stored: { readonly version: number } | undefined, version: number): void {
  if ((stored?.version ?? 0) !== version) refuse('changed-meanwhile')
}

/**
 * Refuses a change of which a condition did not hold. A condition means that somebody else was first, unless `codes` says
 * what the one of this name means.
 * @throws Refusal `changed-meanwhile`, or that of the first name whose condition did not hold
 */
export function requireWritten<Name extends string>(
  outcome: Outcome<Name>,
  codes: Partial<Readonly<Record<NoInfer<Name>, RefusalCode>>> = {},
): void {
  if (!outcome.written) refuse(codes[outcome.failed] ?? 'changed-meanwhile')
}
