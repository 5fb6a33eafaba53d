import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import type { ClientFile, ClientFileType } from '#contract/client-file'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions, endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { EmptyState } from '../../drawings/empty-state.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { formatCalendarDay } from '../../ui/format.ts'
import { customerAnalysesQueryOptions } from './analysis-queries.ts'
import { FileDismissButton } from './dismiss-button.tsx'
import { FileDownloadButton } from './download-button.tsx'
import { FileTable } from './file-table.tsx'
import { FileUploadForm } from './upload-form.tsx'
import './files.css'

interface CustomerFilesProps {
  readonly customerId: string
  readonly fileType: Exclude<ClientFileType, 'message'>
  readonly title: string
}

export const CustomerFiles = ({ customerId, fileType, title }: CustomerFilesProps) => (
  <Card id={`files-${fileType}`} title={title}>
    <FileUploadForm customerId={customerId} fileType={fileType} />
    <List customerId={customerId} fileType={fileType} title={title} />
  </Card>
)

const emptyDrawings = { invoice: 'vacio-facturas', analytics: 'vacio-archivos' } as const

/** A scan takes seconds to minutes. */
const ASK_EVERY_MS = 5000

const isUnderReview = ({ pages }: { readonly pages: readonly { readonly items: readonly ClientFile[] }[] }) =>
  pages.some(({ items }) => items.some(({ status }) => status === 'scanning'))

function List({ customerId, fileType, title }: CustomerFilesProps) {
  const list = useInfiniteQuery({
    ...endpointPagesQueryOptions(apiContract.files.listOfCustomer, { params: { customerId }, query: { fileType } }),
    refetchInterval: ({ state: { data } }) => (data && isUnderReview(data) ? ASK_EVERY_MS : false),
    refetchIntervalInBackground: false,
  })
  const actions = (file: ClientFile) => <FileActions customerId={customerId} file={file} />
  return (
    <PagedList
      list={list}
      loading="Cargando archivos..."
      empty={<EmptyState drawing={emptyDrawings[fileType]}>Todavía no hay archivos.</EmptyState>}
      problem={toErrorMessage}
    >
      {(files) => <FileTable caption={title} files={files} actions={actions} />}
    </PagedList>
  )
}

interface FileActionsProps {
  readonly customerId: string
  readonly file: ClientFile
}

function FileActions({ customerId, file: { fileId, fileName, status } }: FileActionsProps) {
  const [asked, setAsked] = useState(false)
  const params = { customerId, fileId }
  if (status === 'rejected') return <FileDismissButton params={params} fileName={fileName} />
  return (
    <div className="file-actions">
      {status === 'available' && (
        <FileDownloadButton
          fileName={fileName}
          link={() => callApi(apiContract.files.downloadOfCustomer, { params })}
        />
      )}
      <Button variant="remove" size="small" aria-label={`Eliminar ${fileName}`} onClick={() => setAsked(true)}>
        Eliminar
      </Button>
      {asked && <RemoveDialog params={params} fileName={fileName} close={() => setAsked(false)} />}
    </div>
  )
}

interface RemoveDialogProps {
  readonly params: { readonly customerId: string; readonly fileId: string }
  readonly fileName: string
  readonly close: () => void
}

function usePublishedAnalysesWith({ customerId, fileId }: RemoveDialogProps['params']) {
  const { data } = useInfiniteQuery(customerAnalysesQueryOptions(customerId))
  const all = data?.pages.flatMap(({ items }) => items) ?? []
  return all.filter((analysis) => analysis.published && analysis.fileId === fileId)
}

function RemoveDialog({ params, fileName, close }: RemoveDialogProps) {
  const queries = useQueryClient()
  const analyses = usePublishedAnalysesWith(params)
  const { mutate, isPending } = useMutation({
    ...endpointMutationOptions(apiContract.files.remove),
    onSuccess: () => {
      showNotice.success('Archivo eliminado')
      close()
    },
    onError: (error) => showNotice.failure('Error', toErrorMessage(error)),
    onSettled: () => invalidateEndpoints(queries, apiContract.files.listOfCustomer, apiContract.customers.readPathway),
  })
  return (
    <ConfirmDialog
      title="¿Estás seguro de que quieres eliminar este archivo?"
      action="Eliminar archivo"
      busy={isPending}
      busyText="Eliminando..."
      confirm={() => mutate({ params })}
      cancel={close}
    >
      <p>{fileName} dejará de estar en el panel del cliente. Esta acción no se puede deshacer.</p>
      {analyses.map(({ analysisId, sampledOn }) => (
        <p key={analysisId}>
          Es el informe de la analítica del {formatCalendarDay(sampledOn)}, que el cliente tiene publicada: se quedará
          sin «El informe completo».
        </p>
      ))}
    </ConfirmDialog>
  )
}
