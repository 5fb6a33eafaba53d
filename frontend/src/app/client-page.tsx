import { useQuery } from '@tanstack/react-query'
import { useEffect, type ComponentType } from 'react'
import { apiContract } from '#contract/api'
import { useAuth } from '../api/auth.tsx'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { hasStoredSession } from '../api/session-storage.ts'
import { ApiError } from '../api/api-error.ts'
import { AgeCheckNotice } from '../features/account/age-notice.tsx'
import { HealthConsentNotice } from '../features/consent/health-consent-notice.tsx'
import { waitUntilIdle } from '../site/wait-until-idle.ts'
import { takeFirstWord } from '../ui/format.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.ts'
import { PanelLayout, CardLoading, CardLoadError } from '../ui/panel.tsx'
import { PanelTabLinks, useCurrentPanelTab } from '../ui/panel-tab-links.tsx'
import { useSignOutWithConfirmation } from './account-menu.tsx'
import { usePanelHeader } from './panel-header.tsx'
import { lazy, WhileLoading } from '../ui/lazy.tsx'

const Today = lazy(async () => ({ default: (await import('./client-today.tsx')).ClientToday }))

/** Loaded after 'Hoy', which is shown first. */
const createLaterPart = (download: () => Promise<ComponentType>) =>
  lazy(async () => {
    await waitUntilIdle()
    return { default: await download() }
  })

const QuestionnaireTab = createLaterPart(
  async () => (await import('./consent-gated-questionnaire.tsx')).ConsentGatedQuestionnaire,
)
const InvoicesTab = createLaterPart(async () => (await import('./invoices-tab.tsx')).OwnInvoicesTab)
const AnalyticsTab = createLaterPart(
  async () => (await import('../features/files/own-lab-results-tab.tsx')).OwnLabResultsTab,
)
const SupplementsTab = createLaterPart(async () => (await import('./own-protocol-tab.tsx')).OwnProtocolTab)
const ConsultationsTab = createLaterPart(
  async () => (await import('../features/consultations/own-consultations-tab.tsx')).OwnConsultationsTab,
)
const SettingsTab = createLaterPart(async () => (await import('./settings-tab.tsx')).AccountSettingsTab)
const MessagesLink = createLaterPart(
  async () => (await import('../features/messages/own-messages-link.tsx')).OwnMessagesLink,
)

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

const PlainMessagesLink = () => (
  <ButtonLink to="/client/mensajes" variant="secondary">
    Mensajes
  </ButtonLink>
)

const panel = { name: 'Panel del Cliente', greets: true, signsOut: true } as const

/** With what it shows first, so that both are drawn at once. What cannot be downloaded is asked for again there. */
export async function loadClientPanelPage() {
  if (hasStoredSession()) await Today.load().catch(() => undefined)
  return ClientPanelPage
}

function ClientPanelPage() {
  usePanelHeader(panel)
  const { account } = useAuth()
  const { data: customer, error, refetch } = useQuery(endpointQueryOptions(apiContract.customers.current, {}))
  const problem = missing(error)
  const { leave, question } = useSignOutWithConfirmation()
  const userId = account?.userId
  useEffect(() => {
    // Not at first sight: nothing on the page needs it.
    if (userId) void import('../features/account/keep-time-zone.ts').then(({ keepTimeZone }) => keepTimeZone(userId))
  }, [userId])
  const tab = useCurrentPanelTab(tabs)
  const { Tab } = tabs.find(({ id }) => id === tab) ?? tabs[0]
  const name = takeFirstWord(customer?.name || account?.firstName || '') || 'cliente'
  return (
    <PanelLayout
      title={`Hola, ${name}`}
      actions={
        <>
          <WhileLoading show={<PlainMessagesLink />} failed={PlainMessagesLink}>
            <MessagesLink />
          </WhileLoading>
          <Button variant="secondary" onClick={leave}>
            Cerrar sesión
          </Button>
        </>
      }
    >
      <PageHead title="Mi Panel" hidden />
      {question}
      {problem && <CardLoadError text={problem} retry={() => void refetch()} />}
      <WhileLoading show={<CardLoading text="Cargando tu día..." />}>
        <Today />
      </WhileLoading>
      <PanelTabLinks label="Secciones de mi panel" tabs={tabs} />
      <div className="client-tab-notice">
        {tab !== 'settings' && <AgeCheckNotice />}
        {tab === 'supplements' && <HealthConsentNotice />}
      </div>
      <WhileLoading show={<CardLoading text="Cargando..." />}>
        <Tab />
      </WhileLoading>
    </PanelLayout>
  )
}
