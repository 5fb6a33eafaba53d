import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerAnalysis } from '#contract/analysis-endpoints'
import { apiContract } from '#contract/api'
import { endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatCalendarDay, formatDayAndTime, formatInteger } from '../../ui/format.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { AnalysisContent } from './analysis-content.tsx'
import { customerAnalysesQueryOptions } from './analysis-queries.ts'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'
import './analyses.css'

const AnalysisDialog = lazy(async () => ({ default: (await import('./analysis-dialog.tsx')).AnalysisDialog }))
const AnalysisEditions = lazy(async () => ({ default: (await import('./analysis-editions.tsx')).AnalysisEditions }))

const { listAnalysesOfCustomer, removeAnalysis } = apiContract.files

interface CustomerAnalysesProps {
  readonly customerId: string
}

export function CustomerAnalysesCard({ customerId }: CustomerAnalysesProps) {
  const list = useInfiniteQuery(customerAnalysesQueryOptions(customerId))
  const [edited, setEdited] = useState<CustomerAnalysis | 'new'>()
  return (
    <Card id="customer-analyses-title" title="Explicadas al cliente">
      <div className="analyses-actions">
        <Button onClick={() => setEdited('new')}>Explicar una analítica</Button>
      </div>
      <PagedList
        list={list}
        loading="Cargando analíticas..."
        empty="Todavía no hay ninguna. El cliente no la ve en su panel hasta que la publiques."
        problem={toErrorMessage}
      >
        {(analyses) => (
          <ul className="analyses">
            {analyses.map((analysis) => (
              <AnalysisRow key={analysis.analysisId} {...{ customerId, analysis }} edit={() => setEdited(analysis)} />
            ))}
          </ul>
        )}
      </PagedList>
      {edited && (
        <WhileLoading>
          <AnalysisDialog
            customerId={customerId}
            stored={edited === 'new' ? undefined : edited}
            close={() => setEdited(undefined)}
          />
        </WhileLoading>
      )}
    </Card>
  )
}

export function CustomerAnalysesRead({ customerId }: CustomerAnalysesProps) {
  const list = useInfiniteQuery(customerAnalysesQueryOptions(customerId))
  return (
    <PagedList list={list} loading="Cargando analíticas..." empty="No hay ninguna explicada." problem={toErrorMessage}>
      {(analyses) =>
        analyses.map((analysis) => (
          <details key={analysis.analysisId} className="analysis-folded">
            <summary>
              {formatCalendarDay(analysis.sampledOn)}, {analysis.laboratory}
            </summary>
            <AnalysisContent analysis={analysis} />
          </details>
        ))
      }
    </PagedList>
  )
}

function toStateText({ version, published, savedAt, savedBy }: CustomerAnalysis): string {
  if (!published) return `Borrador del ${formatDayAndTime(savedAt)}${savedBy ? `, ${savedBy}` : ''}`
  const seen = published.seenAt ? `vista el ${formatDayAndTime(published.seenAt)}` : 'todavía no la ha visto'
  const changes = published.version === version ? '' : '. Hay cambios sin publicar'
  return `Publicada el ${formatDayAndTime(published.publishedAt)}, ${seen}${changes}`
}

interface AnalysisRowProps extends CustomerAnalysesProps {
  readonly analysis: CustomerAnalysis
  readonly edit: () => void
}

function AnalysisRow({ customerId, analysis, edit }: AnalysisRowProps) {
  const [open, setOpen] = useState<'editions' | 'removal'>()
  const { analysisId, sampledOn, laboratory, method, published } = analysis
  const name = `la analítica del ${formatCalendarDay(sampledOn)}`
  const close = () => setOpen(undefined)
  return (
    <li>
      <h3>
        {formatCalendarDay(sampledOn)}, {laboratory}
      </h3>
      <p className="analysis-method">{method}</p>
      <p className="analysis-state">{toStateText(analysis)}</p>
      <div className="analysis-buttons">
        <Button
          variant="secondary"
          size="small"
          onClick={edit}
          aria-label={`${published ? 'Corregir' : 'Seguir con'} ${name}`}
        >
          {published ? 'Corregir' : 'Seguir'}
        </Button>
        {published && (
          <Button
            variant="plain"
            size="small"
            onClick={() => setOpen('editions')}
            aria-label={`Versión ${formatInteger(published.edition)} de ${name}, y las anteriores`}
          >
            Versión {formatInteger(published.edition)}
          </Button>
        )}
        <Button
          variant="remove"
          size="small"
          onClick={() => setOpen('removal')}
          aria-label={`${published ? 'Retirar' : 'Eliminar'} ${name}`}
        >
          {published ? 'Retirar' : 'Eliminar'}
        </Button>
      </div>
      {open === 'editions' && (
        <WhileLoading>
          <AnalysisEditions of={{ customerId, analysisId }} close={close} />
        </WhileLoading>
      )}
      {open === 'removal' && (
        <RemoveDialog params={{ customerId, analysisId }} isPublished={published !== null} close={close} />
      )}
    </li>
  )
}

interface RemoveDialogProps {
  readonly params: { readonly customerId: string; readonly analysisId: string }
  readonly isPublished: boolean
  readonly close: () => void
}

function RemoveDialog({ params, isPublished, close }: RemoveDialogProps) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...endpointMutationOptions(removeAnalysis),
    onSuccess: () => {
      showNotice.success(isPublished ? 'Analítica retirada' : 'Borrador eliminado')
      close()
    },
    onError: (error) => showNotice.failure('No se pudo eliminar', toErrorMessage(error)),
    onSettled: () => invalidateEndpoints(queries, listAnalysesOfCustomer, apiContract.customers.readPathway),
  })
  return (
    <ConfirmDialog
      title={isPublished ? '¿Retirar esta analítica?' : '¿Eliminar este borrador?'}
      action={isPublished ? 'Retirar' : 'Eliminar'}
      busy={isPending}
      busyText={isPublished ? 'Retirando...' : 'Eliminando...'}
      confirm={() => mutate({ params })}
      cancel={close}
    >
      <p>
        {isPublished
          ? 'Dejará de estar en el panel del cliente. Lo que ya ha leído queda en su historial.'
          : 'El cliente no la ha visto en su panel. Esta acción no se puede deshacer.'}
      </p>
    </ConfirmDialog>
  )
}
