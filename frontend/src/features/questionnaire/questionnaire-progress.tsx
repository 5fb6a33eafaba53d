import { Check } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import {
  countAnsweredFields,
  type QuestionnaireField,
  questionnaireFields,
  type QuestionnaireAnswerValues,
} from '#contract/questionnaire'
import { Link } from '../../ui/link.tsx'
import { LongOrShortText } from '../../ui/panel-tab-links.tsx'
import { MissingAnswers } from './missing-answers.tsx'
import { questionnaireSections } from './questionnaire-sections.ts'
import type { QuestionnaireFormReturn } from './use-questionnaire-form.ts'
import { PROGRESS_ID, type QuestionnaireSteps, WHOLE_QUESTIONNAIRE } from './use-questionnaire-steps.ts'

interface ProgressProps extends Pick<QuestionnaireSteps, 'step' | 'addressOf' | 'showField'> {
  readonly form: QuestionnaireFormReturn
}

const useAnswers = ({ control }: QuestionnaireFormReturn) => useWatch({ control }) as QuestionnaireAnswerValues

const currentIf = (isCurrent: boolean) => (isCurrent ? 'step' : undefined)

export function QuestionnaireProgress({ form, step, addressOf, showField }: ProgressProps) {
  const answers = useAnswers(form)
  const answered = countAnsweredFields(answers)
  return (
    <nav className="questionnaire-progress" id={PROGRESS_ID} aria-label="Pasos del cuestionario">
      <div className="questionnaire-progress-head">
        <label htmlFor="questionnaire-progress">
          Has respondido {answered} de {questionnaireFields.length}. Todas las respuestas son opcionales.
        </label>
        <Link to={addressOf(WHOLE_QUESTIONNAIRE)} aria-current={currentIf(step === WHOLE_QUESTIONNAIRE)}>
          Ver todo
        </Link>
      </div>
      <progress id="questionnaire-progress" max={questionnaireFields.length} value={answered} />
      <ol>
        {questionnaireSections.map(({ id, title, short, fields }, index) => (
          <li key={id}>
            <Link to={addressOf(id)} aria-current={currentIf(id === step)}>
              <span>
                <span className="questionnaire-step-number">{index + 1}.</span>{' '}
                <LongOrShortText text={title} short={short} />
              </span>{' '}
              <span className="questionnaire-count">
                {countAnsweredFields(answers, fields) === fields.length && <Check size={16} aria-hidden="true" />}
                {countText(answers, fields)} <span className="questionnaire-count-word">respondidas</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <MissingAnswers answers={answers} showField={showField} />
    </nav>
  )
}

const countText = (answers: QuestionnaireAnswerValues, fields: readonly QuestionnaireField[]) =>
  `${countAnsweredFields(answers, fields)} de ${fields.length}`

interface AnsweredCountProps {
  readonly form: QuestionnaireFormReturn
  readonly fields: readonly QuestionnaireField[]
}

export const AnsweredCount = ({ form, fields }: AnsweredCountProps) => (
  <span>{countText(useAnswers(form), fields)} respondidas</span>
)
