import {
  countAnsweredFields,
  type QuestionnaireField,
  type QuestionnaireAnswerValues,
  findChangedQuestionnaireFields,
} from '#contract/questionnaire'
import { formatAnswer } from '#contract/questionnaire-answer-text'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { questionnaireFieldLabels } from '#contract/questionnaire-labels'
import { questionnaireSections } from './questionnaire-sections.ts'
import './questionnaire-answers.css'

interface QuestionnaireAnswersProps {
  readonly answers: QuestionnaireAnswerValues
  readonly before?: QuestionnaireAnswerValues | null | undefined
  readonly isBrief?: boolean
}

export function QuestionnaireAnswersView({ answers, before, isBrief = false }: QuestionnaireAnswersProps) {
  const isShown = (field: QuestionnaireField) => !isBrief || countAnsweredFields(answers, [field]) > 0
  const changed = before ? findChangedQuestionnaireFields(before, answers) : []
  return (
    <div className="answers">
      {questionnaireSections.map(({ id, title, fields }) => (
        <section key={id} aria-labelledby={`answers-${id}`}>
          <div className="answers-heading">
            <h3 id={`answers-${id}`}>{title}</h3>
            <p>
              {countAnsweredFields(answers, fields)} de {fields.length}
            </p>
          </div>
          <dl className="answers-list">
            {fields.filter(isShown).map((field) => (
              <div key={field} className={changed.includes(field) ? 'answer answer-changed' : 'answer'}>
                <dt>{questionnaireFieldLabels[field]}</dt>
                <dd>
                  <Answer answers={answers} field={field} />
                  {before && changed.includes(field) && (
                    <span className="answer-before">
                      <StatusBadge good>Ha cambiado</StatusBadge> Antes: <Answer answers={before} field={field} />
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

interface AnswerProps {
  readonly answers: QuestionnaireAnswerValues
  readonly field: QuestionnaireField
}

const Answer = ({ answers, field }: AnswerProps) => {
  const text = formatAnswer(field, answers[field])
  return text ? <span>{text}</span> : <span className="answer-none">Sin respuesta</span>
}
