import * as z from 'zod'
import { Answers, type OwnQuestionnaire } from '#contract/questionnaire'
import { dropHere, keepHere, keptHere, onKeptElsewhere } from '../../api/kept-here.ts'
import { merge, sameAnswers } from './merge.ts'

/** What was written in this browser and not sent yet, with what the server had when it was written. */
const UnsentCopy = z.object({ base: Answers, answers: Answers, writtenAt: z.iso.datetime() })
export type UnsentCopy = z.infer<typeof UnsentCopy>

const understood = (value: unknown) => UnsentCopy.safeParse(value).data

export const unsentCopy = (userId: string) => {
  const name = `questionnaire:${userId}`
  const read = () => understood(keptHere(name))
  return {
    read,
    write: (copy: UnsentCopy): boolean => keepHere(name, copy),
    remove: (): void => dropHere(name),
    /** Removes the copy if these answers are all that it holds. */
    forget: (answers: Answers): void => {
      const kept = read()
      if (kept && sameAnswers(kept.answers, answers)) dropHere(name)
    },
    onWrittenElsewhere: (listener: (copy: UnsentCopy) => void) =>
      onKeptElsewhere(name, (value) => {
        const copy = understood(value)
        if (copy) listener(copy)
      }),
  }
}

/** What the server has: the answers that a form goes on from, and the marks by which it knows them again. */
export interface Known {
  readonly answers: Answers
  /** The version that is saved; 0 when none is. */
  readonly version: number
  /** When the draft was kept; null when there is none. */
  readonly draftAt: string | null
}

/** The answers of a form, where some follow from what the account knows. */
export type Settle = (answers: Answers) => Answers

export const knownFrom = ({ current, draft }: OwnQuestionnaire, settle: Settle): Known => ({
  answers: settle(draft?.answers ?? current?.answers ?? Answers.parse({})),
  version: current?.version ?? 0,
  draftAt: draft?.savedAt ?? null,
})

/** With which answers a form opens, and since when they wait to be saved; null when they are saved. */
export function openingWith(known: Known, copy: UnsentCopy | undefined, settle: Settle) {
  if (!copy || sameAnswers(copy.base, copy.answers))
    return { answers: known.answers, unsavedSince: known.draftAt, clashes: [] }
  const { answers, clashes } = merge(settle(copy.base), settle(copy.answers), known.answers)
  const times = [known.draftAt, copy.writtenAt].filter((time) => time !== null)
  return { answers, unsavedSince: times.toSorted().at(-1) ?? null, clashes }
}
