import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ageOn, type Answers, type OwnQuestionnaire } from '#contract/questionnaire'
import { api } from '#contract/api'
import { read, readPages, write } from '../../api/query.ts'
import { todayHere } from '../../ui/wall-time.ts'
import type { KnownAnswers, Normalize } from './unsent-copy.ts'

const stored = read(api.questionnaire.readMine, {})
const versions = readPages(api.questionnaire.listMine, { query: {} })

/** The caller's questionnaire, and what their account knows that it needs: how old they are, who answers for them. */
export const useQuestionnaire = () => ({
  questionnaire: useQuery(stored),
  settings: useQuery(read(api.account.readSettings, {})),
})

/** The saved versions of the caller, newest first. */
export const useVersions = () => useInfiniteQuery(versions)

export const useVersion = (version: number) =>
  useQuery(read(api.questionnaire.readVersionOfMine, { params: { version } }))

/** Where the account knows the birth date, that is the one, and the age follows from it. */
export const normalizeWith =
  (birthDate: string | null): Normalize =>
  (answers) =>
    birthDate ? { ...answers, dateOfBirth: birthDate, age: ageOn(birthDate, todayHere()) } : answers

/** What a form asks of the server. Without a connection each is answered at once: what is typed waits elsewhere. */
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

/** The answers as they are sent: an age that follows from the birth date is not typed. */
export const answersToSave = (answers: Answers, birthDate: string | null): Answers =>
  birthDate ? { ...answers, age: null } : answers
