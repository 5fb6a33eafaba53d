import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { CustomerRow } from '#contract/customer'
import { type AccountFilter, accountFilters } from '#contract/customers'
import { errorText } from '../../api/error-text.ts'
import type { Proof } from '../../api/proof.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatShortDay } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Card, CardEmpty, CardLoading, CardProblem } from '../../ui/panel.tsx'
import { SearchField, useSearchText } from '../../ui/search-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { RecordTable, type Column } from '../../ui/record-table.tsx'
import { CustomerDialog } from './customer-dialog.tsx'
import { CsvActions } from './csv-actions.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { type CustomerFilter, useCustomerList } from './use-customers.ts'
import './customers.css'

export const clientSearchId = 'buscar-clientes'

interface RowActions {
  readonly edit: (customer: CustomerRow) => void
  readonly remove: (customer: CustomerRow) => void
}

const columns = ({ edit, remove }: RowActions): readonly Column<CustomerRow>[] => [
  { title: 'Nombre', cell: ({ customerId, name }) => <Link to={`/client/${customerId}`}>{name}</Link> },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Teléfono', cell: ({ phone }) => phone ?? 'No especificado' },
  { title: 'Fecha', cell: ({ createdAt }) => formatShortDay(createdAt), whole: true },
  {
    title: 'Acciones',
    cell: (customer) => (
      <span className="customer-actions">
        <Button variant="secondary" size="small" onClick={() => edit(customer)}>
          Editar<span className="visually-hidden"> a {customer.name}</span>
        </Button>
        <Button variant="remove" size="small" onClick={() => remove(customer)}>
          Eliminar<span className="visually-hidden"> a {customer.name}</span>
        </Button>
      </span>
    ),
  },
]

/** Counting stops here. */
const MAX_COUNTED = 200

function matchingText(matching: number): string {
  if (matching > MAX_COUNTED) return `más de ${MAX_COUNTED} coinciden`
  return matching === 1 ? '1 coincide' : `${formatCount(matching)} coinciden`
}

const accountOptions = [
  ['with', 'Con cuenta'],
  ['without', 'Sin cuenta'],
] as const satisfies readonly (readonly [AccountFilter, string])[]

type Asked = { readonly what: 'create' } | { readonly what: 'edit' | 'remove'; readonly customer: CustomerRow }

export function CustomerList({ proof }: { readonly proof: Proof }) {
  const [text, setText, search] = useSearchText()
  const [order, setOrder] = useState<'newest' | 'name'>('newest')
  const [account, setAccount] = useState<AccountFilter>()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Card id="customers-title" title="Lista de Clientes">
      <div className="customer-bar">
        <SearchField
          label="Buscar clientes"
          placeholder="Nombre, email o teléfono"
          id={clientSearchId}
          text={text}
          onText={setText}
        />
        <SelectField
          label="Ordenar por"
          options={[
            ['newest', 'Más recientes'],
            ['name', 'Nombre (A-Z)'],
          ]}
          value={order}
          onChange={({ target }) => setOrder(target.value === 'name' ? 'name' : 'newest')}
        />
        <SelectField
          label="Mostrar"
          none="Todos"
          options={accountOptions}
          value={account ?? ''}
          onChange={({ target }) => setAccount(accountFilters.find((each) => each === target.value))}
        />
        <Button onClick={() => setAsked({ what: 'create' })}>Nuevo Cliente</Button>
      </div>
      <Customers
        filter={{ search, order, account }}
        actions={{
          edit: (customer) => setAsked({ what: 'edit', customer }),
          remove: (customer) => setAsked({ what: 'remove', customer }),
        }}
      />
      <CsvActions proof={proof} />
      {asked?.what === 'create' && <CustomerDialog close={close} />}
      {asked?.what === 'edit' && <CustomerDialog customerId={asked.customer.customerId} close={close} />}
      {asked?.what === 'remove' && <RemoveDialog customer={asked.customer} proof={proof} close={close} />}
    </Card>
  )
}

const filterText = ({ search, account }: CustomerFilter): string =>
  [account && (account === 'with' ? 'con cuenta' : 'sin cuenta'), search && `con «${search}»`]
    .filter(Boolean)
    .join(' y ')

interface CustomersProps {
  readonly filter: CustomerFilter
  readonly actions: RowActions
}

function Customers({ filter, actions }: CustomersProps) {
  const list = useCustomerList(filter)
  const asked = filterText(filter)
  const { data, error, isPending, refetch } = list
  if (isPending) return <CardLoading text="Cargando clientes..." />
  if (!data) return <CardProblem text={errorText(error)} retry={() => void refetch()} />
  const customers = data.pages.flatMap(({ items }) => items)
  const { total = 0, matching = 0 } = data.pages.at(-1) ?? {}
  return (
    <>
      <p className="customer-count" role="status">
        {`Mostrando ${formatCount(customers.length)} de ${formatCount(total)} clientes`}
      </p>
      {asked && <p className="customer-count" role="status">{`${matchingText(matching)} ${asked}`}</p>}
      {error && <CardProblem text={errorText(error)} retry={() => void refetch()} />}
      {customers.length === 0 ? (
        <CardEmpty>
          <p>{asked ? `No se encontraron clientes ${asked}` : 'No hay clientes registrados'}</p>
        </CardEmpty>
      ) : (
        <RecordTable
          caption="Clientes"
          columns={columns(actions)}
          rows={customers}
          keyOf={({ customerId }) => customerId}
        />
      )}
      <LoadMore list={list} />
    </>
  )
}
