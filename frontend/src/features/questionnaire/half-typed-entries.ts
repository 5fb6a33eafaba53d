import { type QuestionnaireField, questionnaireFields, type QuestionnaireAnswerValues } from '#contract/questionnaire'
import { parseNewChips } from '../../ui/chips.ts'
import { isListAnswerField, LIST_ANSWER_LIMITS } from './answer-words.ts'
import type { HalfTypedAnswerStore } from './half-typed-answer-store.ts'

type Texts = Pick<HalfTypedAnswerStore, 'read'>

const lists = questionnaireFields.filter(isListAnswerField)

const unfinishedEntries = (texts: Texts, field: QuestionnaireField): readonly string[] =>
  parseNewChips([], texts.read(field), LIST_ANSWER_LIMITS).added

export const addHalfTypedEntries = (answers: QuestionnaireAnswerValues, texts: Texts): QuestionnaireAnswerValues => ({
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

export const removeHalfTypedEntries = (
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

export function dropStaleHalfTypedEntries(
  answers: QuestionnaireAnswerValues,
  texts: Pick<HalfTypedAnswerStore, 'read' | 'write'>,
): void {
  for (const field of lists) {
    const half = unfinishedEntries(texts, field)
    if (half.length > 0 && !half.some((entry) => answers[field].includes(entry))) texts.write(field, '')
  }
}
