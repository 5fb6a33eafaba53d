import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { apiContract } from '#contract/api'
import type { Customer } from '#contract/customer'
import { CustomerId } from '#contract/value-schemas'
import { toErrorMessage } from '../api/error-message.ts'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { ApiError } from '../api/api-error.ts'
import { CustomerHealthConsentCard } from '../features/consent/customer-health-consent.tsx'
import { CarePathwayCard } from '../features/customers/care-pathway-card.tsx'
import { CustomerDialog } from '../features/customers/customer-dialog.tsx'
import { AddressRefusalNote } from '../features/notifications/address-refusal-note.tsx'
import { CustomerNotFoundScreen, CustomerPersonalDataCard } from '../features/customers/customer-personal-data-card.tsx'
import { CustomerTimelineCard } from '../features/customers/customer-timeline-card.tsx'
import { CustomerQuestionnaire } from '../features/questionnaire/customer-questionnaire.tsx'
import { MfaProofCancelledError, useMfaProof } from '../features/mfa/use-mfa-proof.tsx'
import { UnverifiedEmailPayments } from '../features/payments/unverified-email-payments.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { showNotice } from '../ui/show-notice.ts'
import { usePanelHeader } from './panel-header.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PanelLayout, CardLoading, CardLoadError } from '../ui/panel.tsx'
import { PanelTabLinks, useCurrentPanelTab } from '../ui/panel-tab-links.tsx'

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
  const {
    data: customer,
    error,
    refetch,
  } = useQuery(endpointQueryOptions(apiContract.customers.read, { params: { customerId } }))
  const missing = error instanceof ApiError && error.code === 'not-found'
  useEffect(() => {
    if (error && !missing) showNotice.failure('Error', toErrorMessage(error))
  }, [error, missing])

  if (missing) return <CustomerNotFoundScreen />
  return (
    <PanelLayout
      label="Ficha de cliente"
      title={customer?.name ?? 'Cliente'}
      back={<BackLink to="/admin">Volver al Panel</BackLink>}
    >
      <PageHead title={customer?.name ?? 'Ficha de cliente'} hidden />
      {!customer && !error && <CardLoading text="Cargando cliente..." />}
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {customer && <File customer={customer} />}
    </PanelLayout>
  )
}

const isCancelled = (error: unknown): boolean => error instanceof MfaProofCancelledError

function File({ customer }: { readonly customer: Customer }) {
  const shown = useCurrentPanelTab(tabs)
  const { Tab } = tabs.find(({ id }) => id === shown) ?? tabs[0]
  const [editing, setEditing] = useState(false)
  const { withProof, dialog } = useMfaProof()
  const proof = { withProof, isCancelled }
  return (
    <>
      <UnverifiedEmailPayments customer={customer} correct={() => setEditing(true)} proof={proof} />
      <CustomerPersonalDataCard
        customer={customer}
        emailNote={<AddressRefusalNote customerId={customer.customerId} />}
      />
      <CarePathwayCard customerId={customer.customerId} />
      <CustomerHealthConsentCard customerId={customer.customerId} />
      <CustomerQuestionnaire key={customer.customerId} customerId={customer.customerId} />
      <div className="record-tabs">
        <PanelTabLinks label="Secciones de la ficha" tabs={tabs} />
      </div>
      <Suspense fallback={<CardLoading text="Cargando..." />}>
        <Tab customer={customer} proof={proof} />
      </Suspense>
      <CustomerTimelineCard customerId={customer.customerId} />
      <Suspense fallback={<CardLoading text="Cargando quién ha visto sus datos..." />}>
        <CustomerOpenings customerId={customer.customerId} />
      </Suspense>
      {editing && <CustomerDialog customerId={customer.customerId} close={() => setEditing(false)} />}
      {dialog}
    </>
  )
}

export function CustomerRecordPage() {
  const { customerId } = useParams()
  const known = CustomerId.safeParse(customerId)
  return known.success ? <Record customerId={known.data} /> : <CustomerNotFoundScreen />
}
