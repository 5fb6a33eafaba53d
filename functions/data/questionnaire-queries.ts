import type { Data } from './data.ts'
import { pageOf, type Page, positionOf } from './page.ts'

const ID = 'ver_'

/** When the answers of a customer were saved, newest first. */
export async function versionsOf(data: Data, customerId: string, { cursor, limit }: Page) {
  const all = data.questionnaireVersions.query.byCustomer({ customerId })
  const [, last] = positionOf(cursor)
  const rest = last ? all.lt({ version: Number(last.slice(ID.length)) || 1 }) : all
  const { data: items } = await rest.go({ order: 'desc', count: limit + 1, limit: limit + 1 })
  return pageOf(items, limit, ({ savedAt, version }) => `${savedAt}~${ID}${String(version).padStart(8, '0')}`)
}
