import { analysisFields, analysisSummaryKeys } from '#contract/analysis'
import type { files } from '#contract/files'
import { getObjectKeys } from '#contract/record-fields'
import { checkCustomerExists } from '#data/customer-check'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { appendAuditEntry } from '#platform/audit'
import { requireCurrentVersion } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import { retryOnConflict } from '#platform/retry-on-conflict'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { transactWithPanelNews } from '../notifications/public/panel-news.ts'
import { requireReport, type StoredAnalysis, toCustomerAnalysis } from './analyses.ts'
import type { FileServices } from './services.ts'

const contentKeys = [...getObjectKeys(analysisFields), 'values'] as const

const contentOf = (stored: StoredAnalysis) =>
  Object.fromEntries(contentKeys.flatMap((key) => (stored[key] === undefined ? [] : [[key, stored[key]]]))) as Pick<
    StoredAnalysis,
    (typeof contentKeys)[number]
  >

export const publishCustomerAnalysis: EndpointAction<typeof files.publishAnalysis, FileServices> = retryOnConflict(
  async ({ actor, params, body: { version } }, services) => {
    const { data, now } = services
    const [customer, { data: stored }] = await Promise.all([
      requireCustomer(params.customerId, data),
      data.analyses.get(params).go(),
    ])
    if (!stored) return throwRefusal('not-found')
    requireCurrentVersion(stored, version)
    if (stored.publishedVersion === version) return toCustomerAnalysis(stored, data)
    if (analysisSummaryKeys.some((key) => !stored[key])) throwRefusal('summary-missing')
    await requireReport(stored, data)

    const publishedAt = now().toISOString()
    const { publishedEdition: replaced } = stored
    const before = replaced ? (await data.analysisEditions.get({ ...params, edition: replaced }).go()).data : null
    const edition = (replaced ?? 0) + 1
    const analysis = { ...stored, publishedEdition: edition, publishedVersion: version }
    const type = replaced ? 'analysis_corrected' : 'analysis'
    const outcome = await transactWithPanelNews({ customer, news: { type } }, services, (queueNews) =>
      data.transact((entities) => ({
        customer: checkCustomerExists(entities, params.customerId),
        analysis: entities.analyses
          .put(analysis)
          .where(
            (saved, operations) =>
              `${operations.eq(saved.version, version)} AND ${createUnchangedCondition(saved.publishedEdition, replaced, operations)}`,
          )
          .commit(),
        edition: entities.analysisEditions
          .create({
            ...params,
            ...contentOf(stored),
            edition,
            state: 'current',
            publishedAt,
            firstPublishedAt: before?.firstPublishedAt ?? publishedAt,
            publishedBy: actor.userId,
          })
          .commit(),
        replaced:
          before &&
          entities.analysisEditions
            .patch({ ...params, edition: before.edition })
            .set({ state: 'replaced' })
            .composite({ customerId: before.customerId, publishedAt: before.publishedAt })
            .commit(),
        mail: queueNews(entities),
        audit: appendAuditEntry(
          entities,
          {
            action: 'ANALYSIS_PUBLISHED',
            by: actor.userId,
            subjectId: params.customerId,
            caller: actor,
            details: { analysisId: params.analysisId, edition },
          },
          services,
        ),
      })),
    )
    if (!outcome.written) throwRefusal(outcome.failedAll.has('customer') ? 'not-found' : 'changed-meanwhile')
    return toCustomerAnalysis(analysis, data)
  },
)
