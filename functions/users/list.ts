import type { users } from '#contract/users'
import { searchUsers, newestUsers } from '#data/queries'
import type { Action } from '#platform/serve'
import { toUser } from './to-user.ts'

export const listUsers: Action<typeof users.list> = async ({ query }, { data }) => {
  const { search } = query
  const { items, next, matching } = search
    ? await searchUsers(data, search, query)
    : { ...(await newestUsers(data, query)), matching: null }
  return { items: items.map(toUser), next, matching }
}
