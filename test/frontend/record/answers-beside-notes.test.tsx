import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { toReply } from '#data/stored-record'
import { SessionNotes } from '#contract/session-notes'
import { emptyQuestionnaireAnswers } from '../../support/empty-questionnaire-answers.ts'
import { fakeApi } from '../../support/fake-api.ts'
import {
  customerApiPath as base,
  notesApiPath as path,
  openSessionNotes,
  sampleConsultation,
  stubSessionNotes,
} from '../../support/record-app.ts'

const savedAt = '2026-11-21T09:00:00.000Z'

const notesSaved = toReply(SessionNotes, {
  consultationId: 'con_aaaaaaaa',
  startsAt: sampleConsultation.startsAt,
  type: 'seguimiento',
  visitReason: 'Hinchazón',
  edition: 1,
  savedAt,
  savedBy: 'Elena Prado',
  version: 1,
})

beforeEach(() => {
  vi.setSystemTime(savedAt)
  stubSessionNotes()
})

const seen = `PUT ${base}/questionnaire/seen` as const
const seenWeek = `PUT ${base}/check-ins/seen` as const
const marked = () => fakeApi.asked(seen).map(({ body }) => body)

function stubUnreadAnswers(read = 0): void {
  const version = { savedAt, savedBy: 'Lucía', answers: emptyQuestionnaireAnswers }
  fakeApi.answer(`GET ${base}/questionnaire`, {
    current: { version: 2, ...version },
    seen: read ? { version: read, seenAt: savedAt, answers: emptyQuestionnaireAnswers } : null,
    versions: { items: [{ version: 2, savedAt, savedBy: 'Lucía' }], next: null },
  })
  fakeApi.answer(seen, { version: 2, seenAt: savedAt })
}

async function findAnswers(top: number, bottom: number) {
  const part = await screen.findByRole('region', { name: 'Cuestionario' })
  await within(part).findByRole('heading', { name: 'Alimentación' })
  const answers = part.querySelector('h2 + div') as HTMLElement
  const place = (from: number, to: number) =>
    vi.spyOn(answers, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, from, 400, to - from))
  place(top, bottom)
  return { scrollTo: (from: number, to: number) => place(from, to) && fireEvent.scroll(window) }
}

/** Saves a note: what was sent before it has been asked for by then. */
async function saveNote(text: string) {
  const asked = fakeApi.asked(`PUT ${path}`).length
  fakeApi.answer(`PUT ${path}`, notesSaved)
  fireEvent.change(screen.getByLabelText('Motivo'), { target: { value: text } })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(fakeApi.asked(`PUT ${path}`).length).toBeGreaterThan(asked))
}

test('answers that are loaded beside the notes are unread until somebody scrolls to them, and then read once', async () => {
  stubUnreadAnswers()
  openSessionNotes()
  const { scrollTo } = await findAnswers(2000, 4000)
  scrollTo(700, 2700)
  await saveNote('Hinchazón')
  expect(marked()).toEqual([])

  scrollTo(300, 2300)
  scrollTo(200, 2200)

  await waitFor(() => expect(marked()).toEqual([{ version: 2 }]))
})

test('answers in view from the start are unread until somebody moves on the page', async () => {
  stubUnreadAnswers()
  openSessionNotes()
  const { scrollTo } = await findAnswers(400, 700)
  await saveNote('Hinchazón')
  expect(marked()).toEqual([])

  scrollTo(399, 699)

  await waitFor(() => expect(marked()).toEqual([{ version: 2 }]))
})

test('whoever closes the notes has read the answers and the weeks beside them', async () => {
  stubUnreadAnswers()
  const answeredAt = '2026-11-20T19:00:00.000Z'
  const week = { week: '2026-11-16', bloating: 2, energy: 3, sleep: 4, mood: 3, note: null, answeredAt, seenAt: null }
  fakeApi.answer(`GET ${base}/check-ins`, { items: [week] })
  fakeApi.answer(seenWeek, { seenAt: savedAt })
  const consultation = { ...sampleConsultation, startsAt: '2026-11-21T08:30:00.000Z' }
  fakeApi.answer(`GET ${base}/consultations/con_aaaaaaaa`, consultation)
  fakeApi.answer(`PUT ${base}/consultations/con_aaaaaaaa/status`, { ...consultation, status: 'completed' })
  const person = openSessionNotes()
  await findAnswers(2000, 4000)
  await saveNote('Hinchazón')
  expect(marked()).toEqual([])

  await person.click(screen.getByRole('button', { name: 'Guardar y cerrar consulta' }))

  await screen.findByRole('navigation', { name: 'Secciones de la ficha' })
  expect(marked()).toEqual([{ version: 2 }])
  expect(fakeApi.asked(seenWeek).map(({ body }) => body)).toEqual([{ week: '2026-11-16', answeredAt }])
})

test('answers that this administrator has read already are not marked again', async () => {
  stubUnreadAnswers(2)
  openSessionNotes()
  const { scrollTo } = await findAnswers(2000, 4000)

  scrollTo(0, 2000)
  await saveNote('Hinchazón')

  expect(marked()).toEqual([])
})
