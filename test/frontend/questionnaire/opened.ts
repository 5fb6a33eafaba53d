import type { AccountSettings } from '#contract/account-settings'
import { expect } from 'vitest'
import { screen, within } from '@testing-library/react'
import {
  type Answers,
  type Draft,
  emptyAnswers,
  type OwnQuestionnaire,
  type SavedAnswers,
} from '#contract/questionnaire'
import { signedInAs, visit } from '../../support/browser-app.tsx'
import { server } from '../../support/fake-api.ts'
import { someSettings } from '../../support/settings-app.ts'

const savedAt = '2026-11-20T18:00:00.000Z'

export const saved = (version: number, answers: Partial<Answers>): SavedAnswers => ({
  version,
  savedAt,
  savedBy: 'usr_aaaaaaaa',
  answers: { ...emptyAnswers, ...answers },
})

export const drafted = (version: number, answers: Partial<Answers>): Draft => ({
  version,
  savedAt: '2026-11-21T08:05:00.000Z',
  answers: { ...emptyAnswers, ...answers },
})

const settings = (more: Partial<AccountSettings>): AccountSettings => ({ ...someSettings, version: 1, ...more })

export function givenQuestionnaire(
  questionnaire: Partial<OwnQuestionnaire> = {},
  account: Partial<AccountSettings> = {},
): void {
  signedInAs('cliente')
  server.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  server.answer('GET /account/settings', settings(account))
  server.answer('GET /questionnaire', { current: null, draft: null, ...questionnaire })
  server.answer('GET /questionnaire/versions', { items: [], next: null })
  server.answer('PUT /questionnaire/draft', keptDraft)
  server.answer('DELETE /questionnaire/draft', { discarded: true })
}

let kept = 0

export function keptDraft({ version, replaces, ...answers }: Answers & { version: number; replaces: string | null }) {
  expect(replaces === null || Date.parse(replaces) > 0, 'a draft says what it goes on from').toBe(true)
  return Response.json({ answers, version, savedAt: new Date(Date.UTC(2026, 10, 21, 9, 0, ++kept)).toISOString() })
}

export const savedAnswers = ({ version, ...answers }: Answers & { version: number }) =>
  Response.json({ ...saved(version + 1, {}), answers: { ...answers, dateOfBirth: '1990-05-04', age: 36 } })

export async function openQuestionnaire() {
  const person = visit('/client')
  await screen.findByRole('form', { name: 'Cuestionario de salud' })
  return person
}

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
export const section = (name: string) => within(screen.getByRole('region', { name }))
export const lastSent = (endpoint: 'PUT /questionnaire' | 'PUT /questionnaire/draft') =>
  server.asked(endpoint).at(-1)?.body as Record<string, unknown>

export const keptHere = () => Object.entries(window.localStorage).filter(([key]) => key.includes(':unsent:'))
export const onlyCopy = () => {
  const [first] = keptHere()
  if (!first) throw new Error('this browser keeps nothing')
  const [key, text] = first
  return { key, copy: JSON.parse(text) as { answers: Answers; base: Answers } }
}

/** Runs all pending promises without any timer firing. */
export async function withoutWaiting() {
  for (let turn = 0; turn < 500; turn++) await Promise.resolve()
}
