import type { users } from '#contract/users'
import { findNewestUsers } from '#data/user-queries'
import { searchUsers } from '#data/user-search'
import type { EndpointAction } from '#platform/serve'
import { toUser } from './to-user.ts'

export const listUsers: EndpointAction<typeof users.list> = async ({ query }, { data }) => {
  const { search } = query
  const found = search
    ? await searchUsers(data, search, query)
    : { ...(await findNewestUsers(data, query)), matching: null, isComplete: true }
  return { ...found, items: found.items.map(toUser) }
}
