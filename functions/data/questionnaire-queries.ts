import type { Database } from './database.ts'
import { toResultPage, type PageRequest, parseCursorPosition, toPageQueryOptions } from './pagination.ts'

const ID = 'ver_'

export async function findQuestionnaireVersions(data: Database, customerId: string, page: PageRequest) {
  const all = data.questionnaireVersions.query.byCustomer({ customerId })
  const [, last] = parseCursorPosition(page.cursor)
  const rest = last ? all.between({ version: 0 }, { version: Number(last.slice(ID.length)) || 1 }) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, ({ savedAt, version }) => `${savedAt}~${ID}${String(version).padStart(8, '0')}`)
}
