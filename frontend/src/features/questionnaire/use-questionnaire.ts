import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ageOn, type Answers, type OwnQuestionnaire } from '#contract/questionnaire'
import { api } from '#contract/api'
import { read, readPages, write } from '../../api/query.ts'
import { todayHere } from '../../ui/wall-time.ts'
import type { KnownAnswers, Normalize } from './unsent-copy.ts'

const stored = read(api.questionnaire.readMine, {})
const versions = readPages(api.questionnaire.listMine, { query: {} })

export const useQuestionnaire = () => ({
  questionnaire: useQuery(stored),
  settings: useQuery(read(api.account.readSettings, {})),
})

export const useVersions = () => useInfiniteQuery(versions)

export const useVersion = (version: number) =>
  useQuery(read(api.questionnaire.readVersionOfMine, { params: { version } }))

/** The account's birth date wins, and the age is computed from it. */
export const normalizeWith =
  (birthDate: string | null): Normalize =>
  (answers) =>
    birthDate ? { ...answers, dateOfBirth: birthDate, age: ageOn(birthDate, todayHere()) } : answers

/** Fails at once without a connection: the draft is stored locally. */
export function useQuestionnaireWrites() {
  const queries = useQueryClient()
  const keep = (change: (before: OwnQuestionnaire) => OwnQuestionnaire) =>
    queries.setQueryData<OwnQuestionnaire>(stored.queryKey, (before) => before && change(before))
  const save = useMutation({ ...write(api.questionnaire.save), networkMode: 'always' })
  const draft = useMutation({
    ...write(api.questionnaire.saveDraft),
    networkMode: 'always',
    onSuccess: (kept) => keep((before) => ({ ...before, draft: kept })),
  })
  const discard = useMutation({ ...write(api.questionnaire.discardDraft), networkMode: 'always' })
  return {
    save,
    discard,
    sendDraft: ({ answers, version, draftAt }: KnownAnswers) =>
      draft.mutateAsync({ body: { ...answers, version, replaces: draftAt } }),
    look: () => void queries.invalidateQueries({ queryKey: stored.queryKey }),
    keep,
    lookAtVersions: () => void queries.invalidateQueries({ queryKey: versions.queryKey }),
  }
}

export type QuestionnaireWrites = ReturnType<typeof useQuestionnaireWrites>

/** A computed age is not sent. */
export const answersToSave = (answers: Answers, birthDate: string | null): Answers =>
  birthDate ? { ...answers, age: null } : answers
