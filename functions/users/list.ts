import type { users } from '#contract/users'
import { foundUsers, newestUsers } from '#data/queries'
import type { Action } from '#platform/serve'
import { shown } from './shown.ts'

export const listUsers: Action<typeof users.list> = async ({ query }, { data }) => {
  const { search } = query
  const { items, next, matching } = search
    ? await foundUsers(data, search, query)
    : { ...(await newestUsers(data, query)), matching: null }
  return { items: items.map(shown), next, matching }
}
