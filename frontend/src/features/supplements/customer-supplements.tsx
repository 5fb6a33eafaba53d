import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { type ClientSupplement, computeSupplementStatus, findPackRunOutDay } from '#contract/client-supplement'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { EmptyState } from '../../drawings/empty-state.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { findLatest } from '../../ui/find-latest.ts'
import { formatCalendarDay } from '../../ui/format.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { type TableColumn, ResponsiveTable } from '../../ui/responsive-table.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { AddSupplementDialog } from './add-supplement-dialog.tsx'
import { EditSupplementDialog } from './edit-supplement-dialog.tsx'
import { toSupplementGroupHeading, sortSupplementsByGroup, toSupplementRowName } from './supplement-groups.ts'
import { supplementTableColumns } from './own-supplements-card.tsx'
import { SupplementAdherence } from './supplement-adherence.tsx'
import { formatSupplementInstructions } from './supplement-words.ts'
import { useSupplementMutations } from './use-supplement-mutations.ts'
import './supplements.css'

export function CustomerSupplements({ customerId }: { readonly customerId: string }) {
  const list = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.supplements.listOfCustomer, { params: { customerId }, query: {} }),
  )
  const [adding, setAdding] = useState(false)
  const { ask, dialog } = useSupplementDialogs(customerId, list.data?.pages.flatMap(({ items }) => items) ?? [])
  return (
    <Card id="supplements-title" title="Suplementación">
      <div className="sheet-tools">
        <ButtonLink to={`/client/${customerId}/pauta`}>Preparar la pauta</ButtonLink>
        <Button variant="secondary" onClick={() => setAdding(true)}>
          Añadir suplemento
        </Button>
      </div>
      <SupplementAdherence customerId={customerId} />
      <PagedList
        list={list}
        loading="Cargando suplementos..."
        empty={<EmptyState drawing="vacio-suplementos">Este cliente todavía no tiene suplementos.</EmptyState>}
        problem={toErrorMessage}
      >
        {(supplements) => (
          <ResponsiveTable
            caption="Suplementos del cliente"
            columns={columnsFor(customerId, ask)}
            rows={sortSupplementsByGroup(supplements)}
            headingOf={toSupplementGroupHeading}
            keyOf={({ clientSupplementId }) => clientSupplementId}
          />
        )}
      </PagedList>
      {dialog}
      {adding && <AddSupplementDialog customerId={customerId} close={() => setAdding(false)} />}
    </Card>
  )
}

interface Asked {
  readonly what: 'edit' | 'remove'
  readonly supplement: ClientSupplement
}
type Ask = (asked: Asked) => void

/** Rendered above the table, so that a dialog with unsaved text stays when its row disappears. */
function useSupplementDialogs(customerId: string, latest: readonly ClientSupplement[]) {
  const [asked, ask] = useState<Asked>()
  if (!asked) return { ask, dialog: null }
  const supplement = findLatest(asked.supplement, latest, ({ clientSupplementId }) => clientSupplementId)
  const Dialog = asked.what === 'edit' ? EditSupplementDialog : RemoveDialog
  return { ask, dialog: <Dialog customerId={customerId} supplement={supplement} close={() => ask(undefined)} /> }
}

interface DialogProps {
  readonly customerId: string
  readonly supplement: ClientSupplement
  readonly close: () => void
}

function RemoveDialog({ customerId, supplement, close }: DialogProps) {
  const { remove } = useSupplementMutations(close)
  const { clientSupplementId, name, version } = supplement
  return (
    <ConfirmDialog
      title="¿Eliminar este suplemento?"
      action="Eliminar suplemento"
      busy={remove.isPending}
      busyText="Eliminando..."
      confirm={() => remove.mutate({ params: { customerId, clientSupplementId }, query: { version } })}
      cancel={close}
    >
      <p>
        {name} desaparecerá de la pauta del cliente; lo que ya tomó sigue contando. Para dejarlo en su historial, usa
        «Finalizar».
      </p>
    </ConfirmDialog>
  )
}

const columnsFor = (customerId: string, ask: Ask): readonly TableColumn<ClientSupplement>[] => [
  ...supplementTableColumns,
  { title: 'Instrucciones', cell: instructionsOf },
  { title: 'Acciones', cell: (supplement) => <Actions customerId={customerId} supplement={supplement} ask={ask} /> },
]

const instructionsOf = (supplement: ClientSupplement) => (
  <>
    <span className="supplement-lines">{formatSupplementInstructions(supplement)}</span>
    <PackLine supplement={supplement} />
  </>
)

function PackLine({ supplement }: { readonly supplement: ClientSupplement }) {
  const runsOutDay = findPackRunOutDay(supplement)
  if (!runsOutDay || !supplement.packOrderedOn) return null
  return (
    <p className="supplement-pack">
      El envase se acaba el {formatCalendarDay(runsOutDay)}. El cliente ha dicho el{' '}
      {formatCalendarDay(supplement.packOrderedOn)} que ya ha pedido otro.
    </p>
  )
}

interface ActionsProps {
  readonly customerId: string
  readonly supplement: ClientSupplement
  readonly ask: Ask
}

function Actions({ customerId, supplement, ask }: ActionsProps) {
  const params = { customerId, clientSupplementId: supplement.clientSupplementId }
  return (
    <div className="file-actions">
      <Button
        variant="secondary"
        size="small"
        aria-label={`Editar ${toSupplementRowName(supplement)}`}
        onClick={() => ask({ what: 'edit', supplement })}
      >
        Editar
      </Button>
      <EndButtons params={params} supplement={supplement} />
      <Button
        variant="remove"
        size="small"
        aria-label={`Eliminar ${toSupplementRowName(supplement)}`}
        onClick={() => ask({ what: 'remove', supplement })}
      >
        Eliminar
      </Button>
    </div>
  )
}

interface EndButtonsProps {
  readonly params: { readonly customerId: string; readonly clientSupplementId: string }
  readonly supplement: ClientSupplement
}

function EndButtons({ params, supplement }: EndButtonsProps) {
  const { finish, reopen } = useSupplementMutations()
  const today = usePracticeToday()
  const { version, canReopen } = supplement
  return (
    <>
      {canReopen && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Deshacer el final de ${toSupplementRowName(supplement)}`}
          busy={reopen.isPending}
          busyText="Deshaciendo..."
          onClick={() => reopen.mutate({ params, body: { version } })}
        >
          Deshacer
        </Button>
      )}
      {computeSupplementStatus(supplement, today) !== 'completed' && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Finalizar ${toSupplementRowName(supplement)}`}
          busy={finish.isPending}
          busyText="Finalizando..."
          onClick={() => finish.mutate({ params, body: { version } })}
        >
          Finalizar
        </Button>
      )}
    </>
  )
}
