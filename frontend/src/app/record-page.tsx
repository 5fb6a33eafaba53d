import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { api } from '#contract/api'
import type { Customer } from '#contract/customer'
import { CustomerId } from '#contract/values'
import { errorText } from '../api/error-text.ts'
import { read } from '../api/query.ts'
import { ApiError } from '../api/api-error.ts'
import { CustomerHealthConsent } from '../features/consent/customer-health-consent.tsx'
import { CustomerDialog } from '../features/customers/customer-dialog.tsx'
import { CustomerNotFound, PersonalCard } from '../features/customers/personal-card.tsx'
import { Timeline } from '../features/customers/timeline.tsx'
import { CustomerQuestionnaire } from '../features/questionnaire/customer-questionnaire.tsx'
import { ProofCancelledError, useFreshProof } from '../features/mfa/use-fresh-proof.tsx'
import { UnprovenPayments } from '../features/payments/unproven-payments.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { notify } from '../ui/notify.ts'
import { usePanelFrame } from './panel-frame.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PanelLayout, CardLoading, CardProblem } from '../ui/panel.tsx'
import { TabLinks, useTab } from '../ui/tab-links.tsx'

const BillingTab = lazy(async () => ({ default: (await import('./record-tabs.tsx')).BillingTab }))
const ConsultationsTab = lazy(async () => ({ default: (await import('./record-tabs.tsx')).ConsultationsTab }))
const AnalyticsTab = lazy(async () => ({ default: (await import('./record-tabs.tsx')).AnalyticsTab }))
const SupplementsTab = lazy(async () => ({ default: (await import('./record-tabs.tsx')).SupplementsTab }))

const CustomerOpenings = lazy(async () => ({
  default: (await import('../features/privacy/customer-openings.tsx')).CustomerOpenings,
}))

const tabs = [
  { id: 'payments', text: 'Facturas', Tab: BillingTab },
  { id: 'consultations', text: 'Consultas', Tab: ConsultationsTab },
  { id: 'analytics', text: 'Analíticas', Tab: AnalyticsTab },
  { id: 'supplements', text: 'Suplementación', short: 'Pauta', Tab: SupplementsTab },
] as const

const panel = { name: 'Administración' } as const

function Record({ customerId }: { readonly customerId: string }) {
  usePanelFrame(panel)
  const { data: customer, error, refetch } = useQuery(read(api.customers.read, { params: { customerId } }))
  const missing = error instanceof ApiError && error.code === 'not-found'
  useEffect(() => {
    if (error && !missing) notify.failure('Error', errorText(error))
  }, [error, missing])

  if (missing) return <CustomerNotFound />
  return (
    <PanelLayout
      label="Ficha de cliente"
      title={customer?.name ?? 'Cliente'}
      back={<BackLink to="/admin">Volver al Panel</BackLink>}
    >
      <PageHead title={customer?.name ?? 'Ficha de cliente'} hidden />
      {!customer && !error && <CardLoading text="Cargando cliente..." />}
      {error && <CardProblem text={errorText(error)} retry={() => void refetch()} />}
      {customer && <File customer={customer} />}
    </PanelLayout>
  )
}

const isCancelled = (error: unknown): boolean => error instanceof ProofCancelledError

function File({ customer }: { readonly customer: Customer }) {
  const shown = useTab(tabs)
  const { Tab } = tabs.find(({ id }) => id === shown) ?? tabs[0]
  const [editing, setEditing] = useState(false)
  const { withProof, dialog } = useFreshProof()
  return (
    <>
      <UnprovenPayments customer={customer} correct={() => setEditing(true)} proof={{ withProof, isCancelled }} />
      <PersonalCard customer={customer} />
      <CustomerHealthConsent customerId={customer.customerId} />
      <CustomerQuestionnaire key={customer.customerId} customerId={customer.customerId} />
      <div className="record-tabs">
        <TabLinks label="Secciones de la ficha" tabs={tabs} />
      </div>
      <Suspense fallback={<CardLoading text="Cargando..." />}>
        <Tab customer={customer} />
      </Suspense>
      <Timeline customerId={customer.customerId} />
      <Suspense fallback={<CardLoading text="Cargando quién ha visto sus datos..." />}>
        <CustomerOpenings customerId={customer.customerId} />
      </Suspense>
      {editing && <CustomerDialog customerId={customer.customerId} close={() => setEditing(false)} />}
      {dialog}
    </>
  )
}

export function RecordPage() {
  const { customerId } = useParams()
  const known = CustomerId.safeParse(customerId)
  return known.success ? <Record customerId={known.data} /> : <CustomerNotFound />
}
