import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState, type BaseSyntheticEvent, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import {
  type AnswerField,
  answerFields,
  Answers,
  changedFields,
  type OwnQuestionnaire,
  ValidAnswers,
} from '#contract/questionnaire'
import { isConflict } from '../../api/api-error.ts'
import { newChips } from '../../ui/chips.ts'
import { showFieldProblems } from '../../ui/field-problems.ts'
import { notify } from '../../ui/notify.ts'
import { useFormKeptElsewhere } from '../../ui/use-draft-form.ts'
import { DraftSaver, type MergeResult, type DraftPlace } from './draft-saver.ts'
import { isList, isNumber, listLimits } from './answer-words.ts'
import { dropRemoved, withUnfinishedEntries, withoutUnfinishedEntries } from './unfinished-entries.ts'
import { UnfinishedTexts } from './unfinished-texts.ts'
import { knownAnswers, openingWith, unsentCopy } from './unsent-copy.ts'
import { answersToSave, type QuestionnaireWrites, normalizeWith, useQuestionnaireWrites } from './use-questionnaire.ts'

/** A computed age has no bounds: a minor with a consenting guardian is accepted. */
const ComputedAge = z.extend(ValidAnswers, { age: Answers.shape.age })

export interface OpenedQuestionnaire {
  readonly questionnaire: OwnQuestionnaire
  readonly userId: string
  readonly birthDate: string | null
}

const useAnswersForm = (answers: Answers, birthDate: string | null) =>
  useFormKeptElsewhere<z.input<typeof ValidAnswers>, Answers>({
    resolver: zodResolver(birthDate ? ComputedAge : ValidAnswers),
    defaultValues: answers,
    mode: 'onTouched',
  })
export type AnswersForm = ReturnType<typeof useAnswersForm>

export function useProfileForm({ questionnaire, userId, birthDate }: OpenedQuestionnaire) {
  const settle = normalizeWith(birthDate)
  const writes = useQuestionnaireWrites()
  const [copy] = useState(() => unsentCopy(userId))
  const [known] = useState(() => knownAnswers(questionnaire, settle))
  const [opening] = useState(() => openingWith(known, copy.read(), settle))
  const [unsavedSince, setUnsavedSince] = useState(opening.unsavedSince)
  const [keeping, tell] = useState<DraftPlace>('nothing')
  const [elsewhere, setElsewhere] = useState(() => joinedOnOpening(opening.clashes))
  const [unfinished] = useState(() => new UnfinishedTexts(userId))
  const isKept = useSyncExternalStore(unfinished.subscribe, unfinished.isKept)
  const form = useAnswersForm(withUnfinished(opening.answers, unfinished), birthDate)
  const [keeper] = useState(
    () =>
      new DraftSaver({
        known,
        ...formParts(form, unfinished),
        send: writes.sendDraft,
        look: writes.look,
        copy,
        tell,
        joined: (more) => setElsewhere((before) => withMore(before, more)),
      }),
  )
  useEffect(() => void form.trigger(unfinishedNumbers(unfinished)), [form, unfinished])
  useKeeping(keeper, { form, unfinished, onWrittenElsewhere: copy.onWrittenElsewhere })
  useEffect(
    () => keeper.learn(knownAnswers(questionnaire, normalizeWith(birthDate))),
    [keeper, questionnaire, birthDate],
  )

  const saved = () => {
    setUnsavedSince(null)
    setElsewhere(null)
  }
  return {
    form,
    unfinished,
    keeping: isKept ? keeping : ('nowhere' as const),
    elsewhere,
    unsavedSince,
    flush: () => void keeper.flush(),
    ...useSaving({ form, keeper, unfinished, writes, birthDate, saved }),
    discard: async () => {
      await keeper.settled()
      await writes.discard.mutateAsync({})
      const left = knownAnswers({ ...questionnaire, draft: null }, settle)
      forgetUnfinished(form, unfinished)
      keeper.restart(left, form.getValues() as Answers)
      writes.keep((before) => ({ ...before, draft: null }))
      saved()
    },
  }
}

const joinedOnOpening = (clashes: MergeResult['clashes']): MergeResult | null =>
  clashes.length > 0 ? { clashes, isSaved: false } : null

/** Collects merge results until the next save. */
const withMore = (before: MergeResult | null, { clashes, isSaved }: MergeResult): MergeResult => {
  const newer = clashes.map(({ field }) => field)
  const earlier = before?.clashes.filter(({ field }) => !newer.includes(field)) ?? []
  return { clashes: [...earlier, ...clashes], isSaved: isSaved || before?.isSaved === true }
}

