import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import type { ClientSupplement } from '#contract/supplements'
import { errorText } from '../../api/error-text.ts'
import { read, readPages } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Sheet } from '../../ui/panel.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { AddDialog } from './add-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { columns } from './protocol.tsx'
import { useProtocol } from './use-protocol.ts'
import './supplements.css'

/** A client's protocol, to be made and changed. */
export function CustomerSupplements({ customerId }: { readonly customerId: string }) {
  const list = useInfiniteQuery(readPages(api.supplements.listOfCustomer, { params: { customerId }, query: {} }))
  const [adding, setAdding] = useState(false)
  return (
    <Sheet id="supplements-title" title="Suplementación">
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
            rows={supplements}
            keyOf={({ clientSupplementId }) => clientSupplementId}
          />
        )}
      </PagedList>
      {adding && <AddDialog customerId={customerId} close={() => setAdding(false)} />}
    </Sheet>
  )
}

const columnsFor = (customerId: string): readonly Column<ClientSupplement>[] => [
  ...columns,
  { title: 'Instrucciones', cell: instructionsOf },
  { title: 'Acciones', cell: (supplement) => <Actions customerId={customerId} supplement={supplement} /> },
]

const instructionsOf = ({ instructionsText }: ClientSupplement) => (
  <span className="supplement-lines">{instructionsText}</span>
)

/** How much of what was due in the last thirty days the client has ticked. */
function Adherence({ customerId }: { readonly customerId: string }) {
  const { data } = useQuery(read(api.supplements.adherence, { params: { customerId } }))
  if (!data || data.due === 0) return null
  return (
    <p>
      Últimos 30 días: {data.taken} de {data.due} tomas marcadas ({Math.round((100 * data.taken) / data.due)} %).
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
  const { finish, remove } = useProtocol(close)
  const { clientSupplementId, name, status, version } = supplement
  const params = { customerId, clientSupplementId }
  return (
    <div className="file-actions">
      <Button look="secondary" size="small" aria-label={`Editar ${name}`} onClick={() => setAsked('edit')}>
        Editar
      </Button>
      {status !== 'completed' && (
        <Button
          look="secondary"
          size="small"
          aria-label={`Finalizar ${name}`}
          busy={finish.isPending}
          busyText="Finalizando..."
          onClick={() => finish.mutate({ params, body: { version } })}
        >
          Finalizar
        </Button>
      )}
      <Button look="plain" size="small" aria-label={`Eliminar ${name}`} onClick={() => setAsked('remove')}>
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
          <p>{name} desaparecerá de la pauta del cliente. Para dejarlo en su historial, usa «Finalizar».</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
