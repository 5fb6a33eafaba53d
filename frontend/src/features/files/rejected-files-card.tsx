import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { apiContract } from '#contract/api'
import type { ClientFileType } from '#contract/client-file'
import type { RejectedFile } from '#contract/files'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { LoadMoreButton } from '../../ui/load-more.tsx'
import { Card, CardLoadError } from '../../ui/panel.tsx'
import { FileDismissButton } from './dismiss-button.tsx'
import { fileRejectionSentences } from './review-state.tsx'
import './files.css'

const tabs: Readonly<Record<ClientFileType, string>> = { invoice: 'payments', analytics: 'analytics' }

/** Only there when there is one: uploads are judged minutes after the record was left. */
export function RejectedFilesCard() {
  const list = useInfiniteQuery(endpointPagesQueryOptions(apiContract.files.listRejected, { query: {} }))
  const { data, error, refetch } = list
  const files = data?.pages.flatMap(({ items }) => items) ?? []
  if (files.length === 0 && !error) return null
  return (
    <Card id="rejected-files-title" title="Archivos rechazados">
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      <ul className="rejected-files" aria-label="Archivos que los clientes no han recibido">
        {files.map((file) => (
          <RejectedFileRow key={file.fileId} file={file} />
        ))}
      </ul>
      <LoadMoreButton list={list} />
    </Card>
  )
}

function RejectedFileRow({ file }: { readonly file: RejectedFile }) {
  const { fileName, fileType, customerId, customerName, rejectedBecause } = file
  return (
    <li>
      <div>
        <h3 className="file-name">{fileName}</h3>
        <p>
          De <Link to={`/client/${customerId}?tab=${tabs[fileType]}`}>{customerName}</Link>.{' '}
          {rejectedBecause && fileRejectionSentences[rejectedBecause]}
        </p>
      </div>
      <FileDismissButton params={{ customerId, fileId: file.fileId }} fileName={fileName} />
    </li>
  )
}
