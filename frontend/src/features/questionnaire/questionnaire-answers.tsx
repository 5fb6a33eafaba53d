import { type AnswerField, type Answers, changedFields } from '#contract/questionnaire'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { answerLabels } from '#contract/questionnaire-words'
import { answerText } from './answer-words.ts'
import { answeredIn, sections } from './sections.ts'
import './questionnaire-answers.css'

interface QuestionnaireAnswersProps {
  readonly answers: Answers
  readonly before?: Answers | null | undefined
}

export function QuestionnaireAnswers({ answers, before }: QuestionnaireAnswersProps) {
  const changed = before ? changedFields(before, answers) : []
  return (
    <div className="answers">
      {sections.map(({ id, title, fields }) => (
        <section key={id} aria-labelledby={`answers-${id}`}>
          <div className="answers-heading">
            <h3 id={`answers-${id}`}>{title}</h3>
            <p>
              {answeredIn(answers, fields)} de {fields.length}
            </p>
          </div>
          <dl className="answers-list">
            {fields.map((field) => (
              <div key={field} className={changed.includes(field) ? 'answer answer-changed' : 'answer'}>
                <dt>{answerLabels[field]}</dt>
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
  readonly answers: Answers
  readonly field: AnswerField
}

const Answer = ({ answers, field }: AnswerProps) => {
  const text = answerText(field, answers[field])
  return text ? <span>{text}</span> : <span className="answer-none">Sin respuesta</span>
}
