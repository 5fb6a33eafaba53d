import { type QuestionnaireField, questionnaireFields, type QuestionnaireAnswerValues } from '#contract/questionnaire'
import { parseNewChips } from '../../ui/chips.ts'
import { isListAnswerField, LIST_ANSWER_LIMITS } from './answer-words.ts'
import type { UnfinishedAnswerTexts } from './unfinished-answer-texts.ts'

type Texts = Pick<UnfinishedAnswerTexts, 'read'>

const lists = questionnaireFields.filter(isListAnswerField)

const unfinishedEntries = (texts: Texts, field: QuestionnaireField): readonly string[] =>
  parseNewChips([], texts.read(field), LIST_ANSWER_LIMITS).added

/** Adds half-typed list entries to the answers, so that a draft has them on every device. */
export const addUnfinishedEntries = (answers: QuestionnaireAnswerValues, texts: Texts): QuestionnaireAnswerValues => ({
  ...answers,
  ...Object.fromEntries(
    lists
      .filter((field) => unfinishedEntries(texts, field).length > 0)
      .map((field) => [
        field,
        [...answers[field], ...parseNewChips(answers[field], texts.read(field), LIST_ANSWER_LIMITS).room],
      ]),
  ),
})

/** The inverse, for the form, which has them in its input fields; entries already in `inLists` stay. */
export const removeUnfinishedEntries = (
  answers: QuestionnaireAnswerValues,
  texts: Texts,
  inLists: Partial<QuestionnaireAnswerValues>,
): QuestionnaireAnswerValues => ({
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
export function dropEntriesRemovedElsewhere(
  answers: QuestionnaireAnswerValues,
  texts: Pick<UnfinishedAnswerTexts, 'read' | 'write'>,
): void {
  for (const field of lists) {
    const half = unfinishedEntries(texts, field)
    if (half.length > 0 && !half.some((entry) => answers[field].includes(entry))) texts.write(field, '')
  }
}
