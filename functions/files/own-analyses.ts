import type { files } from '#contract/files'
import { findPublishedAnalyses } from '#data/analysis-queries'
import { findUserNames } from '#data/user-names'
import { requireOwnCustomerId } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { toEdition } from './analyses.ts'
import type { FileServices } from './services.ts'

export const listOwnAnalyses: EndpointAction<typeof files.listAnalysesOfMine, FileServices> = async (
  { actor, query },
  { data },
) => {
  const { items, next } = await findPublishedAnalyses(data, requireOwnCustomerId(actor), query)
  const names = await findUserNames(
    data,
    items.map(({ publishedBy }) => publishedBy),
  )
  return {
    items: items.map((stored) => ({
      ...toEdition(stored, names),
      analysisId: stored.analysisId,
      seenAt: stored.seenAt ?? null,
    })),
    next,
  }
}

/** Its first time stays. */
export const markAnalysisSeen: EndpointAction<typeof files.seeAnalysis, FileServices> = async (
  { actor, params, body: { edition } },
  { data, now },
) => {
  const key = { customerId: requireOwnCustomerId(actor), analysisId: params.analysisId, edition }
  const { data: stored } = await data.analysisEditions.get(key).go()
  if (stored?.state !== 'current') return throwRefusal('not-found')
  if (stored.seenAt) return { seenAt: stored.seenAt }
  const seenAt = now().toISOString()
  await data.analysisEditions.patch(key).set({ seenAt }).go()
  return { seenAt }
}
