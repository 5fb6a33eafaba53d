import { ageOn, type Answers, changedFields, type questionnaire } from '#contract/questionnaire'
import { unchanged } from '#data/unchanged'
import { type Actor, ownCustomerId } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import { requireWritten } from '#platform/conflict'
import { requireAdultOrConsented } from '../account/public/guardian.ts'
import { dayOf } from '#contract/days'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { toSavedAnswers, toDraft, storedAnswers } from './to-saved-answers.ts'

export const readMine: Action<typeof questionnaire.readMine> = async ({ actor }, { data }) => {
  const key = { customerId: ownCustomerId(actor) }
  const [{ data: current }, { data: draft }] = await Promise.all([
    data.questionnaires.get(key).go({ consistent: true }),
    data.questionnaireDrafts.get(key).go({ consistent: true }),
  ])
  return { current: current && toSavedAnswers(current), draft: draft && toDraft(draft) }
}

export const saveQuestionnaire: Action<typeof questionnaire.save> = async ({ actor, body }, services) => {
  const { data, now } = services
  const key = { customerId: ownCustomerId(actor) }
  await requireAdultOrConsented(actor, services)
  const { version: basis, ...given } = body
  const answers = await withKnownAge(given, actor, services)
  const { data: current } = await data.questionnaires.get(key).go({ consistent: true })
  const before = current && toSavedAnswers(current)
  // Asked twice because the first answer was lost on the way: what is saved already is saved.
  if (before && changedFields(before.answers, answers).length === 0) {
    await data.questionnaireDrafts.delete(key).go()
    return before
  }

  const stored = {
    ...key,
    answers: storedAnswers(answers),
    version: basis + 1,
    savedAt: now().toISOString(),
    savedBy: actor.userId,
  }
  const { version } = stored
  const outcome = await data.transact((entities) => ({
    // Whole: what is not answered any more is not there any more.
    questionnaire: entities.questionnaires
      .put(stored)
      .where((saved, operations) => unchanged(saved.version, basis, operations))
      .commit(),
    questionnaireVersion: entities.questionnaireVersions.create(stored).commit(),
    draft: entities.questionnaireDrafts.delete(key).commit(),
    audit: appendAudit(
      entities,
      {
        action: 'QUESTIONNAIRE_SAVED',
        by: actor.userId,
        subjectId: key.customerId,
        caller: actor,
        details: { version },
      },
      services,
    ),
  }))
  requireWritten(outcome)
  return toSavedAnswers(stored)
}

/** The account's birth date and the age computed from it override what was typed. */
async function withKnownAge(given: Answers, { userId }: Actor, { data, now }: Services): Promise<Answers> {
  const { data: user } = await data.users.get({ userId }).go({ consistent: true })
  const dateOfBirth = user?.birthDate ?? refuse('birth-date-missing')
  return { ...given, dateOfBirth, age: ageOn(dateOfBirth, dayOf(now())) }
}

export const saveDraft: Action<typeof questionnaire.saveDraft> = async ({ actor, body }, services) => {
  const { data, now } = services
  const key = { customerId: ownCustomerId(actor) }
  await requireAdultOrConsented(actor, services)
  const { version: basis, replaces, ...answers } = body
  const draft = { ...key, answers: storedAnswers(answers), version: basis, savedAt: now().toISOString() }
  const outcome = await data.transact((entities) => ({
    draft: entities.questionnaireDrafts
      .put(draft)
      .where(({ savedAt }, operations) => unchanged(savedAt, replaces, operations))
      .commit(),
    // What was saved from elsewhere in the meantime must not be covered by a draft that does not know of it.
    questionnaire: entities.questionnaires
      .check(key)
      .where(({ version }, operations) => unchanged(version, basis, operations))
      .commit(),
  }))
  requireWritten(outcome)
  return toDraft(draft)
}

export const discardDraft: Action<typeof questionnaire.discardDraft> = async ({ actor }, { data }) => {
  await data.questionnaireDrafts.delete({ customerId: ownCustomerId(actor) }).go()
  return { discarded: true }
}
