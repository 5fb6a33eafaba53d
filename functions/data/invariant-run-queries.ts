import type { Data } from './data.ts'

export async function newestInvariantRuns({ invariantRuns }: Data, limit: number) {
  const { data } = await invariantRuns.query.byDay({}).go({ order: 'desc', limit, count: limit, consistent: true })
  return data
}
