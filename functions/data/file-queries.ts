import type { FileType } from '#contract/files'
import type { Data } from './data.ts'
import { pageOf, type Page, positionOf } from './page.ts'

/** The files of a type that a customer may download, newest first. */
export async function filesOf(data: Data, of: { customerId: string; fileType: FileType }, { cursor, limit }: Page) {
  const all = data.clientFiles.query.newestFirst({ ...of, status: 'disponible' })
  const [createdAt, fileId] = positionOf(cursor)
  const rest = createdAt && fileId ? all.lt({ createdAt, fileId }) : all
  const { data: items } = await rest.go({ order: 'desc', count: limit + 1, limit: limit + 1 })
  return pageOf(items, limit, (last) => `${last.createdAt}~${last.fileId}`)
}
