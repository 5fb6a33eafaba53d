import type { ClientFileType } from '#contract/files'
import type { Database } from './database.ts'
import {
  LOWEST_SORT_KEY,
  toResultPage,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
} from './pagination.ts'

export async function findCustomerFiles(
  data: Database,
  of: { customerId: string; fileType: ClientFileType },
  page: PageRequest,
) {
  const all = data.clientFiles.query.newestFirst({ ...of, status: 'available' })
  const [createdAt, fileId] = parseCursorPosition(page.cursor)
  const rest = createdAt && fileId ? all.between({ createdAt: LOWEST_SORT_KEY }, { createdAt, fileId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, (last) => `${last.createdAt}~${last.fileId}`)
}
