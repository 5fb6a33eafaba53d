import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod'
import { type AnswerField, Answers, changedFields, type OwnQuestionnaire, SoundAnswers } from '#contract/questionnaire'
import { Refused } from '../../api/refused.ts'
import { notify } from '../../ui/notify.ts'
import { DraftKeeper, type Keeping } from './draft-keeper.ts'
import { knownFrom, openingWith, unsentCopy } from './unsent-copy.ts'
import { answersToSave, type QuestionnaireWrites, settleBy, useQuestionnaireWrites } from './use-questionnaire.ts'

/** An age that follows from the birth date is held to no bounds: a minor whose guardian agreed is welcome. */
const ComputedAge = SoundAnswers.extend({ age: Answers.shape.age })

export interface Opened {
  readonly questionnaire: OwnQuestionnaire
  readonly userId: string
  /** As the account knows it; null where it does not. */
  readonly birthDate: string | null
}

const useAnswersForm = (answers: Answers, birthDate: string | null) =>
  useForm<z.input<typeof SoundAnswers>, unknown, Answers>({
    resolver: zodResolver(birthDate ? ComputedAge : SoundAnswers),
    defaultValues: answers,
    mode: 'onTouched',
  })
export type AnswersForm = ReturnType<typeof useAnswersForm>

/** The form of the questionnaire: it opens with what was left in it, keeps what is written and saves it. */
export function useProfileForm({ questionnaire, userId, birthDate }: Opened) {
  const settle = settleBy(birthDate)
  const writes = useQuestionnaireWrites()
  const [copy] = useState(() => unsentCopy(userId))
  const [known] = useState(() => knownFrom(questionnaire, settle))
  const [opening] = useState(() => openingWith(known, copy.read(), settle))
  const [unsavedSince, setUnsavedSince] = useState(opening.unsavedSince)
  const [keeping, tell] = useState<Keeping>('nothing')
  const [clashes, joined] = useState<readonly AnswerField[] | null>(null)
  const form = useAnswersForm(opening.answers, birthDate)
  const show = (answers: Answers) => showIn(form, answers)
  const [keeper] = useState(
    () =>
      new DraftKeeper({
        known,
        read: () => form.getValues() as Answers,
        show,
        send: writes.sendDraft,
        look: writes.look,
        copy,
        tell,
        joined,
      }),
  )
  useKeeping(keeper, form, copy.onWrittenElsewhere)
  useEffect(() => keeper.learn(knownFrom(questionnaire, settleBy(birthDate))), [keeper, questionnaire, birthDate])

  const saved = () => {
    setUnsavedSince(null)
    joined(null)
  }
  return {
    form,
    keeping,
    clashes,
    unsavedSince,
    flush: () => void keeper.flush(),
    ...useSaving({ form, keeper, writes, birthDate, saved }),
    discard: async () => {
      await keeper.settled()
      await writes.discard.mutateAsync({})
      const left = knownFrom({ ...questionnaire, draft: null }, settle)
      keeper.restart(left, form.getValues() as Answers)
      writes.keep((before) => ({ ...before, draft: null }))
      saved()
    },
  }
}

/** Only what differs is put in: the field that somebody is typing in is left alone. */
function showIn(form: AnswersForm, answers: Answers): void {
  for (const field of changedFields(form.getValues() as Answers, answers)) form.setValue(field, answers[field])
}

type OnWrittenElsewhere = ReturnType<typeof unsentCopy>['onWrittenElsewhere']

/** Tells the keeper of everything that is typed, and of the moments at which it had better send it. */
function useKeeping(keeper: DraftKeeper, form: AnswersForm, onWrittenElsewhere: OnWrittenElsewhere): void {
  useEffect(() => {
    keeper.begin()
    const flush = () => void keeper.flush()
    const stopReading = form.subscribe({ formState: { values: true }, callback: () => keeper.changed() })
    const stopListening = onWrittenElsewhere((copy) => keeper.learnFromWindow(copy))
    window.addEventListener('online', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      stopReading()
      stopListening()
      window.removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', flush)
      keeper.end()
    }
  }, [keeper, form, onWrittenElsewhere])
}

interface Saving {
  readonly form: AnswersForm
  readonly keeper: DraftKeeper
  readonly writes: QuestionnaireWrites
  readonly birthDate: string | null
  readonly saved: () => void
}

function useSaving({ form, keeper, writes, birthDate, saved }: Saving) {
  const submit = form.handleSubmit(async (answers) => {
    const written = form.getValues() as Answers
    // A draft on its way would arrive after the answers that it is the draft of.
    await keeper.settled()
    const body = { ...answersToSave(answers, birthDate), version: keeper.version }
    try {
      const current = await writes.save.mutateAsync({ body })
      keeper.restart(knownFrom({ current, draft: null }, settleBy(birthDate)), written)
      writes.keep(() => ({ current, draft: null }))
      writes.lookAtVersions()
      saved()
      notify.success('¡Guardado!')
    } catch (error) {
      keeper.changed()
      refused(error, form, writes)
    }
  })
  return { submit, error: writes.save.error, busy: form.formState.isSubmitting }
}

function refused(error: unknown, form: AnswersForm, { look }: QuestionnaireWrites): void {
  if (!(error instanceof Refused)) return
  if (error.code === 'changed-meanwhile') look()
  for (const [field, [message]] of Object.entries(error.problems)) {
    if (message && field in SoundAnswers.shape) form.setError(field as AnswerField, { message })
  }
}
