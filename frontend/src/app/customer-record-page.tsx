import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { apiContract } from '#contract/api'
import type { CustomerRecord } from '#contract/customer'
import type { CustomerPathway } from '#contract/customer-lists'
import { CustomerId } from '#contract/value-schemas'
import { toErrorMessage } from '../api/error-message.ts'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { ApiError } from '../api/api-error.ts'
import { CustomerHealthConsentCard } from '../features/consent/customer-health-consent.tsx'
import { CarePathwayCard, carePathwayOptions } from '../features/customers/care-pathway-card.tsx'
import { CustomerDialog } from '../features/customers/customer-dialog.tsx'
import { AddressRefusalNote } from '../features/notifications/address-refusal-note.tsx'
import { CustomerNotFoundScreen, CustomerPersonalDataCard } from '../features/customers/customer-personal-data-card.tsx'
import { CustomerTimelineCard } from '../features/customers/customer-timeline-card.tsx'
import { QUESTIONNAIRE_HASH } from '../features/questionnaire/use-customer-questionnaire.ts'
import { CustomerQuestionnaire } from '../features/questionnaire/customer-questionnaire.tsx'
import { MfaProofCancelledError, useMfaProof } from '../features/mfa/use-mfa-proof.tsx'
import { UnverifiedEmailPayments } from '../features/payments/unverified-email-payments.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { showNotice } from '../ui/show-notice.ts'
import { CustomerRecordHead, RunningConsultation } from './customer-record-head.tsx'
import { findNextAct } from './record-due.ts'
import { usePanelHeader } from './panel-header.tsx'
import { useRecordMarks } from './use-record-marks.ts'
import { PageHead } from '../ui/page-head.ts'
import { PanelLayout, CardLoading, CardLoadError } from '../ui/panel.tsx'
import { PanelTabLinks, TabMark, useCurrentPanelTab } from '../ui/panel-tab-links.tsx'
import { lazy, WhileLoading } from '../ui/lazy.tsx'

const BillingTab = lazy(async () => ({ default: (await import('./customer-record-tabs.tsx')).CustomerBillingTab }))
const ConsultationsTab = lazy(async () => ({
  default: (await import('./customer-record-tabs.tsx')).CustomerConsultationsTab,
}))
const AnalyticsTab = lazy(async () => ({ default: (await import('./customer-record-tabs.tsx')).CustomerLabResultsTab }))
const SupplementsTab = lazy(async () => ({
  default: (await import('./customer-record-tabs.tsx')).CustomerSupplementsTab,
}))

const CustomerOpenings = lazy(async () => ({
  default: (await import('../features/privacy/customer-openings.tsx')).CustomerRecordOpenings,
}))

const tabs = [
  { id: 'payments', text: 'Facturas', Tab: BillingTab },
  { id: 'consultations', text: 'Consultas', Tab: ConsultationsTab },
  { id: 'analytics', text: 'Analíticas', Tab: AnalyticsTab },
  { id: 'supplements', text: 'Suplementación', short: 'Pauta', Tab: SupplementsTab },
] as const

const panel = { name: 'Administración' } as const

function Record({ customerId }: { readonly customerId: string }) {
  usePanelHeader(panel)
  const read = useQuery(endpointQueryOptions(apiContract.customers.read, { params: { customerId } }))
  const { data: customer, error } = read
  const missing = error instanceof ApiError && error.code === 'not-found'
  useEffect(() => {
    if (error && !missing) showNotice.failure('Error', toErrorMessage(error))
  }, [error, missing])
  const pathway = useQuery(carePathwayOptions({ customerId }))
  // It decides the opening tab. A failure does not block the page; a refetch after one is pending again.
  const isOpening = pathway.isPending && pathway.failureCount === 0 && !pathway.isFetchedAfterMount
  if (missing) return <CustomerNotFoundScreen />
  if (!customer || isOpening) return <Waiting name={customer?.name} error={error} retry={() => void read.refetch()} />
  return <File key={customerId} customer={customer} pathway={pathway.data} />
}

