import { useEffect, type ComponentType } from 'react'
import { useAuth } from '../api/auth.tsx'
import { hasStoredSession } from '../api/session-storage.ts'
import { waitUntilIdle } from '../site/wait-until-idle.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.ts'
import { CardLoading, PanelLayout } from '../ui/panel.tsx'
import { PanelTabLinks, useCurrentPanelTab } from '../ui/panel-tab-links.tsx'
import { useSignOutWithConfirmation } from './account-menu.tsx'
import { useAfterFirstPicture } from '../ui/use-after-first-picture.ts'
import { toGreeting } from './greeting.ts'
import { usePanelHeader } from './panel-header.tsx'
import { useScrollTabsIntoView } from './use-scroll-tabs-into-view.ts'
import { lazy, WhileLoading } from '../ui/lazy.tsx'
import { NoLoadError } from '../ui/load-errors.tsx'

const Today = lazy(async () => ({ default: (await import('./client-today.tsx')).ClientToday }))

const createLaterPart = <Props extends object>(download: () => Promise<ComponentType<Props>>) =>
  lazy<Props>(async () => {
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

const RecordGreeting = createLaterPart(async () => (await import('./client-record.tsx')).ClientRecordGreeting)
const RecordProblem = createLaterPart(async () => (await import('./client-record.tsx')).ClientRecordProblem)
const TabNotice = createLaterPart(async () => (await import('./client-record.tsx')).ClientTabNotice)

const PlainMessagesLink = () => (
  <ButtonLink to="/client/mensajes" variant="secondary">
    Mensajes
  </ButtonLink>
)

const panel = { name: 'Panel del Cliente', greets: true, signsOut: true } as const

/** Loaded together with 'Hoy', so that both render at once. A failed download is repeated when it renders. */
export async function loadClientPanelPage() {
  if (hasStoredSession()) await Today.load().catch(() => undefined)
  return ClientPanelPage
}

function ClientPanelPage() {
  usePanelHeader(panel)
  const { account } = useAuth()
  const isAfterFirstPicture = useAfterFirstPicture()
  const { leave, question } = useSignOutWithConfirmation()
  const userId = account?.userId
  useEffect(() => {
    if (!userId) return undefined
    // Loaded last: nothing visible depends on it.
    const tell = () => void import('../api/save-time-zone.ts').then(({ saveTimeZone }) => saveTimeZone(userId))
    tell()
    // Whoever travels with the tab open is in another zone.
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [userId])
  return (
    <PanelLayout
      title={<Greeting />}
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
      <WhileLoading>
        <RecordProblem />
      </WhileLoading>
      <WhileLoading show={<CardLoading text="Cargando tu día..." />}>
        <Today />
      </WhileLoading>
      {isAfterFirstPicture && <CurrentTab />}
    </PanelLayout>
  )
}

function Greeting() {
  const { account } = useAuth()
  const firstName = account?.firstName ?? ''
  const greeting = toGreeting(firstName)
  if (firstName) return greeting
  return (
    <WhileLoading show={greeting} failed={() => greeting}>
      <RecordGreeting />
    </WhileLoading>
  )
}

function CurrentTab() {
  useScrollTabsIntoView()
  const tab = useCurrentPanelTab(tabs)
  const { Tab } = tabs.find(({ id }) => id === tab) ?? tabs[0]
  return (
    <>
      <PanelTabLinks label="Secciones de mi panel" tabs={tabs} />
      <div className="client-tab-notice">
        <WhileLoading failed={NoLoadError}>
          <TabNotice tab={tab} />
        </WhileLoading>
      </div>
      <WhileLoading show={<CardLoading text="Cargando..." />}>
        <Tab />
      </WhileLoading>
    </>
  )
}
