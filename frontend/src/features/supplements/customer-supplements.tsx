import { formatCount } from '../../ui/format.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import { type ClientSupplement, statusOn } from '#contract/client-supplement'
import { errorText } from '../../api/error-text.ts'
import { read, readPages } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { useToday } from '../../ui/use-today.ts'
import { AddDialog } from './add-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { headingOf, inGroups, rowName } from './groups.ts'
import { columns } from './protocol.tsx'
import { instructionsToRead } from './supplement-words.ts'
import { useProtocol } from './use-protocol.ts'
import './supplements.css'

export function CustomerSupplements({ customerId }: { readonly customerId: string }) {
  const list = useInfiniteQuery(readPages(api.supplements.listOfCustomer, { params: { customerId }, query: {} }))
  const [adding, setAdding] = useState(false)
  return (
    <Card id="supplements-title" title="Suplementación">
      <div className="sheet-tools">
        <Button onClick={() => setAdding(true)}>Añadir suplemento</Button>
      </div>
      <Adherence customerId={customerId} />
      <PagedList
        list={list}
        loading="Cargando suplementos..."
        empty="Este cliente todavía no tiene suplementos."
        problem={errorText}
      >
        {(supplements) => (
          <RecordTable
            caption="Suplementos del cliente"
            columns={columnsFor(customerId)}
            rows={inGroups(supplements)}
            headingOf={headingOf}
            keyOf={({ clientSupplementId }) => clientSupplementId}
          />
        )}
      </PagedList>
      {adding && <AddDialog customerId={customerId} close={() => setAdding(false)} />}
    </Card>
  )
}

const columnsFor = (customerId: string): readonly Column<ClientSupplement>[] => [
  ...columns,
  { title: 'Instrucciones', cell: instructionsOf },
  { title: 'Acciones', cell: (supplement) => <Actions customerId={customerId} supplement={supplement} /> },
]

const instructionsOf = (supplement: ClientSupplement) => (
  <span className="supplement-lines">{instructionsToRead(supplement)}</span>
)

function Adherence({ customerId }: { readonly customerId: string }) {
  const { data } = useQuery(read(api.supplements.adherence, { params: { customerId } }))
  if (!data || data.due === 0) return null
  return (
    <p>
      Últimos 30 días: {formatCount(data.taken)} de {formatCount(data.due)} tomas marcadas (
      {formatCount(Math.round((100 * data.taken) / data.due))} %).
    </p>
  )
}

interface ActionsProps {
  readonly customerId: string
  readonly supplement: ClientSupplement
}

function Actions({ customerId, supplement }: ActionsProps) {
  const [asked, setAsked] = useState<'edit' | 'remove'>()
  const close = () => setAsked(undefined)
  const { remove } = useProtocol(close)
  const { clientSupplementId, name, version } = supplement
  const params = { customerId, clientSupplementId }
  return (
    <div className="file-actions">
      <Button
        variant="secondary"
        size="small"
        aria-label={`Editar ${rowName(supplement)}`}
        onClick={() => setAsked('edit')}
      >
        Editar
      </Button>
      <EndButtons params={params} supplement={supplement} />
      <Button
        variant="remove"
        size="small"
        aria-label={`Eliminar ${rowName(supplement)}`}
        onClick={() => setAsked('remove')}
      >
        Eliminar
      </Button>
      {asked === 'edit' && <EditDialog customerId={customerId} supplement={supplement} close={close} />}
      {asked === 'remove' && (
        <ConfirmDialog
          title="¿Eliminar este suplemento?"
          action="Eliminar suplemento"
          busy={remove.isPending}
          busyText="Eliminando..."
          confirm={() => remove.mutate({ params, query: { version } })}
          cancel={close}
        >
          <p>
            {name} desaparecerá de la pauta del cliente; lo que ya tomó sigue contando. Para dejarlo en su historial,
            usa «Finalizar».
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

interface EndButtonsProps {
  readonly params: { readonly customerId: string; readonly clientSupplementId: string }
  readonly supplement: ClientSupplement
}

/** Can be undone on the same day. */
function EndButtons({ params, supplement }: EndButtonsProps) {
  const { finish, reopen } = useProtocol()
  const today = useToday()
  const { version, canReopen } = supplement
  return (
    <>
      {canReopen && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Deshacer el final de ${rowName(supplement)}`}
          busy={reopen.isPending}
          busyText="Deshaciendo..."
          onClick={() => reopen.mutate({ params, body: { version } })}
        >
          Deshacer
        </Button>
      )}
      {statusOn(supplement, today) !== 'completed' && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Finalizar ${rowName(supplement)}`}
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
