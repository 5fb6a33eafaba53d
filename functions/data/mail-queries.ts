import type { Database } from './database.ts'
import {
  LOWEST_SORT_KEY,
  toResultPage,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
} from './pagination.ts'

/** Also of records that were joined into this one: their mails keep the former id. */
export async function findCustomerMails(
  data: Database,
  { customerId, formerCustomerIds = [] }: MailedCustomer,
  page: PageRequest,
) {
  const found = await Promise.all([customerId, ...formerCustomerIds].map((id) => readNewestMails(data, id, page)))
  return toResultPage(
    found.flat().toSorted((a, b) => (toMailCursor(a) < toMailCursor(b) ? 1 : -1)),
    page,
    toMailCursor,
  )
}

export interface MailedCustomer {
  readonly customerId: string
  readonly formerCustomerIds?: readonly string[] | undefined
}

const toMailCursor = ({ createdAt, mailId }: { readonly createdAt: string; readonly mailId: string }) =>
  `${createdAt}~${mailId}` as const

async function readNewestMails(data: Database, customerId: string, page: PageRequest) {
  const all = data.mails.query.byCustomer({ customerId })
  const [createdAt, mailId] = parseCursorPosition(page.cursor)
  const rest = createdAt && mailId ? all.between({ createdAt: LOWEST_SORT_KEY }, { createdAt, mailId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return items
}
