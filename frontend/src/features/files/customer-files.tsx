import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import type { ClientFile, FileType } from '#contract/files'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { readPages, write } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notify.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { DownloadButton } from './download-button.tsx'
import { FileTable } from './file-table.tsx'
import { UploadForm } from './upload-form.tsx'
import './files.css'

interface CustomerFilesProps {
  readonly customerId: string
  readonly fileType: FileType
  readonly title: string
}

export const CustomerFiles = ({ customerId, fileType, title }: CustomerFilesProps) => (
  <Card id={`files-${fileType}`} title={title}>
    <UploadForm customerId={customerId} fileType={fileType} />
    <List customerId={customerId} fileType={fileType} title={title} />
  </Card>
)

function List({ customerId, fileType, title }: CustomerFilesProps) {
  const list = useInfiniteQuery(readPages(api.files.listOfCustomer, { params: { customerId }, query: { fileType } }))
  const actions = (file: ClientFile) => <FileActions customerId={customerId} file={file} />
  return (
    <PagedList list={list} loading="Cargando archivos..." empty="Todavía no hay archivos." problem={errorText}>
      {(files) => <FileTable caption={title} files={files} actions={actions} />}
    </PagedList>
  )
}

interface FileActionsProps {
  readonly customerId: string
  readonly file: ClientFile
}

function FileActions({ customerId, file: { fileId, fileName } }: FileActionsProps) {
  const [asked, setAsked] = useState(false)
  const params = { customerId, fileId }
  return (
    <div className="file-actions">
      <DownloadButton fileName={fileName} link={() => call(api.files.downloadOfCustomer, { params })} />
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

function RemoveDialog({ params, fileName, close }: RemoveDialogProps) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...write(api.files.remove),
    onSuccess: () => {
      notify.success('Archivo eliminado')
      close()
    },
    onError: (error) => notify.failure('Error', errorText(error)),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: [api.files.listOfCustomer.method, api.files.listOfCustomer.path] }),
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
    </ConfirmDialog>
  )
}
