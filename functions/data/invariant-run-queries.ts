import type { Database } from './database.ts'

export async function findNewestInvariantRuns({ invariantRuns }: Database, limit: number) {
  const { data } = await invariantRuns.query.byDay({}).go({ order: 'desc', limit, count: limit })
  return data
}
