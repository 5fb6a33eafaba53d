import { type AnswerField, Answers, changedFields } from '#contract/questionnaire'
import { mergeText } from './merge-text.ts'

/** An answer that was changed on both sides, and differently. */
export interface Clash {
  readonly field: AnswerField
  /** What was answered elsewhere. */
  readonly theirs: Answers[AnswerField]
  /** Whether both stand in the field now; otherwise only what was answered here. */
  readonly both: boolean
}

export interface Merged {
  readonly answers: Answers
  readonly clashes: readonly Clash[]
}

export const sameAnswers = (one: Answers, other: Answers): boolean => changedFields(one, other).length === 0

/** Between two texts that were written into one field: its own line where the field has lines. */
const gaps: Partial<Record<AnswerField, string>> = { notes: '\n\n', occupation: ' / ' }

type Answer = Answers[AnswerField]

const textOf = (answer: Answer) => (typeof answer === 'string' ? answer : '')

/** Both sides' answers in one, or undefined where the field has no room for two. */
function joined(field: AnswerField, base: Answer, mine: Answer, theirs: Answer): Answer | undefined {
  const gap = gaps[field]
  if (gap !== undefined) return mergeText(textOf(base), textOf(mine), textOf(theirs), gap) || null
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return undefined
  const stays = theirs.filter((entry) => mine.includes(entry) || !base.includes(entry))
  return [...stays, ...mine.filter((entry) => !theirs.includes(entry) && !base.includes(entry))]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * What was answered here and elsewhere since both agreed on `base`. What was written or listed on both sides is put
 * together; where only one answer can stand, it is the one that was given here.
 */
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
