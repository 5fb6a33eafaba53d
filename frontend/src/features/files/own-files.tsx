import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiContract } from '#contract/api'
import type { ClientFile, ClientFileType } from '#contract/client-file'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { FileDownloadButton } from './download-button.tsx'
import { FileTable } from './file-table.tsx'
import './files.css'

interface OwnFilesProps {
  readonly id: string
  readonly title: string
  readonly fileType: ClientFileType
  readonly empty: ReactNode
}

export const OwnFiles = ({ id, title, ...list }: OwnFilesProps) => (
  <Card id={id} title={title}>
    <List caption={title} {...list} />
  </Card>
)

function List({ caption, fileType, empty }: Omit<OwnFilesProps, 'id' | 'title'> & { readonly caption: string }) {
  const list = useInfiniteQuery(endpointPagesQueryOptions(apiContract.files.listMine, { query: { fileType } }))
  return (
    <PagedList list={list} loading="Cargando archivos..." empty={empty} problem={toErrorMessage}>
      {(files) => <FileTable caption={caption} files={files} actions={download} />}
    </PagedList>
  )
}

const download = ({ fileId, fileName }: ClientFile) => (
  <FileDownloadButton
    fileName={fileName}
    link={() => callApi(apiContract.files.downloadMine, { params: { fileId } })}
  />
)
