import {
  findChangedQuestionnaireFields,
  type QuestionnaireAnswerValues,
  type QuestionnaireVersionSummary,
} from '#contract/questionnaire'
import { formatAnswer } from '#contract/questionnaire-answer-text'
import { questionnaireFieldLabels } from '#contract/questionnaire-labels'
import { toErrorMessage } from '../../api/error-message.ts'
import { CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { QuestionnaireAnswersView } from './questionnaire-answers.tsx'
import { useCustomerQuestionnaire, useCustomerQuestionnaireVersion } from './use-customer-questionnaire.ts'
import './customer-questionnaire.css'

export interface LastVisit {
  /** When it began; null at the first one, undefined while it is not known. */
  readonly startsAt: string | null | undefined
  readonly error: Error | null
  readonly retry: () => void
}

interface ChangesProps {
  readonly customerId: string
  readonly lastVisit: LastVisit
}

export function ChangesSinceVisit({ customerId, lastVisit }: ChangesProps) {
  const { data, error, isPending, refetch } = useCustomerQuestionnaire(customerId)
  if (isPending) return <CardLoading text="Cargando cambios..." />
  if (!data) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  const current = data.pages[0]?.current
  if (!current) return <p>Todavía no ha guardado su cuestionario.</p>
  const { startsAt: since } = lastVisit
  if (since === undefined && lastVisit.error)
    return <CardLoadError text={toErrorMessage(lastVisit.error)} retry={lastVisit.retry} />
  if (since === undefined) return <CardLoading text="Cargando cambios..." />
  if (since === null) return <p>Es la primera visita: no hay respuestas de antes.</p>
  const versions = data.pages.flatMap((page) => page.versions.items)
  return <Comparison {...{ customerId, current, versions, since }} />
}

interface ComparisonProps {
  readonly customerId: string
  readonly current: { readonly version: number; readonly answers: QuestionnaireAnswerValues }
  /** The newest, newest first. */
  readonly versions: readonly QuestionnaireVersionSummary[]
  readonly since: string
}

function Comparison({ customerId, current, versions, since }: ComparisonProps) {
  const before = versions.find(({ savedAt }) => savedAt <= since)
  const oldest = versions.at(-1)
  if (!before && oldest?.version === 1) return <p>Lo ha rellenado por primera vez desde la última visita.</p>
  // The oldest loaded one is the best known base.
  const known = before ?? oldest
  if (!known || known.version === current.version) return <p>Sin cambios en el cuestionario.</p>
  return <Changes customerId={customerId} from={known} answers={current.answers} />
}

interface FromProps {
  readonly customerId: string
  readonly from: QuestionnaireVersionSummary
  readonly answers: QuestionnaireAnswerValues
}

function Changes({ customerId, from, answers }: FromProps) {
  const { data, error, isPending, refetch } = useCustomerQuestionnaireVersion(customerId, from.version)
  if (isPending) return <CardLoading text="Cargando cambios..." />
  if (!data) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  const changed = findChangedQuestionnaireFields(data.answers, answers).filter((field) => !isOfBirth(field))
  if (changed.length === 0) return <p>Sin cambios en el cuestionario.</p>
  return (
    <dl className="changed-answers">
      {changed.map((field) => (
        <div key={field}>
          <dt>{questionnaireFieldLabels[field]}</dt>
          <dd>
            <del>
              <span className="visually-hidden">Antes: </span>
              {formatAnswer(field, data.answers[field]) || 'Sin respuesta'}
            </del>{' '}
            <strong>
              <span className="visually-hidden">Ahora: </span>
              {formatAnswer(field, answers[field]) || 'Sin respuesta'}
            </strong>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Shown in the record's head; the age changes by itself. */
const isOfBirth = (field: string): boolean => field === 'age' || field === 'dateOfBirth'

export function AllergyLine({ customerId }: Pick<ChangesProps, 'customerId'>) {
  const { data } = useCustomerQuestionnaire(customerId)
  const answers = data?.pages[0]?.current?.answers
  if (!answers) return null
  const { foodAllergies, currentMedications } = answers
  const medication = formatAnswer('currentMedications', currentMedications)
  return (
    <p className={hasAllergies(answers) ? 'allergy-line allergy-line-marked' : 'allergy-line'}>
      <strong>Alergias: {formatAnswer('foodAllergies', foodAllergies) || 'sin indicar'}.</strong>{' '}
      {medication && `Toma: ${medication}.`}
    </p>
  )
}

/** 'Ninguna' is an answer. */
export const hasAllergies = ({ foodAllergies }: Pick<QuestionnaireAnswerValues, 'foodAllergies'>): boolean =>
  foodAllergies.some((each) => each !== 'Ninguna')

export function CurrentAnswers({ customerId }: Pick<ChangesProps, 'customerId'>) {
  const { data, error, isPending, refetch } = useCustomerQuestionnaire(customerId)
  if (isPending) return <CardLoading text="Cargando cuestionario..." />
  if (!data) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  const current = data.pages[0]?.current
  return current ? (
    <QuestionnaireAnswersView answers={current.answers} isBrief />
  ) : (
    <p>Todavía no ha guardado su cuestionario.</p>
  )
}
