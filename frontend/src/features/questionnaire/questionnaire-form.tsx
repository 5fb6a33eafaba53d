import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type QuestionnaireField, questionnaireFields, type QuestionnaireAnswerValues } from '#contract/questionnaire'
import { toErrorMessage } from '../../api/error-message.ts'
import { isEditConflictError, ApiUnreachableError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { formatInstantAsDay } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { formatTime } from '../../ui/wall-time.ts'
import { QuestionnaireAnswerInput } from './answer-input.tsx'
import type { QuestionnaireDraftPlace } from './questionnaire-draft-saver.ts'
import { AnswersMergeNotice } from './answers-merge-notice.tsx'
import { countAnsweredFields, type QuestionnaireSection, questionnaireSections } from './questionnaire-sections.ts'
import type { HalfTypedAnswerStore } from './half-typed-answer-store.ts'
import {
  type QuestionnaireFormReturn,
  type QuestionnaireFormProps,
  useQuestionnaireForm,
} from './use-questionnaire-form.ts'

export function QuestionnaireForm(opened: QuestionnaireFormProps) {
  const { form, submit, error, busy, keeping, elsewhere, unsavedSince, flush, discard, unfinished } =
    useQuestionnaireForm(opened)
  return (
    // What could be kept nowhere is lost with the page.
    <Form
      draft={createUnstoredFormDraft('questionnaire', keeping === 'nowhere')}
      refused={error}
      className="questionnaire"
      aria-label="Cuestionario de salud"
      onBlur={flush}
      onSubmit={(event) => void submit(event)}
    >
      <Progress form={form} />
      {unsavedSince && <LeftDraft since={unsavedSince} discard={discard} />}
      {questionnaireSections.map((section) => (
        <SectionSheet
          key={section.id}
          form={form}
          section={section}
          birthDate={opened.birthDate}
          unfinished={unfinished}
        />
      ))}
      <div className="questionnaire-end">
        {elsewhere && <AnswersMergeNotice {...elsewhere} />}
        {error && <SaveProblem error={error} />}
        <div className="questionnaire-save">
          <p className="questionnaire-status" role="status">
            {keepingText[keeping]}
          </p>
          <Button type="submit" busy={busy} busyText="Guardando...">
            Guardar Perfil
          </Button>
        </div>
      </div>
    </Form>
  )
}

const keepingText: Readonly<Record<QuestionnaireDraftPlace, string>> = {
  nothing: 'Guardamos un borrador automáticamente mientras escribes.',
  account: 'Borrador guardado',
  offline: 'Sin conexión: lo guardamos en este dispositivo',
  here: 'Borrador guardado en este dispositivo',
  nowhere: 'No hemos podido guardar el borrador. No cierres esta página.',
}

const useAnswers = ({ control }: QuestionnaireFormReturn) => useWatch({ control }) as QuestionnaireAnswerValues

function Progress({ form }: { readonly form: QuestionnaireFormReturn }) {
  const answers = useAnswers(form)
  const answered = countAnsweredFields(answers, questionnaireFields)
  return (
    <nav className="questionnaire-progress" aria-label="Secciones del cuestionario">
      <label htmlFor="questionnaire-progress">
        Has respondido {answered} de {questionnaireFields.length}. Todas las respuestas son opcionales.
      </label>
      <progress id="questionnaire-progress" max={questionnaireFields.length} value={answered} />
      <ul>
        {questionnaireSections.map(({ id, title, fields }) => (
          <li key={id}>
            <a href={`#${id}`}>
              {title} <span className="questionnaire-count">{countText(answers, fields)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const countText = (answers: QuestionnaireAnswerValues, fields: readonly QuestionnaireField[]) =>
  `${countAnsweredFields(answers, fields)} de ${fields.length}`

interface SectionSheetProps {
  readonly form: QuestionnaireFormReturn
  readonly section: QuestionnaireSection
  readonly birthDate: string | null
  readonly unfinished: HalfTypedAnswerStore
}

const SectionSheet = ({ form, section: { id, title, fields }, birthDate, unfinished }: SectionSheetProps) => (
  <section className="sheet questionnaire-section" id={id} aria-labelledby={`${id}-title`}>
    <div className="questionnaire-heading">
      <h2 id={`${id}-title`}>{title}</h2>
      <Count form={form} fields={fields} />
    </div>
    <div className="questionnaire-fields">
      {fields.map((field) => (
        <QuestionnaireAnswerInput key={field} form={form} field={field} birthDate={birthDate} unfinished={unfinished} />
      ))}
    </div>
  </section>
)

const Count = ({
  form,
  fields,
}: {
  readonly form: QuestionnaireFormReturn
  readonly fields: readonly QuestionnaireField[]
}) => <p className="questionnaire-count">{countText(useAnswers(form), fields)}</p>

interface LeftDraftProps {
  readonly since: string
  readonly discard: () => Promise<void>
}

function LeftDraft({ since, discard }: LeftDraftProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const confirm = () => {
    setBusy(true)
    discard().catch((error: unknown) => {
      setBusy(false)
      setAsking(false)
      showNotice.failure('Error', toErrorMessage(error))
    })
  }
  return (
    <NoticeBox>
      <div className="questionnaire-draft">
        <p>
          Seguimos con tu borrador del {formatInstantAsDay(since)} a las {formatTime(since)}. Todavía no está guardado
          en tu perfil.
        </p>
        <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
          Descartar borrador
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title="¿Quieres descartar el borrador?"
          action="Descartar"
          busy={busy}
          busyText="Descartando..."
          confirm={confirm}
          cancel={() => setAsking(false)}
        >
          <p>Volverás a lo último que guardaste en tu perfil. Lo que has escrito después se perderá.</p>
        </ConfirmDialog>
      )}
    </NoticeBox>
  )
}

function SaveProblem({ error }: { readonly error: Error }) {
  if (isEditConflictError(error)) return null
  return (
    <NoticeBox kind="problem">
      <p>{toErrorMessage(error)}</p>
      {error instanceof ApiUnreachableError && <p>Lo que has escrito sigue aquí, en este dispositivo.</p>}
    </NoticeBox>
  )
}
