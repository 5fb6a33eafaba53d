import { useState } from 'react'
import { toErrorMessage } from '../../api/error-message.ts'
import { isEditConflictError, ApiUnreachableError } from '../../api/api-error.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
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
import { AnsweredCount, QuestionnaireProgress } from './questionnaire-progress.tsx'
import { type QuestionnaireSection, questionnaireSections } from './questionnaire-sections.ts'
import type { HalfTypedAnswerStore } from './half-typed-answer-store.ts'
import {
  type QuestionnaireFormReturn,
  type QuestionnaireFormProps,
  useQuestionnaireForm,
} from './use-questionnaire-form.ts'
import { type QuestionnaireSteps, titleIdOf, WHOLE_QUESTIONNAIRE } from './use-questionnaire-steps.ts'

export function QuestionnaireForm(opened: QuestionnaireFormProps) {
  const { form, steps, submit, error, busy, keeping, elsewhere, unsavedSince, flush, discard, unfinished } =
    useQuestionnaireForm(opened)
  return (
    // Unsaved answers without any storage are lost with the page.
    <Form
      draft={createUnstoredFormDraft('questionnaire', keeping === 'nowhere')}
      refused={error}
      focusRefused={steps.showField}
      className="questionnaire"
      aria-label="Cuestionario de salud"
      onBlur={flush}
      onSubmit={(event) => void submit(event)}
    >
      {unsavedSince && <LeftDraft since={unsavedSince} discard={discard} />}
      <QuestionnaireProgress form={form} {...steps} />
      {questionnaireSections.map((section, index) => (
        <SectionCard
          key={section.id}
          form={form}
          section={section}
          index={index}
          steps={steps}
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

interface SectionCardProps {
  readonly form: QuestionnaireFormReturn
  readonly section: QuestionnaireSection
  readonly index: number
  readonly steps: QuestionnaireSteps
  readonly birthDate: string | null
  readonly unfinished: HalfTypedAnswerStore
}

function SectionCard({ form, section, index, steps, birthDate, unfinished }: SectionCardProps) {
  const { id, title, fields } = section
  const titleId = titleIdOf(id)
  const isWhole = steps.step === WHOLE_QUESTIONNAIRE
  return (
    <section
      className="sheet questionnaire-section"
      id={id}
      aria-labelledby={titleId}
      hidden={!isWhole && steps.step !== id}
    >
      <div className="questionnaire-heading">
        <h2 id={titleId} tabIndex={-1} aria-describedby={`${titleId}-count`}>
          {title}
        </h2>
        <p className="questionnaire-count" id={`${titleId}-count`}>
          Paso {index + 1} de {questionnaireSections.length} · <AnsweredCount form={form} fields={fields} />
        </p>
      </div>
      <div className="questionnaire-fields">
        {fields.map((field) => (
          <QuestionnaireAnswerInput
            key={field}
            form={form}
            field={field}
            birthDate={birthDate}
            unfinished={unfinished}
          />
        ))}
      </div>
      {!isWhole && <TurnLinks index={index} addressOf={steps.addressOf} />}
    </section>
  )
}

function TurnLinks({ index, addressOf }: { readonly index: number } & Pick<QuestionnaireSteps, 'addressOf'>) {
  const [before, after] = [questionnaireSections[index - 1], questionnaireSections[index + 1]]
  return (
    <div className="questionnaire-turn">
      {before && (
        <ButtonLink variant="secondary" to={addressOf(before.id)}>
          Anterior<span className="visually-hidden">: {before.title}</span>
        </ButtonLink>
      )}
      {after && (
        <ButtonLink variant="secondary" className="questionnaire-next" to={addressOf(after.id)}>
          Siguiente<span className="visually-hidden">: {after.title}</span>
        </ButtonLink>
      )}
    </div>
  )
}

interface LeftDraftProps {
  readonly since: string
  readonly discard: () => Promise<void>
}

const writtenElsewhereText =
  'Has seguido escribiendo desde otra ventana o dispositivo, y lo hemos añadido aquí. Revísalo y, si no lo quieres, vuelve a descartarlo.'

function LeftDraft({ since, discard }: LeftDraftProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const confirm = () => {
    setBusy(true)
    discard().catch((error: unknown) => {
      setBusy(false)
      setAsking(false)
      if (isEditConflictError(error)) showNotice.failure('No se ha descartado', writtenElsewhereText)
      else showNotice.failure('Error', toErrorMessage(error))
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
