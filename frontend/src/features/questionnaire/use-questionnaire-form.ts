import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState, type BaseSyntheticEvent, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import {
  type QuestionnaireField,
  questionnaireFields,
  QuestionnaireAnswerValues,
  findChangedQuestionnaireFields,
  type OwnQuestionnaire,
  ValidQuestionnaireAnswers,
} from '#contract/questionnaire'
import { isEditConflictError } from '../../api/api-error.ts'
import { createApiError } from '../../api/create-api-error.ts'
import { parseNewChips } from '../../ui/chips.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { useFormWithoutDraft } from '../../ui/use-draft-form.ts'
import {
  QuestionnaireDraftSaver,
  type AnswersMergeReport,
  type QuestionnaireDraftPlace,
} from './questionnaire-draft-saver.ts'
import { isListAnswerField, isNumberAnswerField, LIST_ANSWER_LIMITS } from './answer-words.ts'
import { dropStaleHalfTypedEntries, addHalfTypedEntries, removeHalfTypedEntries } from './half-typed-entries.ts'
import { HalfTypedAnswerStore } from './half-typed-answer-store.ts'
import { questionnaireSections } from './questionnaire-sections.ts'
import { extractServerAnswers, computeInitialAnswers, createUnsentAnswersStore } from './unsent-answers.ts'
import {
  omitComputedAge,
  type QuestionnaireMutations,
  createAnswersNormalizer,
  useQuestionnaireMutations,
} from './use-own-questionnaire.ts'
import { useQuestionnaireSteps } from './use-questionnaire-steps.ts'

/** A computed age has no bounds: a minor with a consenting guardian is accepted. */
const ComputedAge = z.extend(ValidQuestionnaireAnswers, { age: QuestionnaireAnswerValues.shape.age })

export interface QuestionnaireFormProps {
  readonly questionnaire: OwnQuestionnaire
  readonly userId: string
  readonly birthDate: string | null
}

const useAnswersForm = (answers: QuestionnaireAnswerValues, birthDate: string | null) =>
  useFormWithoutDraft<z.input<typeof ValidQuestionnaireAnswers>, QuestionnaireAnswerValues>({
    resolver: zodResolver(birthDate ? ComputedAge : ValidQuestionnaireAnswers),
    defaultValues: answers,
    mode: 'onTouched',
    // The field may be on a hidden step (use-questionnaire-steps.ts).
    shouldFocusError: false,
  })
export type QuestionnaireFormReturn = ReturnType<typeof useAnswersForm>

export function useQuestionnaireForm({ questionnaire, userId, birthDate }: QuestionnaireFormProps) {
  const settle = createAnswersNormalizer(birthDate)
  const writes = useQuestionnaireMutations()
  const [copy] = useState(() => createUnsentAnswersStore(userId))
  const [known] = useState(() => extractServerAnswers(questionnaire, settle))
  const [opening] = useState(() => computeInitialAnswers(known, copy.read(), settle))
  const [unsavedSince, setUnsavedSince] = useState(opening.unsavedSince)
  const [keeping, tell] = useState<QuestionnaireDraftPlace>('nothing')
  const [elsewhere, setElsewhere] = useState(() => joinedOnOpening(opening.clashes))
  const [unfinished] = useState(() => new HalfTypedAnswerStore(userId))
  const isKept = useSyncExternalStore(unfinished.subscribe, unfinished.isKept)
  const form = useAnswersForm(withUnfinished(opening.answers, unfinished), birthDate)
  const [keeper] = useState(
    () =>
      new QuestionnaireDraftSaver({
        known,
        ...formParts(form, unfinished),
        send: writes.sendDraft,
        invalidate: writes.invalidate,
        copy,
        tell,
        joined: (more) => setElsewhere((before) => withMore(before, more)),
      }),
  )
  useEffect(() => void form.trigger(unfinishedNumbers(unfinished)), [form, unfinished])
  useKeeping(keeper, { form, unfinished, onWrittenElsewhere: copy.onWrittenElsewhere })
  useEffect(
    () => keeper.learn(extractServerAnswers(questionnaire, createAnswersNormalizer(birthDate))),
    [keeper, questionnaire, birthDate],
  )

  const steps = useQuestionnaireSteps((field) => form.setFocus(field))
  const saved = () => {
    setUnsavedSince(null)
    setElsewhere(null)
  }
  return {
    form,
    steps,
    unfinished,
    keeping: isKept ? keeping : ('nowhere' as const),
    elsewhere,
    unsavedSince,
    flush: () => void keeper.flush(),
    ...useSaving({ form, keeper, unfinished, writes, birthDate, saved, showField: steps.showField }),
    discard: async () => {
      await keeper.pause()
      const { draftAt } = keeper
      await writes.discard.mutateAsync({ query: draftAt ? { draftAt } : {} }).catch((error: unknown) => {
        keeper.resume()
        if (isEditConflictError(error)) writes.invalidate()
        throw error
      })
      const left = extractServerAnswers({ ...questionnaire, draft: null }, settle)
      forgetUnfinished(form, unfinished)
      keeper.restart(left, form.getValues() as QuestionnaireAnswerValues)
      await writes.keep((before) => ({ ...before, draft: null }))
      saved()
    },
  }
}

