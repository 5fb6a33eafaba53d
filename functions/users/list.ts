import type { users } from '#contract/users'
import { searchUsers, findNewestUsers } from '#data/queries'
import type { EndpointAction } from '#platform/serve'
import { toUser } from './to-user.ts'

export const listUsers: EndpointAction<typeof users.list> = async ({ query }, { data }) => {
  const { search } = query
  const { items, next, matching } = search
    ? await searchUsers(data, search, query)
    : { ...(await findNewestUsers(data, query)), matching: null }
  return { items: items.map(toUser), next, matching }
}
