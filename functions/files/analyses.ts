import type { EntityItem } from 'electrodb'
import { analysisFields, type AnalysisValue, analysisValueFields } from '#contract/analysis'
import { AnalysisEdition, CustomerAnalysis } from '#contract/analysis-endpoints'
import type { files } from '#contract/files'
import { findAnalyses, findAnalysisEditions } from '#data/analysis-queries'
import { checkCustomerExists } from '#data/customer-check'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import { findChangedFieldKeys, toReply, toStoredRecord } from '#data/stored-record'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { findUserNames } from '#data/user-names'
import { appendAuditEntry } from '#platform/audit'
import { requireCurrentVersion, requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import { retryOnConflict } from '#platform/retry-on-conflict'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from '../customers/public/require-customer.ts'
import type { FileServices } from './services.ts'

export type StoredAnalysis = EntityItem<TableEntities['analyses']>
type StoredEdition = EntityItem<TableEntities['analysisEditions']>

const toValues = (values: StoredAnalysis['values']): AnalysisValue[] =>
  values.map(({ marker, value, unit = null, range = null }) => ({ marker, value, unit, range }))

export const listCustomerAnalyses: EndpointAction<typeof files.listAnalysesOfCustomer, FileServices> = async (
  { params, query },
  { data },
) => {
  await requireCustomer(params.customerId, data)
  const { items, next } = await findAnalyses(data, params.customerId, query)
  return { items: await toCustomerAnalyses(items, data), next }
}

export const listCustomerAnalysisEditions: EndpointAction<typeof files.listAnalysisEditions, FileServices> = async (
  { params, query },
  { data },
) => {
  await requireCustomer(params.customerId, data)
  const { items, next } = await findAnalysisEditions(data, params, query)
  const names = await findUserNames(
    data,
    items.map(({ publishedBy }) => publishedBy),
  )
  return { items: items.map((each) => toEdition(each, names)), next }
}

export const toEdition = (
  { publishedBy, values, ...stored }: StoredEdition,
  names: ReadonlyMap<string, string>,
): AnalysisEdition => ({
  ...toReply(AnalysisEdition, { ...stored, values: toValues(values) }),
  publishedBy: names.get(publishedBy) ?? null,
})

async function toCustomerAnalyses(stored: readonly StoredAnalysis[], data: Database): Promise<CustomerAnalysis[]> {
  const published = stored.flatMap(({ customerId, analysisId, publishedEdition }) =>
    publishedEdition ? [{ customerId, analysisId, edition: publishedEdition }] : [],
  )
  const [{ data: editions }, names] = await Promise.all([
    published.length > 0 ? data.analysisEditions.get(published).go() : { data: [] },
    findUserNames(
      data,
      stored.map(({ savedBy }) => savedBy),
    ),
  ])
  return stored.map(({ savedBy, values, publishedVersion = 0, ...analysis }) => {
    const inForce = editions.find(({ analysisId }) => analysisId === analysis.analysisId)
    return {
      ...toReply(CustomerAnalysis, { ...analysis, values: toValues(values) }),
      savedBy: names.get(savedBy) ?? null,
      published: inForce
        ? {
            version: publishedVersion,
            edition: inForce.edition,
            publishedAt: inForce.publishedAt,
            seenAt: inForce.seenAt ?? null,
          }
        : null,
    }
  })
}

export async function toCustomerAnalysis(stored: StoredAnalysis, data: Database): Promise<CustomerAnalysis> {
  const [analysis] = await toCustomerAnalyses([stored], data)
  return analysis ?? throwRefusal('not-found')
}

export async function requireReport(
  { customerId, fileId }: { readonly customerId: string; readonly fileId?: string | null | undefined },
  data: Database,
): Promise<void> {
  if (!fileId) return
  const { data: file } = await data.clientFiles.get({ customerId, fileId }).go()
  if (file?.fileType !== 'analytics' || file.status !== 'available') throwRefusal('report-gone')
}

export const saveCustomerAnalysis: EndpointAction<typeof files.saveAnalysis, FileServices> = retryOnConflict(
  async ({ actor, params, body: { version, values, ...entered } }, services) => {
    const { data, now } = services
    const [, { data: stored }] = await Promise.all([
      requireCustomer(params.customerId, data),
      data.analyses.get(params).go(),
    ])
    const storedValues = values.map((value) => toStoredRecord(analysisValueFields, value))
    const isSaved =
      stored &&
      findChangedFieldKeys(analysisFields, stored, entered).length === 0 &&
      JSON.stringify(toValues(stored.values)) === JSON.stringify(toValues(storedValues))
    if (isSaved && (stored.version === version || stored.version === version + 1))
      return toCustomerAnalysis(stored, data)
    requireCurrentVersion(stored ?? undefined, version)
    await requireReport({ ...params, fileId: entered.fileId }, data)

    const { publishedEdition, publishedVersion, createdAt = now().toISOString() } = stored ?? {}
    const analysis = {
      ...params,
      ...toStoredRecord(analysisFields, entered),
      values: storedValues,
      ...(publishedEdition && publishedVersion && { publishedEdition, publishedVersion }),
      version: version + 1,
      createdAt,
      savedAt: now().toISOString(),
      savedBy: actor.userId,
    }
    const outcome = await data.transact((entities) => ({
      customer: checkCustomerExists(entities, params.customerId),
      analysis: entities.analyses
        .put(analysis)
        .where((saved, operations) =>
          [
            createUnchangedCondition(saved.version, version, operations),
            // Publishing does not increment the version, and this write contains the edition in force.
            createUnchangedCondition(saved.publishedEdition, publishedEdition, operations),
          ].join(' AND '),
        )
        .commit(),
      audit: appendAuditEntry(
        entities,
        {
          action: 'ANALYSIS_SAVED',
          by: actor.userId,
          subjectId: params.customerId,
          caller: actor,
          details: { analysisId: params.analysisId },
        },
        services,
      ),
    }))
    requireTransactionWritten(outcome, { customer: 'not-found' })
    return toCustomerAnalysis(analysis, data)
  },
)

export const removeCustomerAnalysis: EndpointAction<typeof files.removeAnalysis, FileServices> = async (
  { actor, params },
  services,
) => {
  const { data } = services
  const stored = (await data.analyses.get(params).go()).data ?? throwRefusal('not-found')
  const { publishedEdition: edition } = stored
  const inForce = edition ? (await data.analysisEditions.get({ ...params, edition }).go()).data : null
  const outcome = await data.transact((entities) => ({
    // Not an edition published meanwhile, which the client would keep.
    analysis: entities.analyses
      .delete(params)
      .where((saved, operations) => createUnchangedCondition(saved.publishedEdition, edition, operations))
      .commit(),
    edition:
      inForce &&
      entities.analysisEditions
        .patch({ ...params, edition: inForce.edition })
        .set({ state: 'withdrawn' })
        .composite({ customerId: inForce.customerId, publishedAt: inForce.publishedAt })
        .commit(),
    audit: appendAuditEntry(
      entities,
      {
        action: 'ANALYSIS_REMOVED',
        by: actor.userId,
        subjectId: params.customerId,
        caller: actor,
        details: { analysisId: params.analysisId, ...(edition && { edition }) },
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return { removed: true }
}
