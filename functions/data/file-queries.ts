import type { FileType } from '#contract/files'
import type { Data } from './data.ts'
import { LOWEST_KEY, pageOf, type Page, positionOf, pageOptions } from './page.ts'

export async function filesOf(data: Data, of: { customerId: string; fileType: FileType }, page: Page) {
  const all = data.clientFiles.query.newestFirst({ ...of, status: 'available' })
  const [createdAt, fileId] = positionOf(page.cursor)
  const rest = createdAt && fileId ? all.between({ createdAt: LOWEST_KEY }, { createdAt, fileId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.createdAt}~${last.fileId}`)
}
