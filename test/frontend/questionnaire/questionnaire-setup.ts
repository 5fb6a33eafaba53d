import type { AccountSettings } from '#contract/account-settings'
import { expect } from 'vitest'
import { screen, within } from '@testing-library/preact'
import {
  type QuestionnaireAnswerValues,
  type QuestionnaireDraft,
  type OwnQuestionnaire,
  type SavedQuestionnaireAnswers,
} from '#contract/questionnaire'
import { emptyQuestionnaireAnswers } from '../../support/empty-questionnaire-answers.ts'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { sampleAccountSettings } from '../../support/settings-app.ts'

const savedAt = '2026-11-20T18:00:00.000Z'

export const createSavedAnswers = (
  version: number,
  answers: Partial<QuestionnaireAnswerValues>,
): SavedQuestionnaireAnswers => ({
  version,
  savedAt,
  savedBy: 'usr_aaaaaaaa',
  answers: { ...emptyQuestionnaireAnswers, ...answers },
})

export const createQuestionnaireDraft = (
  version: number,
  answers: Partial<QuestionnaireAnswerValues>,
): QuestionnaireDraft => ({
  version,
  savedAt: '2026-11-21T08:05:00.000Z',
  answers: { ...emptyQuestionnaireAnswers, ...answers },
})

const settings = (more: Partial<AccountSettings>): AccountSettings => ({
  ...sampleAccountSettings,
  version: 1,
  ...more,
})

export function signInWithQuestionnaire(
  questionnaire: Partial<OwnQuestionnaire> = {},
  account: Partial<AccountSettings> = {},
): void {
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /account/settings', settings(account))
  fakeApi.answer('GET /questionnaire', { current: null, draft: null, ...questionnaire })
  fakeApi.answer('GET /questionnaire/versions', { items: [], next: null })
  fakeApi.answer('PUT /questionnaire/draft', createDraftSavedReply)
  fakeApi.answer('DELETE /questionnaire/draft', { discarded: true })
}

let kept = 0

export function createDraftSavedReply({
  version,
  replaces,
  ...answers
}: QuestionnaireAnswerValues & { version: number; replaces: string | null }) {
  expect(replaces === null || Date.parse(replaces) > 0, 'a draft says what it goes on from').toBe(true)
  return Response.json({ answers, version, savedAt: new Date(Date.UTC(2026, 10, 21, 9, 0, ++kept)).toISOString() })
}

export function createAnswersSavedReply(
  body: QuestionnaireAnswerValues & { version: number; draftAt?: string | null },
): Response {
  const { version, ...answers } = body
  delete answers.draftAt
  return Response.json({
    ...createSavedAnswers(version + 1, {}),
    answers: { ...answers, dateOfBirth: '1990-05-04', age: 36 },
  })
}

/** @param step the screen; 'todo' shows all at once, for tests that are not about navigation */
export async function openQuestionnairePage(step = 'todo') {
  const person = openProductPath(`/client#${step}`)
  await screen.findByRole('form', { name: 'Cuestionario de salud' })
  return person
}

export const getFieldByLabel = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
export const getSectionByName = (name: string) => within(screen.getByRole('region', { name }))
export const getLastRequestBody = (endpoint: 'PUT /questionnaire' | 'PUT /questionnaire/draft') =>
  fakeApi.asked(endpoint).at(-1)?.body as Record<string, unknown>

export const listUnsentDrafts = () =>
  Object.entries(window.localStorage).filter(([key]) => key.includes(':unsent:') && !key.includes(':unsent:memory:'))
export const getOnlyUnsentDraft = () => {
  const [first] = listUnsentDrafts()
  if (!first) throw new Error('this browser keeps nothing')
  const [key, text] = first
  return { key, copy: JSON.parse(text) as { answers: QuestionnaireAnswerValues; base: QuestionnaireAnswerValues } }
}

export async function flushMicrotasks() {
  for (let turn = 0; turn < 500; turn++) await Promise.resolve()
}
