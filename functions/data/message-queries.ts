import type { EntityItem } from 'electrodb'
import type { Database } from './database.ts'
import type { TableEntities } from './entities.ts'
import {
  HIGHEST_SORT_KEY,
  LOWEST_SORT_KEY,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
  toResultPage,
} from './pagination.ts'

export type StoredMessage = EntityItem<TableEntities['messages']>
export type StoredMessageThread = EntityItem<TableEntities['messageThreads']>

export async function findMessages(data: Database, customerId: string, page: PageRequest) {
  const [sentAt, messageId] = parseCursorPosition(page.cursor)
  const all = data.messages.query.newestFirst({ customerId })
  const rest = sentAt && messageId ? all.between({ sentAt: LOWEST_SORT_KEY }, { sentAt, messageId }) : all
  const { data: found } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(found, page, (last) => `${last.sentAt}~${last.messageId}` as const)
}

export async function countMessagesAfter(
  data: Database,
  {
    customerId,
    from,
    after,
  }: { readonly customerId: string; readonly from: StoredMessage['from']; readonly after: string },
  most: number,
): Promise<number> {
  const { data: found } = await data.messages.query
    .newestFirst({ customerId })
    .between({ sentAt: after || LOWEST_SORT_KEY }, { sentAt: HIGHEST_SORT_KEY })
    .go({ order: 'desc', count: most, limit: most })
  return found.filter((each) => each.from === from && each.sentAt > after).length
}
