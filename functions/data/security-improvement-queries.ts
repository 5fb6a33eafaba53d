import type { Database } from './database.ts'
import { LOWEST_SORT_KEY, HIGHEST_SORT_KEY } from './pagination.ts'

export const securityImprovementsKey = { of: 'practice' } as const

export async function findLastPenetrationTest(data: Database) {
  const { data: tests } = await data.penetrationTests.query
    .byDate(securityImprovementsKey)
    .between({ date: LOWEST_SORT_KEY }, { date: HIGHEST_SORT_KEY })
    .go({ order: 'desc', limit: 1 })
  return tests[0]
}

export async function readLastSecurityImprovements(data: Database) {
  const { data: stored } = await data.securityImprovements.get(securityImprovementsKey).go()
  const { completedSince = {}, version = 0 } = stored ?? {}
  return { completedSince: completedSince as Readonly<Record<string, string>>, version }
}
