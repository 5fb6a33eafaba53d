import * as z from 'zod/mini'
import { QuestionnaireAnswerValues, type OwnQuestionnaire } from '#contract/questionnaire'
import { localStore } from '../../api/local-store.ts'
import { mergeAnswers, hasSameAnswers, toMergeBase } from './merge-answers.ts'

const UnsentAnswers = z.object({
  base: QuestionnaireAnswerValues,
  answers: QuestionnaireAnswerValues,
  /** Sent without a reply, oldest first: any of them may have arrived. */
  sent: z.optional(z.array(QuestionnaireAnswerValues)),
  writtenAt: z.iso.datetime(),
})
export type UnsentAnswers = z.infer<typeof UnsentAnswers>

const parseCopy = (value: unknown) => UnsentAnswers.safeParse(value).data

export const createUnsentAnswersStore = (userId: string) => {
  const name = `questionnaire:${userId}`
  const read = () => parseCopy(localStore.get(name))
  return {
    read,
    write: (copy: UnsentAnswers): boolean => localStore.set(name, copy),
    /** Only with an existing copy: sign-out deletes it. */
    noteSent: (sent: QuestionnaireAnswerValues[]): void => {
      const kept = read()
      if (kept) localStore.set(name, { ...kept, sent })
    },
    remove: (): void => localStore.remove(name),
    /** Removes the copy only if it holds nothing but these answers. */
    forget: (answers: QuestionnaireAnswerValues): void => {
      const kept = read()
      if (kept && hasSameAnswers(kept.answers, answers)) localStore.remove(name)
    },
    onWrittenElsewhere: (listener: (copy: UnsentAnswers) => void) =>
      localStore.subscribe(name, (value) => {
        const copy = parseCopy(value)
        if (copy) listener(copy)
      }),
  }
}

export interface ServerAnswers {
  readonly answers: QuestionnaireAnswerValues
  /** The saved version; 0 without one. */
  readonly version: number
  readonly draftAt: string | null
}

export type NormalizeAnswers = (answers: QuestionnaireAnswerValues) => QuestionnaireAnswerValues

export const extractServerAnswers = (
  { current, draft }: OwnQuestionnaire,
  settle: NormalizeAnswers,
): ServerAnswers => ({
  answers: settle(draft?.answers ?? current?.answers ?? QuestionnaireAnswerValues.parse({})),
  version: current?.version ?? 0,
  draftAt: draft?.savedAt ?? null,
})

export function computeInitialAnswers(known: ServerAnswers, copy: UnsentAnswers | undefined, settle: NormalizeAnswers) {
  if (!copy || hasSameAnswers(copy.base, copy.answers))
    return { answers: known.answers, unsavedSince: known.draftAt, clashes: [] }
  const base = toMergeBase(settle(copy.base), known.answers, (copy.sent ?? []).map(settle))
  const { answers, clashes } = mergeAnswers(base, settle(copy.answers), known.answers)
  const times = [known.draftAt, copy.writtenAt].filter((time) => time !== null)
  return { answers, unsavedSince: times.toSorted().at(-1) ?? null, clashes }
}
