import { type Dosing, doseTimeOptions, removeEquivalentDoseTimes } from '#contract/dosing'

interface StoredTimes extends Pick<Dosing, 'frequency'> {
  readonly times: readonly string[]
}

/** Validated by the contract when written; older ones may contain one dose twice. */
export const toDoseTimes = ({ frequency, times: stored }: StoredTimes): Dosing['times'] =>
  removeEquivalentDoseTimes({ frequency, times: doseTimeOptions.filter((time) => stored.includes(time)) })
