import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '#contract/api'
import { useAuth } from '../api/auth.tsx'
import { read } from '../api/query.ts'
import { ApiError } from '../api/api-error.ts'
import { AgeNotice } from '../features/account/age-notice.tsx'
import { HealthConsentNotice } from '../features/consent/health-consent-notice.tsx'
import { firstWord } from '../ui/format.ts'
import { Button } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PanelLayout, CardLoading, CardProblem } from '../ui/panel.tsx'
import { TabLinks, useTab } from '../ui/tab-links.tsx'
import { useConfirmedSignOut } from './account-menu.tsx'
import { NextSteps } from './next-steps.tsx'
import { usePanelFrame } from './panel-frame.tsx'

const QuestionnaireTab = lazy(async () => ({
  default: (await import('./questionnaire-tab.tsx')).ConsentedQuestionnaire,
}))
const InvoicesTab = lazy(async () => ({ default: (await import('./invoices-tab.tsx')).InvoicesTab }))
const AnalyticsTab = lazy(async () => ({
  default: (await import('../features/files/analytics-tab.tsx')).AnalyticsTab,
}))
const SupplementsTab = lazy(async () => ({
  default: (await import('../features/supplements/supplements-tab.tsx')).SupplementsTab,
}))
const ConsultationsTab = lazy(async () => ({
  default: (await import('../features/consultations/consultations-tab.tsx')).ConsultationsTab,
}))
const SettingsTab = lazy(async () => ({ default: (await import('./settings-tab.tsx')).SettingsTab }))

const tabs = [
  { id: 'questionnaire', text: 'Cuestionario', short: 'Salud', Tab: QuestionnaireTab },
  { id: 'invoices', text: 'Facturas', short: 'Facturas', Tab: InvoicesTab },
  { id: 'analytics', text: 'Analíticas', short: 'Análisis', Tab: AnalyticsTab },
  { id: 'supplements', text: 'Suplementos', short: 'Pauta', Tab: SupplementsTab },
  { id: 'consultations', text: 'Consultas', short: 'Citas', Tab: ConsultationsTab },
  { id: 'settings', text: 'Ajustes', short: 'Ajustes', Tab: SettingsTab },
] as const

/** Not an error when the record does not exist yet: the server creates it. */
function missing(error: Error | null): string | undefined {
  const code = error instanceof ApiError ? error.code : undefined
  if (!error || code === 'not-found') return undefined
  return code === 'profile-missing'
    ? 'No se pudo crear la información del cliente'
    : 'No se pudo crear o encontrar la información del cliente'
}

const panel = { name: 'Panel del Cliente', greets: true, signsOut: true } as const

export function ClientPage() {
  usePanelFrame(panel)
  const { account } = useAuth()
  const { data: customer, error, refetch } = useQuery(read(api.customers.current, {}))
  const problem = missing(error)
  const { leave, question } = useConfirmedSignOut()
  const tab = useTab(tabs)
  const { Tab } = tabs.find(({ id }) => id === tab) ?? tabs[0]
  const name = firstWord(customer?.name || account?.firstName || '') || 'cliente'
  return (
    <PanelLayout
      title={`Hola, ${name}`}
      actions={
        <Button variant="secondary" onClick={leave}>
          Cerrar sesión
        </Button>
      }
    >
      <PageHead title="Mi Panel" hidden />
      {question}
      {problem && <CardProblem text={problem} retry={() => void refetch()} />}
      <NextSteps />
      <TabLinks label="Secciones de mi panel" tabs={tabs} />
      {tab !== 'settings' && <AgeNotice />}
      {tab === 'supplements' && <HealthConsentNotice />}
      <Suspense fallback={<CardLoading text="Cargando..." />}>
        <Tab />
      </Suspense>
    </PanelLayout>
  )
}
