import { type Role, roles } from '#contract/endpoint'
import type { Database } from './database.ts'
import {
  LOWEST_SORT_KEY,
  toResultPage,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
} from './pagination.ts'

interface UserPosition {
  readonly createdAt: string
  readonly userId: string
}

const toUserCursor = ({ createdAt, userId }: UserPosition) => `${createdAt}~${userId}` as const

export async function findNewestUsers(data: Database, page: PageRequest & { readonly role?: Role | undefined }) {
  const asked = page.role ? [page.role] : roles
  const found = await Promise.all(asked.map((role) => readNewestUsers(data, role, page)))
  const items = found.flat().toSorted((a, b) => (toUserCursor(a) < toUserCursor(b) ? 1 : -1))
  return toResultPage(items, page, toUserCursor)
}

async function readNewestUsers(data: Database, role: Role, page: PageRequest) {
  const all = data.users.query.newestFirst({ role })
  const [createdAt, userId] = parseCursorPosition(page.cursor)
  const rest = createdAt && userId ? all.between({ createdAt: LOWEST_SORT_KEY }, { createdAt, userId }) : all
  const { data: items } = await rest
    .where(({ status, unfinished }, { ne, exists }) => `(${ne(status, 'deleted')} OR ${exists(unfinished)})`)
    .go({ order: 'desc', ...toPageQueryOptions(page) })
  return items
}

export async function findActiveAdministrators(data: Database) {
  const { data: found } = await data.users.query
    .newestFirst({ role: 'administrador' })
    .where(({ status }, { eq }) => eq(status, 'active'))
    .go({ order: 'desc', pages: 'all' })
  return found
}

/**
 * Removed accounts no longer have the address; of several others the newest counts, because their owner has deleted the
 * older ones at Cognito.
 */
export async function findUserByEmail(data: Database, email: string) {
  const { data: found } = await data.users.query.byEmail({ email }).go({ pages: 'all' })
  return found.findLast(({ status }) => status !== 'deleted')
}
