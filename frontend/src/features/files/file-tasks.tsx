import { useInfiniteQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { ClientFileType } from '#contract/client-file'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import type { TaskSource } from '../../ui/task-list.tsx'
import { FileDismissButton } from './dismiss-button.tsx'
import { fileRejectionSentences } from './review-state.tsx'

const places: Readonly<Record<ClientFileType, string>> = {
  invoice: '?tab=payments',
  analytics: '?tab=analytics',
  message: '/mensajes',
}

/**
 * Rejected files, which the client does not see: the verdict comes minutes after the upload, when the record is closed.
 */
export function useRejectedFileTasks(): TaskSource {
  const { data, isPending, error, refetch, hasNextPage } = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.files.listRejected, { query: {} }),
  )
  const files = data?.pages.flatMap(({ items }) => items) ?? []
  return {
    tasks: files.map(({ fileId, fileName, fileType, customerId, customerName, rejectedBecause, createdAt }) => ({
      id: fileId,
      kind: 'Archivo rechazado',
      person: customerName,
      to: `/client/${customerId}${places[fileType]}`,
      fact: [`${fileName}.`, rejectedBecause && fileRejectionSentences[rejectedBecause]].filter(Boolean).join(' '),
      at: { since: createdAt },
      isForToday: true,
      action: <FileDismissButton params={{ customerId, fileId }} fileName={fileName} variant="plain" />,
    })),
    isPending,
    error,
    refetch,
    hasMore: hasNextPage,
  }
}