interface WaitingProps {
  readonly name: string | undefined
  readonly error: Error | null
  readonly retry: () => void
}

const Waiting = ({ name, error, retry }: WaitingProps) => (
  <PanelLayout
    label="Ficha de cliente"
    title={name ?? 'Cliente'}
    back={<BackLink to="/admin">Volver al Panel</BackLink>}
  >
    <PageHead title={name ?? 'Ficha de cliente'} hidden />
    {error ? <CardLoadError text={toErrorMessage(error)} retry={retry} /> : <CardLoading text="Cargando cliente..." />}
  </PanelLayout>
)

const isCancelled = (error: unknown): boolean => error instanceof MfaProofCancelledError

interface FileProps {
  readonly customer: CustomerRecord
  readonly pathway: CustomerPathway | undefined
}

function File({ customer, pathway }: FileProps) {
  const { customerId, name } = customer
  const { act, section } = findNextAct(pathway)
  const marks = useRecordMarks(customerId, pathway)
  // Fixed when the record is opened, so that a tab in use does not disappear.
  const [opening] = useState<string>(section ?? tabs[0].id)
  const shown = useCurrentPanelTab(tabs, opening)
  // The questionnaire is below the tabs on every tab; if it is due, no tab is opened above it.
  const Tab = tabs.find(({ id }) => id === shown)?.Tab
  const { search } = useLocation()
  const [editing, setEditing] = useState(false)
  const { withProof, dialog } = useMfaProof()
  const proof = { withProof, isCancelled }
  return (
    <div className="panel record">
      <PageHead title={name} hidden />
      <div className="record-top">
        <BackLink to="/admin">Volver al Panel</BackLink>
        <RunningConsultation customerId={customerId} />
      </div>
      <CustomerRecordHead customer={customer} edit={() => setEditing(true)} />
      <UnverifiedEmailPayments customer={customer} correct={() => setEditing(true)} proof={proof} />
      <CarePathwayCard
        customerId={customerId}
        next={
          act && (
            <ButtonLink size="small" to={act.to?.(customerId) ?? `?tab=${act.section}`}>
              {act.text}
            </ButtonLink>
          )
        }
      />
      <div className="record-tabs">
        <PanelTabLinks
          label="Secciones de la ficha"
          tabs={tabs.map((tab) => ({ ...tab, mark: marks[tab.id] }))}
          opening={opening}
        />
        {/* Rendered from the start, so that it does not shift the content below. */}
        <Link to={`/client/${customerId}/mensajes`}>
          Mensajes{marks.messages && <TabMark>{marks.messages}</TabMark>}
        </Link>
        <Link to={{ search, hash: QUESTIONNAIRE_HASH }} aria-current={shown === 'questionnaire' ? 'page' : undefined}>
          Cuestionario{marks.questionnaire && <TabMark>{marks.questionnaire}</TabMark>}
        </Link>
        <Link to={`/client/${customerId}/presupuestos`}>Presupuestos</Link>
        <Link to={`/client/${customerId}/pauta`}>Preparar pauta</Link>
      </div>
      <WhileLoading show={<CardLoading text="Cargando..." />}>
        {Tab && <Tab customer={customer} proof={proof} />}
      </WhileLoading>
      <div className="record-cards">
        <CustomerQuestionnaire key={customerId} customerId={customerId} opens={shown === 'questionnaire'} />
        <CustomerPersonalDataCard customer={customer} emailNote={<AddressRefusalNote customerId={customerId} />} />
        <CustomerHealthConsentCard customerId={customerId} proof={proof} />
      </div>
      <CustomerTimelineCard customerId={customerId} />
      <WhileLoading show={<CardLoading text="Cargando quién ha visto sus datos..." />}>
        <CustomerOpenings customerId={customerId} />
      </WhileLoading>
      {editing && <CustomerDialog customerId={customerId} close={() => setEditing(false)} />}
      {dialog}
    </div>
  )
}

export function CustomerRecordPage() {
  const { customerId } = useParams()
  const known = CustomerId.safeParse(customerId)
  return known.success ? <Record customerId={known.data} /> : <CustomerNotFoundScreen />
}
