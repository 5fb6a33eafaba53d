import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { CustomerId } from '#contract/value-schemas'
import { toErrorMessage } from '../api/error-message.ts'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { ApiError } from '../api/api-error.ts'
import { CustomerNotFoundScreen } from '../features/customers/customer-personal-data-card.tsx'
import { PrescribingFacts } from '../features/questionnaire/prescribing-facts.tsx'
import { ProtocolEditorCard } from '../features/supplements/protocol-editor.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { PageHead } from '../ui/page-head.ts'
import { PanelLayout, CardLoading, CardLoadError } from '../ui/panel.tsx'
import { usePanelHeader } from './panel-header.tsx'

const panel = { name: 'Administración' } as const

function Protocol({ customerId }: { readonly customerId: string }) {
  usePanelHeader(panel)
  const { data, error, refetch } = useQuery(
    endpointQueryOptions(apiContract.customers.read, { params: { customerId } }),
  )
  if (error instanceof ApiError && error.code === 'not-found') return <CustomerNotFoundScreen />
  const [firstName = ''] = data?.name.split(' ') ?? []
  return (
    <PanelLayout
      dense
      title={data ? `Pauta de ${data.name}` : 'Pauta'}
      back={<BackLink to={`/client/${customerId}?tab=supplements`}>Volver a la ficha</BackLink>}
    >
      <PageHead title={data ? `Pauta de ${data.name}` : 'Pauta'} hidden />
      {!data && !error && <CardLoading text="Cargando cliente..." />}
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {data && (
        <div className="protocol-page">
          <PrescribingFacts customerId={customerId} />
          <ProtocolEditorCard key={customerId} customerId={customerId} firstName={firstName} />
        </div>
      )}
    </PanelLayout>
  )
}

export function ProtocolPage() {
  const known = CustomerId.safeParse(useParams()['customerId'])
  return known.success ? <Protocol customerId={known.data} /> : <CustomerNotFoundScreen />
}
