/**
 * `ready`: nothing to do. `due`: something is left to do, but a deployment works. `manual`: cannot be checked
 * automatically. `blocked`: a deployment would fail or do harm.
 */
export type VerdictState = 'ready' | 'due' | 'manual' | 'blocked'

export interface Verdict {
  readonly state: VerdictState
  /** One sentence in Spanish, with the next step if there is one. */
  readonly sentence: string
}

export interface NamedVerdict extends Verdict {
  readonly name: string
}

const verdict =
  (state: VerdictState) =>
  (sentence: string): Verdict => ({ state, sentence })
export const ready = verdict('ready')
export const due = verdict('due')
export const manual = verdict('manual')
export const blocked = verdict('blocked')

const marks: Readonly<Record<VerdictState, string>> = { ready: '✓', due: '·', manual: '?', blocked: '✗' }

export function formatVerdicts(verdicts: readonly NamedVerdict[]): string {
  const width = Math.max(...verdicts.map(({ name }) => name.length))
  return verdicts.map(({ name, state, sentence }) => `  ${marks[state]} ${name.padEnd(width)}  ${sentence}`).join('\n')
}

export class CommandError extends Error {}
