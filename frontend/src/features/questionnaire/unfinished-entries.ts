import { type AnswerField, answerFields, type Answers } from '#contract/questionnaire'
import { newChips } from '../../ui/chips.ts'
import { isList, listLimits } from './answer-words.ts'
import type { UnfinishedTexts } from './unfinished-texts.ts'

type Texts = Pick<UnfinishedTexts, 'read'>

const lists = answerFields.filter(isList)

const unfinishedEntries = (texts: Texts, field: AnswerField): readonly string[] =>
  newChips([], texts.read(field), listLimits).added

/** Adds half-typed list entries to the answers, so that a draft has them on every device. */
export const withUnfinishedEntries = (answers: Answers, texts: Texts): Answers => ({
  ...answers,
  ...Object.fromEntries(
    lists
      .filter((field) => unfinishedEntries(texts, field).length > 0)
      .map((field) => [field, [...answers[field], ...newChips(answers[field], texts.read(field), listLimits).room]]),
  ),
})

/** The inverse, for the form, which has them in its input fields; entries already in `inLists` stay. */
export const withoutUnfinishedEntries = (answers: Answers, texts: Texts, inLists: Partial<Answers>): Answers => ({
  ...answers,
  ...Object.fromEntries(
    lists
      .filter((field) => unfinishedEntries(texts, field).length > 0)
      .map((field) => {
        const half = unfinishedEntries(texts, field)
        return [field, answers[field].filter((entry) => !half.includes(entry) || inLists[field]?.includes(entry))]
      }),
  ),
})

/** Clears a half-typed entry that was removed from the draft on another device. */
export function dropRemoved(answers: Answers, texts: Pick<UnfinishedTexts, 'read' | 'write'>): void {
  for (const field of lists) {
    const half = unfinishedEntries(texts, field)
    if (half.length > 0 && !half.some((entry) => answers[field].includes(entry))) texts.write(field, '')
  }
}
