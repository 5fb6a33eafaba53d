import type { EntityItem } from 'electrodb'
import {
  QuestionnaireAnswerValues,
  type QuestionnaireDraft,
  type SavedQuestionnaireAnswers,
  type QuestionnaireVersionSummary,
} from '#contract/questionnaire'
import type { TableEntities } from '#data/entities'

type Stored = EntityItem<TableEntities['questionnaires']>

export const toQuestionnaireAnswers = ({ answers }: Pick<Stored, 'answers'>): QuestionnaireAnswerValues =>
  QuestionnaireAnswerValues.parse(answers)

export const toStoredQuestionnaireAnswers = (answers: QuestionnaireAnswerValues) =>
  Object.fromEntries(
    Object.entries(answers).filter(([, given]) => given !== null && given !== '' && !isEmptyList(given)),
  ) as Stored['answers']

const isEmptyList = (given: unknown) => Array.isArray(given) && given.length === 0

export const toQuestionnaireVersion = ({
  version,
  savedAt,
  savedBy,
}: QuestionnaireVersionSummary): QuestionnaireVersionSummary => ({
  version,
  savedAt,
  savedBy,
})

export const toSavedQuestionnaireAnswers = (stored: Stored): SavedQuestionnaireAnswers => ({
  ...toQuestionnaireVersion(stored),
  answers: toQuestionnaireAnswers(stored),
})

export const toQuestionnaireDraft = (stored: EntityItem<TableEntities['questionnaireDrafts']>): QuestionnaireDraft => ({
  answers: toQuestionnaireAnswers(stored),
  version: stored.version,
  savedAt: stored.savedAt,
})
