import { recordOpeningAuditActions } from '#contract/audit'
import type { AuditedValueChange } from '#contract/audited-value-change'
import { accessAuditActions, listTimelineActions } from '#contract/customer-timeline'
import type { customers } from '#contract/customers-domain'
import { findChangedQuestionnaireFields, QuestionnaireAnswerValues, questionnaireFields } from '#contract/questionnaire'
import { formatAnswer } from '#contract/questionnaire-answer-text'
import { questionnaireFieldLabels } from '#contract/questionnaire-labels'
import type { StoredAuditEntry } from '#data/audit-months'
import { findAuditEntriesAbout, findCustomerAuditSubjects } from '#data/audit-queries'
import type { Database } from '#data/database'
import type { EndpointAction } from '#platform/serve'
import { toAuditedValueChanges } from '../security/public/audited-value-changes.ts'
import { requireCustomer } from './public/require-customer.ts'

/** The audit log is written in the transaction of each change, so it is complete. */
export const readCustomerTimeline: EndpointAction<typeof customers.timeline> = async ({ params, query }, { data }) => {
  const customer = await requireCustomer(params.customerId, data)
  const { importId } = customer
  const subjects = [
    ...(await findCustomerAuditSubjects(customer, data)),
    ...(importId ? [{ subjectId: importId, only: 'CUSTOMER_IMPORT_FINISHED' as const }] : []),
  ]
  const { kind, access, ...page } = query
  const filter = {
    without: [...recordOpeningAuditActions, ...(access === 'with' || kind ? [] : accessAuditActions)],
    among: kind && listTimelineActions(kind),
  }
  const { items, next } = await findAuditEntriesAbout(data, subjects, filter, page)
  const [names, answers] = await Promise.all([namesOf(items, data), changedAnswersOf(params.customerId, items, data)])
  return {
    items: items.map(({ auditId, createdAt, action, userId, details }) => ({
      auditId,
      at: createdAt,
      action,
      by: names.get(userId) ?? null,
      values: answers.get(auditId) ?? toAuditedValueChanges(action, details),
    })),
    next,
  }
}

async function namesOf(
  entries: readonly StoredAuditEntry[],
  { users }: Database,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(entries.map(({ userId }) => userId))].filter((userId) => userId.startsWith('usr_'))
  if (ids.length === 0) return new Map()
  const { data: found } = await users.get(ids.map((userId) => ({ userId }))).go()
  return new Map(
    found.map(({ userId, firstName, lastName, email }) => [userId, `${firstName} ${lastName}`.trim() || email]),
  )
}

const SHOWN_ANSWER_LENGTH = 80

const shorten = (text: string): string =>
  text.length > SHOWN_ANSWER_LENGTH ? `${text.slice(0, SHOWN_ANSWER_LENGTH - 1)}…` : text

async function changedAnswersOf(
  customerId: string,
  entries: readonly StoredAuditEntry[],
  { questionnaireVersions }: Database,
): Promise<ReadonlyMap<string, AuditedValueChange[]>> {
  const saved = entries.flatMap(({ auditId, createdAt, action, details }) => {
    const version = action === 'QUESTIONNAIRE_SAVED' && (details as { version?: unknown } | undefined)?.version
    return typeof version === 'number' ? [{ auditId, createdAt, version }] : []
  })
  if (saved.length === 0) return new Map()
  const wanted = new Set(saved.flatMap(({ version }) => (version > 1 ? [version - 1, version] : [version])))
  const { data: found } = await questionnaireVersions.get([...wanted].map((version) => ({ customerId, version }))).go()
  const versionsBy = new Map(
    found.map(({ version, savedAt, answers }) => [
      version,
      { savedAt, answers: QuestionnaireAnswerValues.parse(answers) },
    ]),
  )
  return new Map(
    saved.flatMap(({ auditId, createdAt, version }) => {
      const now = versionsBy.get(version)
      // The numbers begin anew after an erasure: an older entry is about answers that are erased.
      if (!now || now.savedAt > createdAt) return []
      return [[auditId, toAnswerChanges(versionsBy.get(version - 1)?.answers, now.answers)] as const]
    }),
  )
}

function toAnswerChanges(
  before: QuestionnaireAnswerValues | undefined,
  now: QuestionnaireAnswerValues,
): AuditedValueChange[] {
  if (!before) {
    const answered = questionnaireFields.filter((field) => formatAnswer(field, now[field]) !== '')
    return [{ name: 'Respuestas', before: null, after: String(answered.length) }]
  }
  return findChangedQuestionnaireFields(before, now).map((field) => ({
    name: questionnaireFieldLabels[field],
    before: shorten(formatAnswer(field, before[field])) || null,
    after: shorten(formatAnswer(field, now[field])) || null,
  }))
}
