import { type AnswerField, Answers, changedFields } from '#contract/questionnaire'
import { mergeText } from './merge-text.ts'

/** Changed differently on both sides. */
export interface Clash {
  readonly field: AnswerField
  readonly theirs: Answers[AnswerField]
  /** True if both values are in the field now; false if only the local one is. */
  readonly both: boolean
}

export interface Merged {
  readonly answers: Answers
  readonly clashes: readonly Clash[]
}

export const sameAnswers = (one: Answers, other: Answers): boolean => changedFields(one, other).length === 0

/** Separator between two merged texts: a line break where the field allows one. */
const gaps: Partial<Record<AnswerField, string>> = { notes: '\n\n', occupation: ' / ' }

type Answer = Answers[AnswerField]

const textOf = (answer: Answer) => (typeof answer === 'string' ? answer : '')

/** Undefined where the field cannot hold both values. */
function joined(field: AnswerField, base: Answer, mine: Answer, theirs: Answer): Answer | undefined {
  const gap = gaps[field]
  if (gap !== undefined) return mergeText(textOf(base), textOf(mine), textOf(theirs), gap) || null
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return undefined
  const stays = theirs.filter((entry) => mine.includes(entry) || !base.includes(entry))
  return [...stays, ...mine.filter((entry) => !theirs.includes(entry) && !base.includes(entry))]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Three-way merge against `base`. Texts and lists are joined; a single-value answer keeps the local one. */
export function merge(base: Answers, mine: Answers, theirs: Answers): Merged {
  const changedThere = changedFields(base, theirs)
  const answers: Record<string, Answer> = { ...theirs }
  const clashes: Clash[] = []
  for (const field of changedFields(base, mine)) {
    answers[field] = mine[field]
    if (!changedThere.includes(field) || isSame(mine[field], theirs[field])) continue
    const both = joined(field, base[field], mine[field], theirs[field])
    const fits = both !== undefined && Answers.shape[field].safeParse(both).success
    if (fits) answers[field] = both
    // One side may have gone on from the other.
    if (!fits || !(isSame(both, mine[field]) || isSame(both, theirs[field]))) {
      clashes.push({ field, theirs: theirs[field], both: fits })
    }
  }
  return { answers: answers as Answers, clashes }
}
