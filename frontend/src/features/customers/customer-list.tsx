import { Button } from '@aws-amplify/ui-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { api } from '#contract/api'
import type { Customer } from '#contract/customers'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { formatShortDay } from '../../ui/format.ts'
import { Sheet, SheetEmpty, SheetLoading, SheetProblem } from '../../ui/panel.tsx'
import { RecordTable, type Column } from '../../ui/record-table.tsx'

const columns: readonly Column<Customer>[] = [
  { title: 'Nombre', cell: ({ customerId, name }) => <Link to={`/client/${customerId}`}>{name}</Link> },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Teléfono', cell: ({ phone }) => phone ?? 'No especificado' },
  { title: 'Fecha', cell: ({ createdAt }) => formatShortDay(createdAt) },
]

function Customers() {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    readPages(api.customers.list, { query: {} }),
  )
  if (isPending) return <SheetLoading text="Cargando clientes..." />
  if (!data) return <SheetProblem text={errorText(error)} retry={() => void refetch()} />
  const customers = data.pages.flatMap(({ items }) => items)
  if (customers.length === 0) return <SheetEmpty>No hay clientes registrados</SheetEmpty>
  return (
    <>
      <RecordTable caption="Clientes" columns={columns} rows={customers} keyOf={({ customerId }) => customerId} />
      {hasNextPage && (
        <div className="sheet-more">
          <Button isLoading={isFetchingNextPage} loadingText="Cargando..." onClick={() => void fetchNextPage()}>
            Cargar más
          </Button>
        </div>
      )}
    </>
  )
}

/** 'Lista de Clientes': everybody the practice looks after, newest first. */
export const CustomerList = () => (
  <Sheet id="customers-title" title="Lista de Clientes">
    <Customers />
  </Sheet>
)
