import type { Database } from './database.ts'

export async function findUserNames(data: Database, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return new Map()
  const { data: found } = await data.users.get(ids.map((userId) => ({ userId }))).go()
  return new Map(
    found.map(({ userId, firstName, lastName, email }) => [userId, `${firstName} ${lastName}`.trim() || email]),
  )
}
