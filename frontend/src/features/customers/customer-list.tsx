import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { CustomerRow } from '#contract/customers'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatShortDay } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet, SheetEmpty, SheetLoading, SheetProblem } from '../../ui/panel.tsx'
import { RecordTable, type Column } from '../../ui/record-table.tsx'
import { CustomerDialog } from './customer-dialog.tsx'
import { CustomerFiles } from './customer-files.tsx'
import { CustomerSearch, useSearchText } from './customer-search.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { useCustomerList } from './use-customers.ts'
import './customers.css'

interface RowActions {
  readonly edit: (customer: CustomerRow) => void
  readonly remove: (customer: CustomerRow) => void
}

const columns = ({ edit, remove }: RowActions): readonly Column<CustomerRow>[] => [
  { title: 'Nombre', cell: ({ customerId, name }) => <Link to={`/client/${customerId}`}>{name}</Link> },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Teléfono', cell: ({ phone }) => phone ?? 'No especificado' },
  { title: 'Fecha', cell: ({ createdAt }) => formatShortDay(createdAt) },
  {
    title: 'Acciones',
    cell: (customer) => (
      <span className="customer-actions">
        <Button look="secondary" size="small" onClick={() => edit(customer)}>
          Editar<span className="visually-hidden"> a {customer.name}</span>
        </Button>
        <Button look="plain" size="small" onClick={() => remove(customer)}>
          Eliminar<span className="visually-hidden"> a {customer.name}</span>
        </Button>
      </span>
    ),
  },
]

type Asked = { readonly what: 'create' } | { readonly what: 'edit' | 'remove'; readonly customer: CustomerRow }

/** 'Lista de Clientes': everybody the practice looks after, newest first. */
export function CustomerList() {
  const [text, setText, search] = useSearchText()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Sheet id="customers-title" title="Lista de Clientes">
      <div className="customer-bar">
        <CustomerSearch text={text} onText={setText} />
        <Button onClick={() => setAsked({ what: 'create' })}>Nuevo Cliente</Button>
      </div>
      <Customers
        search={search}
        actions={{
          edit: (customer) => setAsked({ what: 'edit', customer }),
          remove: (customer) => setAsked({ what: 'remove', customer }),
        }}
      />
      <CustomerFiles />
      {asked?.what === 'create' && <CustomerDialog close={close} />}
      {asked?.what === 'edit' && <CustomerDialog customerId={asked.customer.customerId} close={close} />}
      {asked?.what === 'remove' && <RemoveDialog customer={asked.customer} close={close} />}
    </Sheet>
  )
}

const figures = new Intl.NumberFormat('es-ES')

function Customers({ search, actions }: { readonly search: string; readonly actions: RowActions }) {
  const list = useCustomerList(search)
  const { data, error, isPending, refetch } = list
  if (isPending) return <SheetLoading text="Cargando clientes..." />
  if (!data) return <SheetProblem text={errorText(error)} retry={() => void refetch()} />
  const customers = data.pages.flatMap(({ items }) => items)
  const total = data.pages.at(-1)?.total ?? 0
  return (
    <>
      <p className="customer-count" role="status">
        {`Mostrando ${figures.format(customers.length)} de ${figures.format(total)} clientes`}
      </p>
      {error && <SheetProblem text={errorText(error)} retry={() => void refetch()} />}
      {customers.length === 0 ? (
        <SheetEmpty>
          <p>{search ? `No se encontraron clientes con «${search}»` : 'No hay clientes registrados'}</p>
        </SheetEmpty>
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
