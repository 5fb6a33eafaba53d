import * as z from 'zod/mini'
import { Answers, type OwnQuestionnaire } from '#contract/questionnaire'
import { localStore } from '../../api/local-store.ts'
import { merge, sameAnswers } from './merge.ts'

const UnsentCopy = z.object({ base: Answers, answers: Answers, writtenAt: z.iso.datetime() })
export type UnsentCopy = z.infer<typeof UnsentCopy>

const parseCopy = (value: unknown) => UnsentCopy.safeParse(value).data

export const unsentCopy = (userId: string) => {
  const name = `questionnaire:${userId}`
  const read = () => parseCopy(localStore.get(name))
  return {
    read,
    write: (copy: UnsentCopy): boolean => localStore.set(name, copy),
    remove: (): void => localStore.remove(name),
    /** Removes the copy only if it holds nothing but these answers. */
    forget: (answers: Answers): void => {
      const kept = read()
      if (kept && sameAnswers(kept.answers, answers)) localStore.remove(name)
    },
    onWrittenElsewhere: (listener: (copy: UnsentCopy) => void) =>
      localStore.subscribe(name, (value) => {
        const copy = parseCopy(value)
        if (copy) listener(copy)
      }),
  }
}

/** The server's answers, with version and draft time to detect changes. */
export interface KnownAnswers {
  readonly answers: Answers
  /** The saved version; 0 without one. */
  readonly version: number
  /** When the draft was stored; null without one. */
  readonly draftAt: string | null
}

export type Normalize = (answers: Answers) => Answers

export const knownAnswers = ({ current, draft }: OwnQuestionnaire, settle: Normalize): KnownAnswers => ({
  answers: settle(draft?.answers ?? current?.answers ?? Answers.parse({})),
  version: current?.version ?? 0,
  draftAt: draft?.savedAt ?? null,
})

/** The answers to open the form with, and since when they are unsaved; null if they are saved. */
export function openingWith(known: KnownAnswers, copy: UnsentCopy | undefined, settle: Normalize) {
  if (!copy || sameAnswers(copy.base, copy.answers))
    return { answers: known.answers, unsavedSince: known.draftAt, clashes: [] }
  const { answers, clashes } = merge(settle(copy.base), settle(copy.answers), known.answers)
  const times = [known.draftAt, copy.writtenAt].filter((time) => time !== null)
  return { answers, unsavedSince: times.toSorted().at(-1) ?? null, clashes }
}
