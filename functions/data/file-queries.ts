import type { FileType } from '#contract/files'
import type { Data } from './data.ts'
import { FIRST, pageOf, type Page, positionOf, readFor } from './page.ts'

/** The files of a type that a customer may download, newest first. */
export async function filesOf(data: Data, of: { customerId: string; fileType: FileType }, page: Page) {
  const all = data.clientFiles.query.newestFirst({ ...of, status: 'disponible' })
  const [createdAt, fileId] = positionOf(page.cursor)
  const rest = createdAt && fileId ? all.between({ createdAt: FIRST }, { createdAt, fileId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...readFor(page) })
  return pageOf(items, page, (last) => `${last.createdAt}~${last.fileId}`)
}
