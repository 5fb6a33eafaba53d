import type { consultations } from '#contract/consultations-domain'
import { OwnSessionSummary } from '#contract/own-consultations'
import { checkCustomerExists } from '#data/customer-check'
import { findSessionSummaries } from '#data/session-note-queries'
import { toReply } from '#data/stored-record'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireCurrentVersion } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { transactWithPanelNews } from '../notifications/public/panel-news.ts'

export const shareSessionSummary: EndpointAction<typeof consultations.shareSummary> = async (
  { actor, params, body: { version } },
  services,
) => {
  const { data, now } = services
  const [customer, { data: notes }, { data: shared }] = await Promise.all([
    requireCustomer(params.customerId, data),
    data.sessionNotes.get(params).go(),
    data.sessionSummaries.get(params).go(),
  ])
  if (!notes) return throwRefusal('not-found')
  requireCurrentVersion(notes, version)
  const { summary: text, startsAt, type } = notes
  if (!text) return throwRefusal('summary-missing')
  if (shared?.text === text) return { text, sharedAt: shared.sharedAt }

  const summary = { ...params, startsAt, type, text, sharedAt: now().toISOString(), sharedBy: actor.userId }
  const outcome = await transactWithPanelNews({ customer, news: { type: 'summary' } }, services, (queueNews) =>
    data.transact((entities) => ({
      customer: checkCustomerExists(entities, params.customerId),
      sessionSummary: entities.sessionSummaries
        .put(summary)
        .where(({ sharedAt }, operations) => createUnchangedCondition(sharedAt, shared?.sharedAt, operations))
        .commit(),
      sessionNotes: entities.sessionNotes
        .check(params)
        .where((stored, { eq }) => eq(stored.version, version))
        .commit(),
      mail: queueNews(entities),
      audit: appendAuditEntry(
        entities,
        {
          action: 'SESSION_SUMMARY_SHARED',
          by: actor.userId,
          subjectId: params.customerId,
          caller: actor,
          details: { consultationId: params.consultationId },
        },
        services,
      ),
    })),
  )
  if (!outcome.written) throwRefusal(outcome.failedAll.has('customer') ? 'not-found' : 'changed-meanwhile')
  return { text, sharedAt: summary.sharedAt }
}

export const listOwnSessionSummaries: EndpointAction<typeof consultations.listSummariesOfMine> = async (
  { actor, query },
  { data },
) => {
  const { items, next } = await findSessionSummaries(data, requireOwnCustomerId(actor), query)
  return { items: items.map((each) => toReply(OwnSessionSummary, each)), next }
}
