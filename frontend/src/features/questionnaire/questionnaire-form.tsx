import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type AnswerField, answerFields, type Answers } from '#contract/questionnaire'
import { errorText } from '../../api/error-text.ts'
import { isConflict, UnreachableError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { choiceDraft } from '../../ui/form-draft.ts'
import { formatDay } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { notify } from '../../ui/notify.ts'
import { formatTime } from '../../ui/wall-time.ts'
import { AnswerInput } from './answer-input.tsx'
import type { DraftPlace } from './draft-saver.ts'
import { MergeNotice } from './merge-notice.tsx'
import { answeredIn, type Section, sections } from './sections.ts'
import type { UnfinishedTexts } from './unfinished-texts.ts'
import { type AnswersForm, type OpenedQuestionnaire, useProfileForm } from './use-profile-form.ts'

export function QuestionnaireForm(opened: OpenedQuestionnaire) {
  const { form, submit, error, busy, keeping, elsewhere, unsavedSince, flush, discard, unfinished } =
    useProfileForm(opened)
  return (
    // What could be kept nowhere is lost with the page.
    <Form
      draft={choiceDraft('questionnaire', keeping === 'nowhere')}
      className="questionnaire"
      aria-label="Cuestionario de salud"
      onBlur={flush}
      onSubmit={(event) => void submit(event)}
    >
      <Progress form={form} />
      {unsavedSince && <LeftDraft since={unsavedSince} discard={discard} />}
      {sections.map((section) => (
        <SectionSheet
          key={section.id}
          form={form}
          section={section}
          birthDate={opened.birthDate}
          unfinished={unfinished}
        />
      ))}
      <div className="questionnaire-end">
        {elsewhere && <MergeNotice {...elsewhere} />}
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

const keepingText: Readonly<Record<DraftPlace, string>> = {
  nothing: 'Guardamos un borrador automáticamente mientras escribes.',
  account: 'Borrador guardado',
  offline: 'Sin conexión: lo guardamos en este dispositivo',
  here: 'Borrador guardado en este dispositivo',
  nowhere: 'No hemos podido guardar el borrador. No cierres esta página.',
}

const useAnswers = ({ control }: AnswersForm) => useWatch({ control }) as Answers

function Progress({ form }: { readonly form: AnswersForm }) {
  const answers = useAnswers(form)
  const answered = answeredIn(answers, answerFields)
  return (
    <nav className="questionnaire-progress" aria-label="Secciones del cuestionario">
      <label htmlFor="questionnaire-progress">
        Has respondido {answered} de {answerFields.length}. Todas las respuestas son opcionales.
      </label>
      <progress id="questionnaire-progress" max={answerFields.length} value={answered} />
      <ul>
        {sections.map(({ id, title, fields }) => (
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

const countText = (answers: Answers, fields: readonly AnswerField[]) =>
  `${answeredIn(answers, fields)} de ${fields.length}`

interface SectionSheetProps {
  readonly form: AnswersForm
  readonly section: Section
  readonly birthDate: string | null
  readonly unfinished: UnfinishedTexts
}

const SectionSheet = ({ form, section: { id, title, fields }, birthDate, unfinished }: SectionSheetProps) => (
  <section className="sheet questionnaire-section" id={id} aria-labelledby={`${id}-title`}>
    <div className="questionnaire-heading">
      <h2 id={`${id}-title`}>{title}</h2>
      <Count form={form} fields={fields} />
    </div>
    <div className="questionnaire-fields">
      {fields.map((field) => (
        <AnswerInput key={field} form={form} field={field} birthDate={birthDate} unfinished={unfinished} />
      ))}
    </div>
  </section>
)

const Count = ({ form, fields }: { readonly form: AnswersForm; readonly fields: readonly AnswerField[] }) => (
  <p className="questionnaire-count">{countText(useAnswers(form), fields)}</p>
)

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
      notify.failure('Error', errorText(error))
    })
  }
  return (
    <NoticeBox>
      <div className="questionnaire-draft">
        <p>
          Seguimos con tu borrador del {formatDay(since)} a las {formatTime(since)}. Todavía no está guardado en tu
          perfil.
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
  if (isConflict(error)) return null
  return (
    <NoticeBox kind="problem">
      <p>{errorText(error)}</p>
      {error instanceof UnreachableError && <p>Lo que has escrito sigue aquí, en este dispositivo.</p>}
    </NoticeBox>
  )
}
