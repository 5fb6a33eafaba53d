import { createDayFormatter, toPracticeDay } from '#contract/calendar-days'
import { carePathwayStateLabels } from '#contract/care-pathway-labels'
import { carePathwaySteps, type CarePathwayTurn } from '#contract/care-pathway'
import type { CustomerListRow } from '#contract/customer'
import type { StandingList, StandingRow } from '#contract/customer-standings'
import { toErrorMessage } from '../../api/error-message.ts'
import { formatInteger } from '../../ui/format.ts'
import { LoadMoreButton } from '../../ui/load-more.tsx'
import { CardEmpty, CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { useStandingList } from './use-customers.ts'
import './standing-list.css'

/** Orders that have an index, and what is chosen of each. */
export const standingOptions = [
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
] as const satisfies readonly (readonly [StandingList, string])[]

const formatShortDay = createDayFormatter({ day: 'numeric', month: 'short' })

const turnTexts: Readonly<Record<CarePathwayTurn, string>> = {
  practice: 'Tu turno',
  client: 'Cliente',
  laboratory: 'Laboratorio',
  nobody: 'De nadie',
}

const toStep = ({ step, state }: StandingRow) => (
  <span className="standing-step">
    <span className="standing-ticks" aria-hidden="true">
      {carePathwaySteps.map((each) => (
        <i key={each} data-progress={toProgress(each, step)} />
      ))}
    </span>
    <span className="visually-hidden">Paso {step} de 5: </span>
    <span className="customer-cut" title={carePathwayStateLabels[state]}>
      {carePathwayStateLabels[state]}
    </span>
  </span>
)

function toProgress(each: number, present: number): string {
  if (each === present) return 'present'
  return each < present ? 'done' : 'coming'
}

function toTurn({ turn, due, idleSince }: StandingRow, today: string) {
  const text = turn === 'practice' ? <strong>{turnTexts[turn]}</strong> : turnTexts[turn]
  if (idleSince)
    return (
      <>
        {text} <small>desde el {formatShortDay(toPracticeDay(idleSince))}</small>
      </>
    )
  if (!due) return text
  return (
    <>
      {text}{' '}
      <small className={due.day < today && turn === 'practice' ? 'standing-late' : undefined}>
        {due.isAbout ? 'hacia' : 'hasta'} el {formatShortDay(due.day)}
      </small>
    </>
  )
}

interface StandingListProps {
  readonly list: StandingList
  /** Name, address and phone of the list of all. */
  readonly before: readonly TableColumn<CustomerListRow>[]
  readonly actions: TableColumn<CustomerListRow>
}

/** Clients by where they are in the process. */
export function StandingCustomers({ list, before, actions }: StandingListProps) {
  const today = usePracticeToday()
  const found = useStandingList(list)
  const { data, error, isPending, refetch } = found
  if (isPending) return <CardLoading text="Cargando clientes..." />
  if (!data) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  const rows = data.pages.flatMap(({ items }) => items)
  const columns: readonly TableColumn<StandingRow>[] = [
    ...before,
    { title: 'Paso', cell: toStep },
    { title: 'Turno', cell: (row) => toTurn(row, today) },
    actions,
  ]
  return (
    <>
      <p className="customer-count" role="status">
        {`Mostrando ${formatInteger(rows.length)}${found.hasNextPage ? ', hay más' : ''}`}
      </p>
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {rows.length === 0 ? (
        <CardEmpty>
          <p>Ningún cliente está así ahora</p>
        </CardEmpty>
      ) : (
        <div className="customer-rows customer-rows-standing">
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
