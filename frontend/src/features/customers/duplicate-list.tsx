import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { api } from '#contract/api'
import type { CustomerName } from '#contract/customer'
import { read } from '../../api/query.ts'
import { formatCount } from '../../ui/format.ts'
import { Card } from '../../ui/panel.tsx'
import './customers.css'

/** Clients with the same email, to be merged. Renders nothing when there are none. */
export function DuplicateList() {
  const { data } = useQuery(read(api.customers.listDuplicates, {}))
  if (!data || data.items.length === 0) return null
  return (
    <Card id="duplicates-title" title="Emails repetidos">
      <p>
        Estos clientes comparten un correo. Cuando esa persona se registre, su cuenta quedará unida a una sola de las
        fichas: pasa a una lo que falte de la otra y elimina la que sobre.
      </p>
      <ul className="customer-lines">
        {data.items.map(({ email, customers }) => (
          <li key={email}>
            <div>
              <strong>{email}</strong>
              <ul className="customer-sharing">
                {customers.map(({ customerId, name }) => (
                  <li key={customerId}>
                    <Link to={`/client/${customerId}`}>{name === email ? 'Ficha sin nombre' : name}</Link>
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
      {data.total > data.items.length && (
        <p className="field-hint">{`Se muestran ${data.items.length} de ${formatCount(data.total)} emails repetidos.`}</p>
      )}
    </Card>
  )
}

const Links = ({ customers }: { readonly customers: readonly CustomerName[] }) =>
  customers.map(({ customerId, name }, index) => (
    <span key={customerId}>
      {index > 0 && ' · '}
      <Link to={`/client/${customerId}`}>{name}</Link>
    </span>
  ))

export function ClientsWithEmail({ email }: { readonly email: string }) {
  const { data } = useQuery(read(api.customers.names, { query: { search: email } }))
  const there = data?.items.filter((each) => each.email === email) ?? []
  if (there.length === 0) return null
  return (
    <p>
      Abrir su ficha: <Links customers={there} />
    </p>
  )
}
