import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { HealthConsentGate } from '../features/consent/health-consent-gate.tsx'
import { OwnQuestionnaireTab } from '../features/questionnaire/own-questionnaire-tab.tsx'
import { OwnQuestionnaireVersions } from '../features/questionnaire/own-questionnaire-versions.tsx'

function Saved() {
  const { data } = useQuery(endpointQueryOptions(apiContract.questionnaire.readMine, {}))
  return data?.current ? <OwnQuestionnaireVersions /> : null
}

export const ConsentGatedQuestionnaire = () => (
  <HealthConsentGate title="Cuestionario de salud" readable={<Saved />}>
    <OwnQuestionnaireTab />
  </HealthConsentGate>
)