const joinedOnOpening = (clashes: AnswersMergeReport['clashes']): AnswersMergeReport | null =>
  clashes.length > 0 ? { clashes, isSaved: false } : null

const withMore = (before: AnswersMergeReport | null, { clashes, isSaved }: AnswersMergeReport): AnswersMergeReport => {
  const newer = clashes.map(({ field }) => field)
  const earlier = before?.clashes.filter(({ field }) => !newer.includes(field)) ?? []
  return { clashes: [...earlier, ...clashes], isSaved: isSaved || before?.isSaved === true }
}

const unfinishedNumbers = (unfinished: HalfTypedAnswerStore) =>
  questionnaireFields.filter((field) => isNumberAnswerField(field) && unfinished.read(field) !== '')

const withUnfinished = (
  answers: QuestionnaireAnswerValues,
  unfinished: HalfTypedAnswerStore,
): QuestionnaireAnswerValues => ({
  ...removeHalfTypedEntries(answers, unfinished, {}),
  ...Object.fromEntries(
    unfinishedNumbers(unfinished)
      .filter((field) => answers[field] === null)
      .map((field) => [field, Number.NaN]),
  ),
})

function forgetUnfinished(form: QuestionnaireFormReturn, unfinished: HalfTypedAnswerStore): void {
  const isNoNumber = (field: QuestionnaireField) => Number.isNaN(form.getValues(field))
  for (const field of questionnaireFields.filter(isNoNumber)) form.resetField(field, { defaultValue: null })
  for (const field of questionnaireFields) unfinished.write(field, '')
}

function finishLists(form: QuestionnaireFormReturn, unfinished: HalfTypedAnswerStore): void {
  for (const field of questionnaireFields.filter(isListAnswerField)) {
    const chips = form.getValues(field) ?? []
    const { added, room } = parseNewChips(chips, unfinished.read(field), LIST_ANSWER_LIMITS)
    if (room.length > 0) form.setValue(field, [...chips, ...room])
    if (added.length === room.length) unfinished.write(field, '')
  }
}

const formParts = (form: QuestionnaireFormReturn, unfinished: HalfTypedAnswerStore) => ({
  read: () => addHalfTypedEntries(form.getValues() as QuestionnaireAnswerValues, unfinished),
  /** Sets only fields that differ, so that the field being edited is not disturbed. */
  show: (answers: QuestionnaireAnswerValues) => {
    const before = form.getValues() as QuestionnaireAnswerValues
    dropStaleHalfTypedEntries(answers, unfinished)
    const after = removeHalfTypedEntries(answers, unfinished, before)
    for (const field of findChangedQuestionnaireFields(before, after)) form.setValue(field, after[field])
  },
})

interface Kept {
  readonly form: QuestionnaireFormReturn
  readonly unfinished: HalfTypedAnswerStore
  readonly onWrittenElsewhere: ReturnType<typeof createUnsentAnswersStore>['onWrittenElsewhere']
}

function useKeeping(keeper: QuestionnaireDraftSaver, { form, unfinished, onWrittenElsewhere }: Kept): void {
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
  readonly form: QuestionnaireFormReturn
  readonly unfinished: HalfTypedAnswerStore
  readonly keeper: QuestionnaireDraftSaver
  readonly writes: QuestionnaireMutations
  readonly birthDate: string | null
  readonly saved: () => void
  readonly showField: (field: QuestionnaireField) => void
}

const fieldsInOrder = questionnaireSections.flatMap(({ fields }) => fields)

type MergeCounts = Pick<QuestionnaireDraftSaver, 'merges' | 'takeovers'>

function useSaving({ form, keeper, unfinished, writes, birthDate, saved, showField }: Saving) {
  const send = async (answers: QuestionnaireAnswerValues, before: MergeCounts) => {
    const written = form.getValues() as QuestionnaireAnswerValues
    await keeper.pause()
    try {
      // Saved with the draft known by now, these answers would delete what was merged since.
      if (keeper.takeovers > before.takeovers) throw await createApiError('changed-meanwhile')
      const { version, draftAt } = keeper
      const body = { ...omitComputedAge(answers, birthDate), version, draftAt }
      const current = await writes.save.mutateAsync({ body })
      keeper.restart(extractServerAnswers({ current, draft: null }, createAnswersNormalizer(birthDate)), written)
      await writes.keep(() => ({ current, draft: null }))
      writes.lookAtVersions()
      saved()
      showNotice.success('¡Guardado!')
    } catch (error) {
      keeper.resume()
      if (!isEditConflictError(error)) return
      keeper.explainMerge(before.merges)
      writes.invalidate()
    }
  }
  const submit = (event: BaseSyntheticEvent) => {
    finishLists(form, unfinished)
    const { merges, takeovers } = keeper
    const save = form.handleSubmit(
      (answers) => send(answers, { merges, takeovers }),
      (errors) => {
        const first = fieldsInOrder.find((field) => errors[field])
        if (first) showField(first)
      },
    )
    return save(event)
  }
  return { submit, error: writes.save.error, busy: form.formState.isSubmitting }
}
