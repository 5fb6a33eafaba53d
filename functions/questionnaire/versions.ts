import type { questionnaire } from '#contract/questionnaire'
import type { Data } from '#data/data'
import { versionsOf } from '#data/questionnaire-queries'
import { ownCustomerId } from '#platform/actor'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { answersOf, toSavedAnswers, toSavedVersion } from './to-saved-answers.ts'

export const listMine: Action<typeof questionnaire.listMine> = async ({ actor, query }, { data }) => {
  const { items, next } = await versionsOf(data, ownCustomerId(actor), query)
  return { items: items.map(toSavedVersion), next }
}

export const readVersionOfMine: Action<typeof questionnaire.readVersionOfMine> = ({ actor, params }, { data }) =>
  versionOf({ ...params, customerId: ownCustomerId(actor) }, data)

export const readVersionOfCustomer: Action<typeof questionnaire.readVersionOfCustomer> = async (
  { params },
  { data },
) => {
  await requireCustomer(params, data)
  return versionOf(params, data)
}

export const readOfCustomer: Action<typeof questionnaire.readOfCustomer> = async (
  { actor, params, query },
  { data },
) => {
  const { customerId } = params
  await requireCustomer(params, data)
  const [{ data: current }, { data: visit }, versions] = await Promise.all([
    data.questionnaires.get({ customerId }).go({ consistent: true }),
    data.questionnaireVisits.get({ customerId, userId: actor.userId }).go({ consistent: true }),
    versionsOf(data, customerId, query),
  ])
  return {
    current: current && toSavedAnswers(current),
    seen: visit && {
      version: visit.version,
      seenAt: visit.seenAt,
      answers: (await versionOf({ customerId, version: visit.version }, data)).answers,
    },
    versions: { items: versions.items.map(toSavedVersion), next: versions.next },
  }
}

export const seeQuestionnaire: Action<typeof questionnaire.see> = async ({ actor, params, body }, { data, now }) => {
  const { version } = body
  await versionOf({ ...params, version }, data)
  const key = { customerId: params.customerId, userId: actor.userId }
  const { data: visit } = await data.questionnaireVisits.get(key).go({ consistent: true })
  if (visit && visit.version > version) return { version: visit.version, seenAt: visit.seenAt }
  const seenAt = now().toISOString()
  await data.questionnaireVisits.put({ ...key, version, seenAt }).go()
  return { version, seenAt }
}

async function versionOf(
  { customerId, version }: { readonly customerId: string; readonly version: number },
  data: Data,
) {
  const [{ data: stored }, { data: before }] = await Promise.all([
    data.questionnaireVersions.get({ customerId, version }).go({ consistent: true }),
    data.questionnaireVersions.get({ customerId, version: version - 1 }).go({ consistent: true }),
  ])
  return stored ? { ...toSavedAnswers(stored), before: before && answersOf(before) } : refuse('not-found')
}

async function requireCustomer({ customerId }: { readonly customerId: string }, data: Data): Promise<void> {
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  if (!customer) refuse('not-found')
}
