import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#contract/api'
import { openingQuestions } from '#contract/record-openings'
import { openedPartText, openingQuestionText } from '#contract/record-opening-words'
import { errorText } from '../../api/error-text.ts'
import { readPages, write } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { choiceDraft } from '../../ui/form-draft.ts'
import { CancelButton, Form } from '../../ui/form.tsx'
import { formatMoment } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { notify } from '../../ui/notify.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { nameOf } from './openings-list.tsx'
import type { Visit } from './visits.ts'

interface QuestionDialogProps {
  readonly visit: Visit
  readonly close: () => void
}

function useQuestion(done: () => void) {
  const queries = useQueryClient()
  return useMutation({
    ...write(api.privacy.askAboutOpening),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: readPages(api.privacy.listOpenings, { query: {} }).queryKey })
      notify.success('Pregunta enviada', 'El equipo te responderá por correo o por teléfono.')
      done()
    },
  })
}

/** Three fixed questions, because free text would travel by mail. */
export function QuestionDialog({ visit: { latest, openings }, close }: QuestionDialogProps) {
  const { mutate, isPending, error } = useQuestion(close)
  const open = openings.filter(({ question }) => question === null)
  const [about, setAbout] = useState(open[0]?.auditId ?? '')
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const chosen = openingQuestions.find((each) => each === reason)
  const opening = open.find(({ auditId }) => auditId === about)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!chosen)
    if (chosen && opening) {
      mutate({ params: { auditId: opening.auditId }, body: { at: opening.at, reason: chosen } })
    }
  }
  return (
    <Dialog title="Preguntar quién ha visto tus datos" close={close}>
      <Form draft={choiceDraft('opening-question', reason !== '')} onSubmit={submit}>
        <p>
          {nameOf(latest)}, {formatMoment(latest.at)}. Enviaremos tu pregunta por correo al equipo, que te responderá.
        </p>
        <SelectField
          label="Sobre qué"
          options={open.map(({ auditId, part }) => [auditId, openedPartText[part]] as const)}
          value={about}
          onChange={({ target }) => setAbout(target.value)}
        />
        <SelectField
          label="Qué quieres preguntar"
          required
          none="Elige una pregunta"
          options={openingQuestions.map((each) => [each, openingQuestionText[each]] as const)}
          value={reason}
          error={missing && !chosen ? 'Elige qué quieres preguntar' : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        {error && <NoticeBox kind="problem">{errorText(error)}</NoticeBox>}
        <div className="dialog-actions">
          <CancelButton />
          <Button type="submit" busy={isPending} busyText="Enviando...">
            Enviar pregunta
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
