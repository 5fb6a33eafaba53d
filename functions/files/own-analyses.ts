import type { files } from '#contract/files'
import { findPublishedAnalyses } from '#data/analysis-queries'
import type { Database } from '#data/database'
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
  const [names, reports] = await Promise.all([
    findUserNames(
      data,
      items.map(({ publishedBy }) => publishedBy),
    ),
    findReportsLeft(items, data),
  ])
  return {
    items: items.map((stored) => ({
      ...toEdition(stored, names),
      fileId: stored.fileId && reports.has(stored.fileId) ? stored.fileId : null,
      analysisId: stored.analysisId,
      seenAt: stored.seenAt ?? null,
    })),
    next,
  }
}

async function findReportsLeft(
  analyses: readonly { readonly customerId: string; readonly fileId?: string | undefined }[],
  { clientFiles }: Database,
): Promise<ReadonlySet<string>> {
  const named = new Map(
    analyses.flatMap(({ customerId, fileId }) => (fileId ? [[fileId, { customerId, fileId }]] : [])),
  )
  if (named.size === 0) return new Set()
  const { data: found } = await clientFiles.get([...named.values()]).go()
  return new Set(found.filter(({ status }) => status === 'available').map(({ fileId }) => fileId))
}

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
