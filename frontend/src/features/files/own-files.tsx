import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '#contract/api'
import type { ClientFile, FileType } from '#contract/files'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { browser } from '../../ui/browser.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notify.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Sheet } from '../../ui/panel.tsx'
import { FileTable } from './file-table.tsx'
import './files.css'

interface OwnFilesProps {
  readonly id: string
  readonly title: string
  readonly fileType: FileType
  /** What somebody reads who has no file of this type yet. */
  readonly empty: ReactNode
}

/** The caller's own files of a type, to be downloaded. */
export const OwnFiles = ({ id, title, ...list }: OwnFilesProps) => (
  <Sheet id={id} title={title}>
    <List caption={title} {...list} />
  </Sheet>
)

function List({ caption, fileType, empty }: Omit<OwnFilesProps, 'id' | 'title'> & { readonly caption: string }) {
  const list = useInfiniteQuery(readPages(api.files.listMine, { query: { fileType } }))
  return (
    <PagedList list={list} loading="Cargando archivos..." empty={empty} problem={errorText}>
      {(files) => <FileTable caption={caption} files={files} actions={download} />}
    </PagedList>
  )
}

const download = (file: ClientFile) => <DownloadButton file={file} />

/** Downloads by a link that lives for a minute. */
function DownloadButton({ file: { fileId, fileName } }: { readonly file: ClientFile }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(api.files.downloadMine, { params: { fileId } }),
    onSuccess: ({ url }) => browser.leaveFor(url),
    onError: () => notify.failure('Error', 'No se pudo descargar el archivo.'),
  })
  return (
    <Button
      look="secondary"
      size="small"
      busy={isPending}
      busyText="Preparando..."
      aria-label={`Descargar ${fileName}`}
      onClick={() => mutate()}
    >
      Descargar
    </Button>
  )
}
