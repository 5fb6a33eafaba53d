import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { recordOpeningQuestions } from '#contract/record-openings'
import { openedRecordPartLabels, recordOpeningQuestionLabels } from '#contract/record-opening-labels'
import { endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { Form, FormActions } from '../../ui/form.tsx'
import { formatDayAndTime } from '../../ui/format.ts'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { toRecordOpenerName } from './record-openings-list.tsx'
import type { RecordOpeningGroup } from './record-opening-groups.ts'

interface QuestionDialogProps {
  readonly visit: RecordOpeningGroup
  readonly close: () => void
}

function useQuestion(done: () => void) {
  const queries = useQueryClient()
  return useMutation({
    ...endpointMutationOptions(apiContract.privacy.askAboutOpening),
    onSuccess: async () => {
      await invalidateEndpoints(queries, apiContract.privacy.listOpenings)
      showNotice.success('Pregunta enviada', 'El equipo te responderá por correo o por teléfono.')
      done()
    },
  })
}

const inputNames = { at: 'about' }

/** Three fixed questions, because free text would travel by mail. */
export function RecordOpeningQuestionDialog({ visit: { latest, openings }, close }: QuestionDialogProps) {
  const { mutate, isPending, error } = useQuestion(close)
  const open = openings.filter(({ question }) => question === null)
  const [about, setAbout] = useState(open[0]?.auditId ?? '')
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const chosen = recordOpeningQuestions.find((each) => each === reason)
  const opening = open.find(({ auditId }) => auditId === about)
  const submit = () => {
    setMissing(!chosen)
    if (chosen && opening) {
      mutate({ params: { auditId: opening.auditId }, body: { at: opening.at, reason: chosen } })
    }
  }
  return (
    <Dialog title="Preguntar quién ha visto tus datos" close={close}>
      <Form
        draft={createUnstoredFormDraft('opening-question', reason !== '')}
        refused={error}
        inputNames={inputNames}
        onSubmit={submit}
      >
        <p>
          {toRecordOpenerName(latest)}, {formatDayAndTime(latest.at)}. Enviaremos tu pregunta por correo al equipo, que
          te responderá.
        </p>
        <SelectField
          name="about"
          label="Sobre qué"
          options={open.map(({ auditId, part }) => [auditId, openedRecordPartLabels[part]] as const)}
          value={about}
          onChange={({ target }) => setAbout(target.value)}
        />
        <SelectField
          name="reason"
          label="Qué quieres preguntar"
          required
          none="Elige una pregunta"
          options={recordOpeningQuestions.map((each) => [each, recordOpeningQuestionLabels[each]] as const)}
          value={reason}
          error={missing && !chosen ? 'Elige qué quieres preguntar' : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        <FormErrorNotice error={error} />
        <FormActions busy={isPending} busyText="Enviando...">
          Enviar pregunta
        </FormActions>
      </Form>
    </Dialog>
  )
}
