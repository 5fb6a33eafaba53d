import type { Data } from './data.ts'
import { LOWEST_KEY, HIGHEST_KEY } from './page.ts'

export const improvementsKey = { of: 'practice' } as const

export async function lastPenetrationTest(data: Data) {
  const { data: tests } = await data.penetrationTests.query
    .byDate(improvementsKey)
    .between({ date: LOWEST_KEY }, { date: HIGHEST_KEY })
    .go({ order: 'desc', limit: 1, consistent: true })
  return tests[0]
}

export async function improvementsReadLast(data: Data) {
  const { data: stored } = await data.securityImprovements.get(improvementsKey).go({ consistent: true })
  const { completedSince = {}, version = 0 } = stored ?? {}
  return { completedSince: completedSince as Readonly<Record<string, string>>, version }
}
