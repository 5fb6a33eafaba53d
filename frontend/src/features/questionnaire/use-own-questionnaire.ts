import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type QuestionnaireAnswerValues, type OwnQuestionnaire, withBirthDate } from '#contract/questionnaire'
import { apiContract } from '#contract/api'
import {
  endpointQueryOptions,
  endpointPagesQueryOptions,
  endpointMutationOptions,
  invalidateEndpoints,
} from '../../api/endpoint-query.ts'
import { getPracticeToday } from '../../ui/wall-time.ts'
import type { ServerAnswers, NormalizeAnswers } from './unsent-answers.ts'

const stored = endpointQueryOptions(apiContract.questionnaire.readMine, {})
const versions = endpointPagesQueryOptions(apiContract.questionnaire.listMine, { query: {} })

export const useOwnQuestionnaire = () => ({
  questionnaire: useQuery(stored),
  settings: useQuery(endpointQueryOptions(apiContract.accountSettings.readSettings, {})),
})

export const useOwnQuestionnaireVersions = () => useInfiniteQuery(versions)

export const useOwnQuestionnaireVersion = (version: number) =>
  useQuery(endpointQueryOptions(apiContract.questionnaire.readVersionOfMine, { params: { version } }))

/** The account's birth date takes precedence, and the age is computed from it. */
export const createAnswersNormalizer =
  (birthDate: string | null): NormalizeAnswers =>
  (answers) =>
    birthDate ? withBirthDate(answers, birthDate, getPracticeToday()) : answers

/** Fails at once offline: the draft is stored locally. */
export function useQuestionnaireMutations() {
  const queries = useQueryClient()
  const keep = async (change: (before: OwnQuestionnaire) => OwnQuestionnaire) => {
    // A running query would return the state before this save and make the draft look deleted.
    await queries.cancelQueries({ queryKey: stored.queryKey })
    queries.setQueryData<OwnQuestionnaire>(stored.queryKey, (before) => before && change(before))
  }
  const save = useMutation({ ...endpointMutationOptions(apiContract.questionnaire.save), networkMode: 'always' })
  const draft = useMutation({
    ...endpointMutationOptions(apiContract.questionnaire.saveDraft),
    networkMode: 'always',
    onSuccess: (kept) => keep((before) => ({ ...before, draft: kept })),
  })
  const discard = useMutation({
    ...endpointMutationOptions(apiContract.questionnaire.discardDraft),
    networkMode: 'always',
  })
  return {
    save,
    discard,
    sendDraft: ({ answers, version, draftAt }: ServerAnswers) =>
      draft.mutateAsync({ body: { ...answers, version, replaces: draftAt } }),
    invalidate: () => void invalidateEndpoints(queries, apiContract.questionnaire.readMine),
    keep,
    lookAtVersions: () => void invalidateEndpoints(queries, apiContract.questionnaire.listMine),
  }
}

export type QuestionnaireMutations = ReturnType<typeof useQuestionnaireMutations>

/** The server computes the age itself. */
export const omitComputedAge = (
  answers: QuestionnaireAnswerValues,
  birthDate: string | null,
): QuestionnaireAnswerValues => (birthDate ? { ...answers, age: null } : answers)
