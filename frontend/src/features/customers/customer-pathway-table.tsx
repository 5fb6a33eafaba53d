import type { CustomerListRow } from '#contract/customer'
import type { CustomerListName, CustomerPathwayRow } from '#contract/customer-lists'
import { toErrorMessage } from '../../api/error-message.ts'
import { formatInteger } from '../../ui/format.ts'
import { LoadMoreButton } from '../../ui/load-more.tsx'
import { CardEmpty, CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { IdleSinceCell, PathwayStepCell, PathwayTurnCell } from './pathway-cells.tsx'
import { useCustomersOfList } from './use-customers.ts'

export const customerListOptions = [
  ['turn-practice', 'Tu turno'],
  ['turn-client', 'Turno del cliente'],
  ['turn-laboratory', 'En el laboratorio'],
  ['turn-nobody', 'Nada pendiente'],
  ['step-1', 'Paso 1: reserva'],
  ['step-2', 'Paso 2: consulta'],
  ['step-3', 'Paso 3: analíticas'],
  ['step-4', 'Paso 4: pauta'],
  ['step-5', 'Paso 5: seguimiento'],
  ['hourless', 'Sin cita'],
  ['inactive', 'Sin actividad'],
] as const satisfies readonly (readonly [CustomerListName, string])[]

const stepColumn: TableColumn<CustomerPathwayRow> = { title: 'Paso', cell: (row) => <PathwayStepCell pathway={row} /> }

const turnColumn: TableColumn<CustomerPathwayRow> = { title: 'Turno', cell: (row) => <PathwayTurnCell pathway={row} /> }

const isByIdleness = (list: CustomerListName): boolean => list === 'hourless' || list === 'inactive'

const idleColumns: readonly TableColumn<CustomerPathwayRow>[] = [
  { title: 'Turno', cell: (row) => <PathwayTurnCell pathway={row} short /> },
  { title: 'Sin actividad', cell: ({ idleSince }) => idleSince && <IdleSinceCell since={idleSince} /> },
]

interface CustomerPathwayTableProps {
  readonly list: CustomerListName
  readonly before: readonly TableColumn<CustomerListRow>[]
  readonly actions: TableColumn<CustomerListRow>
}

export const toListOrderText = (list: CustomerListName): string => (isByIdleness(list) ? 'Inactividad' : 'Plazo')

export function ListedCustomerCount({ list }: Pick<CustomerPathwayTableProps, 'list'>) {
  const { data, hasNextPage } = useCustomersOfList(list)
  const shown = data?.pages.flatMap(({ items }) => items).length ?? 0
  return (
    <p className="customer-count" role="status">
      {data &&
        `Mostrando ${shown === 1 ? '1 cliente' : `${formatInteger(shown)} clientes`}${hasNextPage ? ', hay más' : ''}`}
    </p>
  )
}

export function CustomerPathwayTable({ list, before, actions }: CustomerPathwayTableProps) {
  const found = useCustomersOfList(list)
  const { data, error, isPending, refetch } = found
  if (isPending) return <CardLoading text="Cargando clientes..." />
  if (!data) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  const rows = data.pages.flatMap(({ items }) => items)
  const isIdle = isByIdleness(list)
  const columns: readonly TableColumn<CustomerPathwayRow>[] = [
    ...before,
    stepColumn,
    ...(isIdle ? idleColumns : [turnColumn]),
    actions,
  ]
  return (
    <>
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {rows.length === 0 ? (
        <CardEmpty>
          <p>Ningún cliente está así ahora</p>
        </CardEmpty>
      ) : (
        <div className={`customer-rows customer-rows-pathway${isIdle ? ' customer-rows-idle' : ''}`}>
          <ResponsiveTable
            caption="Clientes"
            columns={columns}
            rows={rows}
            keyOf={({ customerId }) => customerId}
            wide={false}
          />
        </div>
      )}
      <LoadMoreButton list={found} />
    </>
  )
}
