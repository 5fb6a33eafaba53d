import { type Customer, type CustomerField, customerFieldNames, customerFieldLabels } from '#contract/customer'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.ts'
import { Card } from '../../ui/panel.tsx'

const emptyTexts: Readonly<Record<CustomerField, string>> = {
  name: '',
  email: '',
  phone: 'No especificado',
  address: 'No especificada',
  notes: 'Sin notas',
}

const factsOf = (customer: Customer) => [
  ...customerFieldNames.map((field) => ({
    title: customerFieldLabels[field],
    text: customer[field] || emptyTexts[field],
  })),
  { title: 'Cliente desde', text: formatInstantAsDay(customer.createdAt) },
]

interface PersonalDataCardProps {
  readonly customer: Customer
  readonly emailNote: ReactNode
}

export const CustomerPersonalDataCard = ({ customer, emailNote }: PersonalDataCardProps) => (
  <Card id="personal-title" title="Información Personal">
    <dl className="facts-list">
      {factsOf(customer).map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            {text}
            {title === customerFieldLabels.email && emailNote}
          </dd>
        </div>
      ))}
    </dl>
  </Card>
)

export const CustomerNotFoundScreen = () => (
  <div className="screen">
    <PageHead title="Cliente no encontrado" hidden />
    <h1>Cliente no encontrado</h1>
    <p>Puede que se haya eliminado o que el enlace no sea correcto.</p>
    <div className="screen-actions">
      <ButtonLink to="/admin">Volver al Panel</ButtonLink>
    </div>
  </div>
)
