/**
 * `ready`: nothing to do. `due`: something is left to do, which does not prevent a deployment. `manual`: no machine can
 * tell. `blocked`: a deployment would fail, or do harm.
 */
export type VerdictState = 'ready' | 'due' | 'manual' | 'blocked'

export interface Verdict {
  readonly state: VerdictState
  /** One sentence, in Spanish; what to do, where there is something. */
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

/** Ends a command with its message and without a stack trace. */
export class CommandError extends Error {}
