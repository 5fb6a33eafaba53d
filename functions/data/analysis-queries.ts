import type { Database } from './database.ts'
import {
  LOWEST_SORT_KEY,
  parseCursorPosition,
  type PageRequest,
  readEditionCursor,
  toEditionCursor,
  toPageQueryOptions,
  toResultPage,
} from './pagination.ts'

export async function findAnalyses(data: Database, customerId: string, page: PageRequest) {
  const [createdAt, analysisId] = parseCursorPosition(page.cursor)
  const all = data.analyses.query.newestFirst({ customerId })
  const rest = createdAt && analysisId ? all.between({ createdAt: LOWEST_SORT_KEY }, { createdAt, analysisId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, (item) => `${item.createdAt}~${item.analysisId}`)
}

/** Editions in force, newest first. */
export async function findPublishedAnalyses(data: Database, customerId: string, page: PageRequest) {
  const [publishedAt, analysisId] = parseCursorPosition(page.cursor)
  const all = data.analysisEditions.query.latestFirst({ customerId, state: 'current' })
  const rest =
    publishedAt && analysisId ? all.between({ publishedAt: LOWEST_SORT_KEY }, { publishedAt, analysisId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, (item) => `${item.publishedAt}~${item.analysisId}`)
}

export async function findAllPublishedAnalyses(data: Database, customerId: string) {
  const { data: items } = await data.analysisEditions.query
    .latestFirst({ customerId, state: 'current' })
    .go({ order: 'desc', pages: 'all' })
  return items
}

export async function findAnalysisEditions(
  data: Database,
  key: { readonly customerId: string; readonly analysisId: string },
  page: PageRequest,
) {
  const last = readEditionCursor(page)
  const all = data.analysisEditions.query.byAnalysis(key)
  const rest = last ? all.between({ edition: 0 }, { edition: last }) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, ({ publishedAt, edition }) => toEditionCursor(publishedAt, edition))
}
