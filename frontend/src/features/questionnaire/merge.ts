import { type AnswerField, type Answers, changedFields } from '#contract/questionnaire'

export interface Merged {
  readonly answers: Answers
  /** Answers that were changed on both sides, and differently. */
  readonly clashes: readonly AnswerField[]
}

export const sameAnswers = (one: Answers, other: Answers): boolean => changedFields(one, other).length === 0

/** What was answered here and elsewhere since both agreed on `base`. Where they differ, what was written here stays. */
export function merge(base: Answers, mine: Answers, theirs: Answers): Merged {
  const changedHere = changedFields(base, mine)
  const changedThere = changedFields(base, theirs)
  const differing = changedFields(mine, theirs)
  return {
    answers: { ...theirs, ...Object.fromEntries(changedHere.map((field) => [field, mine[field]])) },
    clashes: changedHere.filter((field) => changedThere.includes(field) && differing.includes(field)),
  }
}
