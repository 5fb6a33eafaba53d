import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '#contract/api'
import type { ClientFile, FileType } from '#contract/files'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { DownloadButton } from './download-button.tsx'
import { FileTable } from './file-table.tsx'
import './files.css'

interface OwnFilesProps {
  readonly id: string
  readonly title: string
  readonly fileType: FileType
  readonly empty: ReactNode
}

export const OwnFiles = ({ id, title, ...list }: OwnFilesProps) => (
  <Card id={id} title={title}>
    <List caption={title} {...list} />
  </Card>
)

function List({ caption, fileType, empty }: Omit<OwnFilesProps, 'id' | 'title'> & { readonly caption: string }) {
  const list = useInfiniteQuery(readPages(api.files.listMine, { query: { fileType } }))
  return (
    <PagedList list={list} loading="Cargando archivos..." empty={empty} problem={errorText}>
      {(files) => <FileTable caption={caption} files={files} actions={download} />}
    </PagedList>
  )
}

const download = ({ fileId, fileName }: ClientFile) => (
  <DownloadButton fileName={fileName} link={() => call(api.files.downloadMine, { params: { fileId } })} />
)
