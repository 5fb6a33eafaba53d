import type { CustomerTaskKind } from '#contract/customer-lists'
import type { questionnaire } from '#contract/questionnaire'
import type { Database } from '#data/database'
import { findQuestionnaireVersions } from '#data/questionnaire-queries'
import { requireOwnCustomerId } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { toQuestionnaireAnswers, toSavedQuestionnaireAnswers, toQuestionnaireVersion } from './to-saved-answers.ts'

const UNREAD: CustomerTaskKind = 'questionnaire-unread'

export const listOwnQuestionnaireVersions: EndpointAction<typeof questionnaire.listMine> = async (
  { actor, query },
  { data },
) => {
  const { items, next } = await findQuestionnaireVersions(data, requireOwnCustomerId(actor), query)
  return { items: items.map(toQuestionnaireVersion), next }
}

export const readOwnQuestionnaireVersion: EndpointAction<typeof questionnaire.readVersionOfMine> = (
  { actor, params },
  { data },
) => versionOf({ ...params, customerId: requireOwnCustomerId(actor) }, data)

export const readCustomerQuestionnaireVersion: EndpointAction<typeof questionnaire.readVersionOfCustomer> = async (
  { params },
  { data },
) => {
  await requireCustomer(params.customerId, data)
  return versionOf(params, data)
}

export const readCustomerQuestionnaire: EndpointAction<typeof questionnaire.readOfCustomer> = async (
  { actor, params, query },
  { data },
) => {
  const { customerId } = params
  await requireCustomer(params.customerId, data)
  const [{ data: current }, { data: visit }, versions] = await Promise.all([
    data.questionnaires.get({ customerId }).go(),
    data.questionnaireVisits.get({ customerId, userId: actor.userId }).go(),
    findQuestionnaireVersions(data, customerId, query),
  ])
  return {
    current: current && toSavedQuestionnaireAnswers(current),
    seen: visit && {
      version: visit.version,
      seenAt: visit.seenAt,
      answers: (await versionOf({ customerId, version: visit.version }, data)).answers,
    },
    versions: { items: versions.items.map(toQuestionnaireVersion), next: versions.next },
  }
}

export const markQuestionnaireSeen: EndpointAction<typeof questionnaire.see> = async (
  { actor, params, body },
  { data, now },
) => {
  const { version } = body
  await versionOf({ ...params, version }, data)
  const key = { customerId: params.customerId, userId: actor.userId }
  const { data: visit } = await data.questionnaireVisits.get(key).go()
  if (visit && visit.version > version) return { version: visit.version, seenAt: visit.seenAt }
  const seenAt = now().toISOString()
  await data.questionnaireVisits.put({ ...key, version, seenAt }).go()
  const { data: current } = await data.questionnaires.get({ customerId: params.customerId }).go()
  // At once, so that the questionnaire that was read leaves the list of tasks; a newer one stays.
  if (current?.version === version)
    await data.customerListEntries.delete({ customerId: params.customerId, order: UNREAD }).go()
  return { version, seenAt }
}

async function versionOf(
  { customerId, version }: { readonly customerId: string; readonly version: number },
  data: Database,
) {
  const [{ data: stored }, { data: before }] = await Promise.all([
    data.questionnaireVersions.get({ customerId, version }).go(),
    data.questionnaireVersions.get({ customerId, version: version - 1 }).go(),
  ])
  return stored
    ? { ...toSavedQuestionnaireAnswers(stored), before: before && toQuestionnaireAnswers(before) }
    : throwRefusal('not-found')
}
