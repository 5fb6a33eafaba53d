import type { ClientFileType, fileStatuses } from '#contract/client-file'
import type { Database } from './database.ts'
import {
  LOWEST_SORT_KEY,
  toResultPage,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
} from './pagination.ts'

type FileStatus = (typeof fileStatuses)[number]

interface WantedFiles {
  readonly customerId: string
  readonly fileType: ClientFileType
  readonly statuses: readonly FileStatus[]
}

const startOf = (page: PageRequest) => {
  const [createdAt, fileId] = parseCursorPosition(page.cursor)
  return createdAt && fileId ? { createdAt, fileId } : undefined
}

const toCursor = ({ createdAt, fileId }: { readonly createdAt: string; readonly fileId: string }) =>
  `${createdAt}~${fileId}` as const

export async function findCustomerFiles(data: Database, { statuses, ...of }: WantedFiles, page: PageRequest) {
  const start = startOf(page)
  const found = await Promise.all(
    statuses.map(async (status) => {
      const all = data.clientFiles.query.newestFirst({ ...of, status })
      const rest = start ? all.between({ createdAt: LOWEST_SORT_KEY }, start) : all
      return (await rest.go({ order: 'desc', ...toPageQueryOptions(page) })).data
    }),
  )
  const items = found.flat().toSorted((a, b) => (toCursor(a) < toCursor(b) ? 1 : -1))
  return toResultPage(items, page, toCursor)
}

export async function findRejectedFiles(data: Database, page: PageRequest) {
  const start = startOf(page)
  const all = data.clientFiles.query.byStatus({ status: 'rejected' })
  const rest = start ? all.between({ createdAt: LOWEST_SORT_KEY }, start) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, toCursor)
}
