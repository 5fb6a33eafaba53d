import type { EntityItem } from 'electrodb'
import { Answers, type Draft, type SavedAnswers, type SavedVersion } from '#contract/questionnaire'
import type { Entities } from '#data/entities'

type Stored = EntityItem<Entities['questionnaires']>

/** Missing answers become null or an empty list. */
export const answersOf = ({ answers }: Pick<Stored, 'answers'>): Answers => Answers.parse(answers)

export const storedAnswers = (answers: Answers) =>
  Object.fromEntries(
    Object.entries(answers).filter(([, given]) => given !== null && given !== '' && !isEmptyList(given)),
  ) as Stored['answers']

const isEmptyList = (given: unknown) => Array.isArray(given) && given.length === 0

export const toSavedVersion = ({ version, savedAt, savedBy }: SavedVersion): SavedVersion => ({
  version,
  savedAt,
  savedBy,
})

export const toSavedAnswers = (stored: Stored): SavedAnswers => ({
  ...toSavedVersion(stored),
  answers: answersOf(stored),
})

export const toDraft = (stored: EntityItem<Entities['questionnaireDrafts']>): Draft => ({
  answers: answersOf(stored),
  version: stored.version,
  savedAt: stored.savedAt,
})
