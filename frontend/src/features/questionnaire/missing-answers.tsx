import type { MouseEvent } from 'react'
import { questionnaireFieldLabels } from '#contract/questionnaire-labels'
import type { QuestionnaireField, QuestionnaireAnswerValues } from '#contract/questionnaire'
import { findMissingAnswers } from './questionnaire-sections.ts'
import type { QuestionnaireSteps } from './use-questionnaire-steps.ts'
import '../../ui/foldable.css'
import './missing-answers.css'

interface MissingAnswersProps extends Pick<QuestionnaireSteps, 'showField'> {
  readonly answers: QuestionnaireAnswerValues
}

export function MissingAnswers({ answers, showField }: MissingAnswersProps) {
  const sections = findMissingAnswers(answers)
  const count = sections.flatMap(({ fields }) => fields).length
  if (count === 0) return null
  return (
    <details className="foldable questionnaire-missing">
      <summary>{count === 1 ? 'Falta 1 respuesta' : `Faltan ${count} respuestas`}</summary>
      <ul>
        {sections.map(({ id, title, fields }) => (
          <li key={id}>
            {title}
            <ul>
              {fields.map((field) => (
                <li key={field}>
                  <MissingAnswer field={field} showField={showField} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  )
}

const shortLabel = (field: QuestionnaireField) => questionnaireFieldLabels[field].replace(/ \(.*\)$/, '')

interface MissingAnswerProps extends Pick<QuestionnaireSteps, 'showField'> {
  readonly field: QuestionnaireField
}

function MissingAnswer({ field, showField }: MissingAnswerProps) {
  // Has no input here: the notice above the questionnaire asks for it.
  if (field === 'dateOfBirth') return <span>{shortLabel(field)}, en el aviso de arriba</span>
  const show = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    currentTarget.closest('details')?.removeAttribute('open')
    showField(field)
  }
  return (
    <button type="button" className="questionnaire-missing-answer" onClick={show}>
      {shortLabel(field)}
    </button>
  )
}
