import {
  type QuestionnaireAnswerValues,
  findChangedQuestionnaireFields,
  type questionnaire,
  withBirthDate,
} from '#contract/questionnaire'
import { type Database, isConditionFailure } from '#data/database'
import { createUnchangedCondition, createUnchangedOrDeletedCondition } from '#data/unchanged-condition'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { requireAdultOrGuardianConsent } from '../account/public/guardian.ts'
import { toPracticeDay } from '#contract/calendar-days'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { toSavedQuestionnaireAnswers, toQuestionnaireDraft, toStoredQuestionnaireAnswers } from './to-saved-answers.ts'

export const readOwnQuestionnaire: EndpointAction<typeof questionnaire.readMine> = async ({ actor }, { data }) => {
  const key = { customerId: requireOwnCustomerId(actor) }
  const [{ data: current }, { data: draft }] = await Promise.all([
    data.questionnaires.get(key).go(),
    data.questionnaireDrafts.get(key).go(),
  ])
  return { current: current && toSavedQuestionnaireAnswers(current), draft: draft && toQuestionnaireDraft(draft) }
}

export const saveOwnQuestionnaire: EndpointAction<typeof questionnaire.save> = async ({ actor, body }, services) => {
  const { data, now } = services
  const key = { customerId: requireOwnCustomerId(actor) }
  await requireAdultOrGuardianConsent(actor, services)
  const { version: basis, draftAt, ...given } = body
  const answers = await withKnownAge(given, actor, services)
  const { data: current } = await data.questionnaires.get(key).go()
  const before = current && toSavedQuestionnaireAnswers(current)
  if (before && findChangedQuestionnaireFields(before.answers, answers).length === 0) {
    await deleteKnownDraft({ ...key, draftAt }, data)
    return before
  }

  const stored = {
    ...key,
    answers: toStoredQuestionnaireAnswers(answers),
    version: basis + 1,
    savedAt: now().toISOString(),
    savedBy: actor.userId,
  }
  const { version } = stored
  const outcome = await data.transact((entities) => ({
    // `put`: removes deleted answers.
    questionnaire: entities.questionnaires
      .put(stored)
      .where((saved, operations) => createUnchangedCondition(saved.version, basis, operations))
      .commit(),
    questionnaireVersion: entities.questionnaireVersions.create(stored).commit(),
    draft: entities.questionnaireDrafts
      .delete(key)
      .where(({ savedAt }, operations) => createUnchangedOrDeletedCondition(savedAt, draftAt, operations))
      .commit(),
    audit: appendAuditEntry(
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
  requireTransactionWritten(outcome)
  return toSavedQuestionnaireAnswers(stored)
}

async function withKnownAge(
  given: QuestionnaireAnswerValues,
  { userId }: Actor,
  { data, now }: ActionServices,
): Promise<QuestionnaireAnswerValues> {
  const { data: user } = await data.users.get({ userId }).go()
  const dateOfBirth = user?.birthDate ?? throwRefusal('birth-date-missing')
  return withBirthDate(given, dateOfBirth, toPracticeDay(now()))
}

export const saveQuestionnaireDraft: EndpointAction<typeof questionnaire.saveDraft> = async (
  { actor, body },
  services,
) => {
  const { data, now } = services
  const key = { customerId: requireOwnCustomerId(actor) }
  await requireAdultOrGuardianConsent(actor, services)
  const { version: basis, replaces, ...answers } = body
  const draft = { ...key, answers: toStoredQuestionnaireAnswers(answers), version: basis, savedAt: now().toISOString() }
  const outcome = await data.transact((entities) => ({
    draft: entities.questionnaireDrafts
      .put(draft)
      .where(({ savedAt }, operations) => createUnchangedCondition(savedAt, replaces, operations))
      .commit(),
    // Fails when another device has saved: its answers must not be hidden by an older draft.
    questionnaire: entities.questionnaires
      .check(key)
      .where(({ version }, operations) => createUnchangedCondition(version, basis, operations))
      .commit(),
  }))
  requireTransactionWritten(outcome)
  return toQuestionnaireDraft(draft)
}

export const discardQuestionnaireDraft: EndpointAction<typeof questionnaire.discardDraft> = async (
  { actor, query },
  { data },
) => {
  await deleteKnownDraft({ customerId: requireOwnCustomerId(actor), draftAt: query.draftAt ?? null }, data)
  return { discarded: true }
}

/** Keeps a draft changed by another device, which exists nowhere else. */
async function deleteKnownDraft(
  { customerId, draftAt }: { readonly customerId: string; readonly draftAt: string | null },
  { questionnaireDrafts }: Database,
): Promise<void> {
  try {
    await questionnaireDrafts
      .delete({ customerId })
      .where(({ savedAt }, operations) => createUnchangedOrDeletedCondition(savedAt, draftAt, operations))
      .go()
  } catch (error) {
    if (isConditionFailure(error)) throwRefusal('changed-meanwhile')
    throw error
  }
}
