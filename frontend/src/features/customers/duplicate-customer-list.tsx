import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { CustomerSummary } from '#contract/customer'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { formatInteger } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { Card } from '../../ui/panel.tsx'
import './customers.css'

export function DuplicateCustomerList() {
  const { data } = useQuery(endpointQueryOptions(apiContract.customers.listDuplicates, {}))
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
        <p className="field-hint">{`Se muestran ${data.items.length} de ${formatInteger(data.total)} emails repetidos.`}</p>
      )}
    </Card>
  )
}

const Links = ({ customers }: { readonly customers: readonly CustomerSummary[] }) =>
  customers.map(({ customerId, name }, index) => (
    <span key={customerId}>
      {index > 0 && ' · '}
      <Link to={`/client/${customerId}`}>{name}</Link>
    </span>
  ))

export function CustomersWithEmailNotice({ email }: { readonly email: string }) {
  const { data } = useQuery(endpointQueryOptions(apiContract.customers.names, { query: { search: email } }))
  const there = data?.items.filter((each) => each.email === email) ?? []
  if (there.length === 0) return null
  return (
    <NoticeBox>
      <p>
        Abrir su ficha: <Links customers={there} />
      </p>
    </NoticeBox>
  )
}
