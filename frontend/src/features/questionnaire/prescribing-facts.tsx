import { questionnaireFieldLabels } from '#contract/questionnaire-labels'
import { toErrorMessage } from '../../api/error-message.ts'
import { formatInstantAsDay } from '../../ui/format.ts'
import { useLoadingText } from '../../ui/use-loading-text.ts'
import { formatAnswer } from '#contract/questionnaire-answer-text'
import { hasAllergies } from './changes-since-visit.tsx'
import { useCustomerQuestionnaire } from './use-customer-questionnaire.ts'
import { RetryButton } from '../../ui/retry-button.tsx'
import './prescribing-facts.css'

const fields = ['foodAllergies', 'currentMedications', 'supplementsCurrentlyTaking', 'medicalConditions'] as const

export function PrescribingFacts({ customerId }: { readonly customerId: string }) {
  const { data, error, isPending, refetch } = useCustomerQuestionnaire(customerId)
  const loadingText = useLoadingText('Cargando cuestionario...')
  const current = data?.pages[0]?.current
  return (
    <aside className="prescribing-facts" aria-label="Del cuestionario">
      {isPending && <p role="status">{loadingText}</p>}
      {error && !data && (
        <div role="alert">
          <p>No se han podido leer las alergias ni la medicación. {toErrorMessage(error)}</p>
          <RetryButton variant="secondary" size="small" retry={refetch} />
        </div>
      )}
      {data && !current && <p>No ha guardado su cuestionario: pregúntale por alergias y medicación.</p>}
      {current && (
        <dl>
          {fields.map((field) => {
            const answer = formatAnswer(field, current.answers[field])
            const isAlarming = field === 'foodAllergies' && hasAllergies(current.answers)
            return (
              <div key={field} className={isAlarming ? 'prescribing-alarm' : undefined}>
                <dt>{questionnaireFieldLabels[field]}</dt>
                <dd>{answer || 'Sin respuesta'}</dd>
              </div>
            )
          })}
        </dl>
      )}
      {current && <p className="prescribing-source">Cuestionario, {formatInstantAsDay(current.savedAt)}</p>}
    </aside>
  )
}
