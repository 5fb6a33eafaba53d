import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { CustomerId } from '#contract/value-schemas'
import { hasApiErrorCode } from '../api/api-error.ts'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { CustomerNotFoundScreen } from '../features/customers/customer-personal-data-card.tsx'
import { CustomerMessages } from '../features/messages/customer-messages.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { PageHead } from '../ui/page-head.ts'
import { PanelLayout } from '../ui/panel.tsx'
import { usePanelHeader } from './panel-header.tsx'

const panel = { name: 'Administración' } as const

export function CustomerMessagesPage() {
  usePanelHeader(panel)
  const { customerId = '' } = useParams()
  const read = useQuery({
    ...endpointQueryOptions(apiContract.customers.read, { params: { customerId } }),
    enabled: CustomerId.safeParse(customerId).success,
  })
  if (!CustomerId.safeParse(customerId).success || hasApiErrorCode(read.error, 'not-found'))
    return <CustomerNotFoundScreen />
  const name = read.data?.name ?? 'Cliente'
  return (
    <PanelLayout
      label="Mensajes"
      title={name}
      back={<BackLink to={`/client/${customerId}`}>Volver a la ficha</BackLink>}
    >
      <PageHead title={`Mensajes de ${name}`} hidden />
      <CustomerMessages key={customerId} customerId={customerId} name={name} />
    </PanelLayout>
  )
}
