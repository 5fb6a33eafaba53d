import type { users } from '#contract/users'
import { newestUsers } from '#data/queries'
import type { Action } from '#platform/serve'
import { shown } from './shown.ts'

export const listUsers: Action<typeof users.list> = async ({ query }, { data }) => {
  const { items, next } = await newestUsers(data, query)
  return { items: items.map(shown), next }
}