const unfinishedNumbers = (unfinished: UnfinishedTexts) =>
  answerFields.filter((field) => isNumber(field) && unfinished.read(field) !== '')

/** Adds invalid number input, so that the field shows it with its error. */
const withUnfinished = (answers: Answers, unfinished: UnfinishedTexts): Answers => ({
  ...withoutUnfinishedEntries(answers, unfinished, {}),
  ...Object.fromEntries(
    unfinishedNumbers(unfinished)
      .filter((field) => answers[field] === null)
      .map((field) => [field, Number.NaN]),
  ),
})

function forgetUnfinished(form: AnswersForm, unfinished: UnfinishedTexts): void {
  const isNoNumber = (field: AnswerField) => Number.isNaN(form.getValues(field))
  for (const field of answerFields.filter(isNoNumber)) form.resetField(field, { defaultValue: null })
  for (const field of answerFields) unfinished.write(field, '')
}

/** Turns half-typed entries of an earlier visit into list entries. */
function finishLists(form: AnswersForm, unfinished: UnfinishedTexts): void {
  for (const field of answerFields.filter(isList)) {
    const chips = form.getValues(field) ?? []
    const { added, room } = newChips(chips, unfinished.read(field), listLimits)
    if (room.length > 0) form.setValue(field, [...chips, ...room])
    if (added.length === room.length) unfinished.write(field, '')
  }
}

const formParts = (form: AnswersForm, unfinished: UnfinishedTexts) => ({
  read: () => withUnfinishedEntries(form.getValues() as Answers, unfinished),
  /** Sets only fields that differ, so that the field being typed in is not disturbed. */
  show: (answers: Answers) => {
    const before = form.getValues() as Answers
    dropRemoved(answers, unfinished)
    const after = withoutUnfinishedEntries(answers, unfinished, before)
    for (const field of changedFields(before, after)) form.setValue(field, after[field])
  },
})

interface Kept {
  readonly form: AnswersForm
  readonly unfinished: UnfinishedTexts
  readonly onWrittenElsewhere: ReturnType<typeof unsentCopy>['onWrittenElsewhere']
}

/** Reports every change to the draft saver, and sends at once when the connection returns or the page is hidden. */
function useKeeping(keeper: DraftSaver, { form, unfinished, onWrittenElsewhere }: Kept): void {
  useEffect(() => {
    keeper.begin()
    const flush = () => void keeper.flush()
    const changed = () => keeper.changed()
    const stopReading = form.subscribe({ formState: { values: true }, callback: changed })
    const stopReadingHalves = unfinished.subscribe(changed)
    const stopListening = onWrittenElsewhere((copy) => keeper.learnFromWindow(copy))
    window.addEventListener('online', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      stopReading()
      stopReadingHalves()
      stopListening()
      window.removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', flush)
      keeper.end()
    }
  }, [keeper, form, unfinished, onWrittenElsewhere])
}

interface Saving {
  readonly form: AnswersForm
  readonly unfinished: UnfinishedTexts
  readonly keeper: DraftSaver
  readonly writes: QuestionnaireWrites
  readonly birthDate: string | null
  readonly saved: () => void
}

function useSaving({ form, keeper, unfinished, writes, birthDate, saved }: Saving) {
  const save = form.handleSubmit(async (answers) => {
    const written = form.getValues() as Answers
    // A draft on its way would arrive after the answers that it is the draft of.
    await keeper.settled()
    const body = { ...answersToSave(answers, birthDate), version: keeper.version }
    try {
      const current = await writes.save.mutateAsync({ body })
      keeper.restart(knownAnswers({ current, draft: null }, normalizeWith(birthDate)), written)
      writes.keep(() => ({ current, draft: null }))
      writes.lookAtVersions()
      saved()
      notify.success('¡Guardado!')
    } catch (error) {
      keeper.changed()
      refused(error, form, writes)
    }
  })
  const submit = (event: BaseSyntheticEvent) => {
    finishLists(form, unfinished)
    return save(event)
  }
  return { submit, error: writes.save.error, busy: form.formState.isSubmitting }
}

function refused(error: unknown, form: AnswersForm, { look }: QuestionnaireWrites): void {
  if (isConflict(error)) look()
  showFieldProblems(form, error)
}
