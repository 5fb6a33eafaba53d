import {
  type QuestionnaireField,
  questionnaireFields,
  QuestionnaireAnswerValues,
  findChangedQuestionnaireFields,
} from '#contract/questionnaire'

/** The single difference between two texts: `text` replaces the range from `start` to `end`. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

function editOf(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let same = 0
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++
  return { start, end: before.length - same, text: after.slice(start, after.length - same) }
}

const apply = (text: string, edit: Edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end)

function oneAfterAnother(one: string, other: string, gap: string): string {
  // Text that starts a new line comes after text that continues the line before.
  const [first, second] = one.startsWith('\n') && !other.startsWith('\n') ? [other, one] : [one, other]
  return /\s$/.test(first) || /^\s/.test(second) ? first + second : first + gap + second
}

/** Three-way merge without losses: overlapping changes are both kept. */
function mergeAnswerTexts(base: string, mine: string, theirs: string, gap: string): string {
  if (mine.includes(theirs)) return mine
  if (theirs.includes(mine)) return theirs
  const [here, there] = [editOf(base, mine), editOf(base, theirs)]
  if (here.start === here.end && there.start === there.end && here.start === there.start) {
    return apply(base, { ...here, text: oneAfterAnother(there.text, here.text, gap) })
  }
  if (here.end <= there.start) return apply(apply(base, there), here)
  if (there.end <= here.start) return apply(apply(base, here), there)
  return oneAfterAnother(theirs, mine, gap)
}

export interface AnswerConflict {
  readonly field: QuestionnaireField
  readonly theirs: QuestionnaireAnswerValues[QuestionnaireField]
  /** True if the field now holds both values; false if only the local one. */
  readonly both: boolean
}

export interface MergedAnswers {
  readonly answers: QuestionnaireAnswerValues
  readonly clashes: readonly AnswerConflict[]
}

export const hasSameAnswers = (one: QuestionnaireAnswerValues, other: QuestionnaireAnswerValues): boolean =>
  findChangedQuestionnaireFields(one, other).length === 0

const gaps: Partial<Record<QuestionnaireField, string>> = { notes: '\n\n', occupation: ' / ' }

type Answer = QuestionnaireAnswerValues[QuestionnaireField]

const textOf = (answer: Answer) => (typeof answer === 'string' ? answer : '')

function joined(field: QuestionnaireField, base: Answer, mine: Answer, theirs: Answer): Answer | undefined {
  const gap = gaps[field]
  if (gap !== undefined) return mergeAnswerTexts(textOf(base), textOf(mine), textOf(theirs), gap) || null
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return undefined
  const stays = theirs.filter((entry) => mine.includes(entry) || !base.includes(entry))
  return [...stays, ...mine.filter((entry) => !theirs.includes(entry) && !base.includes(entry))]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Merge base if the server may already hold values sent by this browser: these do not count as changes of the other
 * side.
 */
export function toMergeBase(
  base: QuestionnaireAnswerValues,
  theirs: QuestionnaireAnswerValues,
  given: readonly QuestionnaireAnswerValues[],
): QuestionnaireAnswerValues {
  const fields = questionnaireFields.filter((field) => given.some((each) => isSame(each[field], theirs[field])))
  return { ...base, ...Object.fromEntries(fields.map((field) => [field, theirs[field]])) }
}

/** Three-way merge against `base`. Texts and lists are joined; of single values the local one wins. */
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
    // One side may already contain the other.
    if (!fits || !(isSame(both, mine[field]) || isSame(both, theirs[field]))) {
      clashes.push({ field, theirs: theirs[field], both: fits })
    }
  }
  return { answers: answers as QuestionnaireAnswerValues, clashes }
}
