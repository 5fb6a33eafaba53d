import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import { read } from '../api/query.ts'
import { HealthConsentGate } from '../features/consent/health-consent-gate.tsx'
import { QuestionnaireTab } from '../features/questionnaire/questionnaire-tab.tsx'
import { Versions } from '../features/questionnaire/versions.tsx'

function Saved() {
  const { data } = useQuery(read(api.questionnaire.readMine, {}))
  return data?.current ? <Versions /> : null
}

/** `?tab=questionnaire`: shown only after the consent to health data. */
export const ConsentedQuestionnaire = () => (
  <HealthConsentGate title="Cuestionario de salud" readable={<Saved />}>
    <QuestionnaireTab />
  </HealthConsentGate>
)
