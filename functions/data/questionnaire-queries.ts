import type { Data } from './data.ts'
import { pageOf, type Page, positionOf, pageOptions } from './page.ts'

const ID = 'ver_'

export async function versionsOf(data: Data, customerId: string, page: Page) {
  const all = data.questionnaireVersions.query.byCustomer({ customerId })
  const [, last] = positionOf(page.cursor)
  const rest = last ? all.between({ version: 0 }, { version: Number(last.slice(ID.length)) || 1 }) : all
  const { data: items } = await rest.go({ order: 'desc', ...pageOptions(page) })
  return pageOf(items, page, ({ savedAt, version }) => `${savedAt}~${ID}${String(version).padStart(8, '0')}`)
}
