import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { api } from '#contract/api'
import type { Customer } from '#contract/customers'
import { CustomerId } from '#contract/values'
import { errorText } from '../../api/error-text.ts'
import { read } from '../../api/query.ts'
import { Refused } from '../../api/refused.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel, Sheet, SheetLoading, SheetProblem } from '../../ui/panel.tsx'
import { CustomerPayments } from './customer-payments.tsx'

const factsOf = (customer: Customer) => [
  { title: 'Nombre', text: customer.name },
  { title: 'Email', text: customer.email },
  { title: 'Teléfono', text: customer.phone || 'No especificado' },
  { title: 'Dirección', text: customer.address || 'No especificada' },
  { title: 'Notas', text: customer.notes || 'Sin notas' },
  { title: 'Cliente desde', text: formatDay(customer.createdAt) },
]

const PersonalCard = ({ customer }: { readonly customer: Customer }) => (
  <Sheet id="personal-title" title="Información Personal">
    <dl className="facts-list">
      {factsOf(customer).map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </Sheet>
)

const NotFound = () => (
  <div className="screen">
    <PageHead title="Cliente no encontrado" hidden />
    <h1>Cliente no encontrado</h1>
    <p>Puede que se haya eliminado o que el enlace no sea correcto.</p>
    <div className="screen-actions">
      <ButtonLink to="/admin">Volver al Panel</ButtonLink>
    </div>
  </div>
)

/** What the practice knows of one client. */
function Record({ customerId }: { readonly customerId: string }) {
  const { data: customer, error, refetch } = useQuery(read(api.customers.read, { params: { customerId } }))
  const missing = error instanceof Refused && error.code === 'not-found'
  useEffect(() => {
    if (error && !missing) notify.failure('Error', errorText(error))
  }, [error, missing])

  if (missing) return <NotFound />
  return (
    <Panel
      label="Ficha de cliente"
      title={customer?.name ?? 'Cliente'}
      back={<BackLink to="/admin">Volver al Panel</BackLink>}
    >
      <PageHead title={customer?.name ?? 'Ficha de cliente'} hidden />
      {!customer && !error && <SheetLoading text="Cargando cliente..." />}
      {error && <SheetProblem text={errorText(error)} retry={() => void refetch()} />}
      {customer && <PersonalCard customer={customer} />}
      {customer && <CustomerPayments customerId={customerId} />}
    </Panel>
  )
}

export function RecordPage() {
  const { customerId } = useParams()
  const known = CustomerId.safeParse(customerId)
  return known.success ? <Record customerId={known.data} /> : <NotFound />
}
