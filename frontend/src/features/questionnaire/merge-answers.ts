import {
  type QuestionnaireField,
  QuestionnaireAnswerValues,
  findChangedQuestionnaireFields,
} from '#contract/questionnaire'
import { mergeAnswerTexts } from './merge-answer-texts.ts'

/** Changed differently on both sides. */
export interface AnswerConflict {
  readonly field: QuestionnaireField
  readonly theirs: QuestionnaireAnswerValues[QuestionnaireField]
  /** True if both values are in the field now; false if only the local one is. */
  readonly both: boolean
}

export interface MergedAnswers {
  readonly answers: QuestionnaireAnswerValues
  readonly clashes: readonly AnswerConflict[]
}

export const hasSameAnswers = (one: QuestionnaireAnswerValues, other: QuestionnaireAnswerValues): boolean =>
  findChangedQuestionnaireFields(one, other).length === 0

/** Separator between two merged texts: a line break where the field allows one. */
const gaps: Partial<Record<QuestionnaireField, string>> = { notes: '\n\n', occupation: ' / ' }

type Answer = QuestionnaireAnswerValues[QuestionnaireField]

const textOf = (answer: Answer) => (typeof answer === 'string' ? answer : '')

/** Undefined where the field cannot hold both values. */
function joined(field: QuestionnaireField, base: Answer, mine: Answer, theirs: Answer): Answer | undefined {
  const gap = gaps[field]
  if (gap !== undefined) return mergeAnswerTexts(textOf(base), textOf(mine), textOf(theirs), gap) || null
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return undefined
  const stays = theirs.filter((entry) => mine.includes(entry) || !base.includes(entry))
  return [...stays, ...mine.filter((entry) => !theirs.includes(entry) && !base.includes(entry))]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Three-way merge against `base`. Texts and lists are joined; a single-value answer keeps the local one. */
export function mergeAnswers(
  base: QuestionnaireAnswerValues,
  mine: QuestionnaireAnswerValues,
  theirs: QuestionnaireAnswerValues,
): MergedAnswers {
  const changedThere = findChangedQuestionnaireFields(base, theirs)
  const answers: Record<string, Answer> = { ...theirs }
  const clashes: AnswerConflict[] = []
  for (const field of findChangedQuestionnaireFields(base, mine)) {
    answers[field] = mine[field]
    if (!changedThere.includes(field) || isSame(mine[field], theirs[field])) continue
    const both = joined(field, base[field], mine[field], theirs[field])
    const fits = both !== undefined && QuestionnaireAnswerValues.shape[field].safeParse(both).success
    if (fits) answers[field] = both
    // One side may have gone on from the other.
    if (!fits || !(isSame(both, mine[field]) || isSame(both, theirs[field]))) {
      clashes.push({ field, theirs: theirs[field], both: fits })
    }
  }
  return { answers: answers as QuestionnaireAnswerValues, clashes }
}
