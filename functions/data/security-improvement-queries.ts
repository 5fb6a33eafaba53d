import type { Database } from './database.ts'
import { LOWEST_SORT_KEY, HIGHEST_SORT_KEY } from './pagination.ts'

export const securityImprovementsItemKey = { of: 'practice' } as const

export async function findLastPenetrationTest(data: Database) {
  const { data: tests } = await data.penetrationTests.query
    .byDate(securityImprovementsItemKey)
    .between({ date: LOWEST_SORT_KEY }, { date: HIGHEST_SORT_KEY })
    .go({ order: 'desc', limit: 1 })
  return tests[0]
}

export async function readImprovementCompletionDates(data: Database) {
  const { data: stored } = await data.securityImprovements.get(securityImprovementsItemKey).go()
  const { completedSince = {}, version = 0 } = stored ?? {}
  return { completedSince: completedSince as Readonly<Record<string, string>>, version }
}
