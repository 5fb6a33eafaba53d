import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { QuestionnaireAnswerValues } from '#contract/questionnaire'
import { fakeApi } from '../../support/fake-api.ts'
import {
  createQuestionnaireDraft,
  getFieldByLabel,
  signInWithQuestionnaire,
  createDraftSavedReply,
  getLastRequestBody,
  getOnlyUnsentDraft,
  openQuestionnairePage,
  createSavedAnswers,
  createAnswersSavedReply,
  flushMicrotasks,
} from './questionnaire-setup.ts'

const draftOn = 'PUT /questionnaire/draft'
const current = createSavedAnswers(3, { weight: 63, foodAllergies: ['Gluten'] })

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInWithQuestionnaire({ current })
})

const changedMeanwhile = () => Response.json({ code: 'changed-meanwhile' }, { status: 409 })

function draftedElsewhere(answers: Partial<QuestionnaireAnswerValues>, savedAt = '2026-11-21T08:05:00.000Z') {
  const draft = { ...createQuestionnaireDraft(3, answers), savedAt }
  signInWithQuestionnaire({ current, draft })
  fakeApi.answer(draftOn, (body: Parameters<typeof createDraftSavedReply>[0]) =>
    body.replaces === savedAt ? createDraftSavedReply(body) : changedMeanwhile(),
  )
}

test('CLI-06 notes written on two devices at once both stand in the draft, and that is said', async () => {
  const person = await openQuestionnairePage()
  draftedElsewhere({ ...current.answers, notes: 'AAA del teléfono' })

  await person.type(getFieldByLabel('Notas'), 'BBB del portátil')
  await person.tab()

  expect(await screen.findByText('En ambos sitios has escrito en: Notas. Hemos dejado lo de los dos.')).toBeDefined()
  expect(getFieldByLabel('Notas').value).toBe('AAA del teléfono\n\nBBB del portátil')
  vi.advanceTimersByTime(1600)
  await waitFor(() =>
    expect(getLastRequestBody(draftOn)).toMatchObject({ notes: 'AAA del teléfono\n\nBBB del portátil' }),
  )
  expect(await screen.findByText('Borrador guardado')).toBeDefined()
})

test('whoever goes on writing where another device has added something keeps both', async () => {
  signInWithQuestionnaire({
    current,
    draft: createQuestionnaireDraft(3, { ...current.answers, notes: 'AAA del teléfono' }),
  })
  const person = await openQuestionnairePage()
  draftedElsewhere({ ...current.answers, notes: 'AAA del teléfono\n\nBBB del portátil' }, '2026-11-21T08:06:00.000Z')

  await person.type(getFieldByLabel('Notas'), ' y más')
  await person.tab()

  await waitFor(() => expect(getFieldByLabel('Notas').value).toBe('AAA del teléfono y más\n\nBBB del portátil'))
})

test('lists that grew on two devices hold what was added on both', async () => {
  const person = await openQuestionnairePage()
  draftedElsewhere({ ...current.answers, foodAllergies: ['Gluten', 'Marisco'] })

  await person.type(getFieldByLabel('Alergias e intolerancias'), 'Kiwi{Enter}')
  await person.tab()

  await waitFor(() => expect(screen.getByRole('button', { name: 'Quitar Marisco' })).toBeDefined())
  vi.advanceTimersByTime(1600)
  await waitFor(() =>
    expect(getLastRequestBody(draftOn)).toMatchObject({ foodAllergies: ['Gluten', 'Marisco', 'Kiwi'] }),
  )
})

test('of two different numbers the one typed here stays, and the other one is told', async () => {
  const person = await openQuestionnairePage()
  draftedElsewhere({ ...current.answers, weight: 62.5 })

  await person.clear(getFieldByLabel('Peso (kg)'))
  await person.type(getFieldByLabel('Peso (kg)'), '60')
  await person.tab()

  expect(await screen.findByText(/^En ambos sitios has cambiado: Peso \(kg\)\./)).toBeDefined()
  expect(screen.getByText('Peso (kg): 62,5')).toBeDefined()
  expect(getFieldByLabel('Peso (kg)').value).toBe('60')
})

test('what both have changed stays named when another device changes something else', async () => {
  const person = await openQuestionnairePage()
  draftedElsewhere({ ...current.answers, weight: 62.5 })
  await person.clear(getFieldByLabel('Peso (kg)'))
  await person.type(getFieldByLabel('Peso (kg)'), '60')
  await person.tab()
  await screen.findByText('Peso (kg): 62,5')
  draftedElsewhere({ ...current.answers, weight: 60, notes: 'AAA del teléfono' }, '2026-11-21T08:07:00.000Z')

  await person.type(getFieldByLabel('Notas'), 'BBB del portátil')
  await person.tab()

  expect(await screen.findByText(/^En ambos sitios has escrito en: Notas\./)).toBeDefined()
  expect(screen.getByText('Peso (kg): 62,5')).toBeDefined()
})

test('what a device wrote before this window came back to it is joined with what was kept here', async () => {
  fakeApi.unreachable(draftOn)
  const person = await openQuestionnairePage()
  await person.type(getFieldByLabel('Notas'), 'BBB del portátil')
  cleanup()
  signInWithQuestionnaire({
    current,
    draft: createQuestionnaireDraft(3, { ...current.answers, notes: 'AAA del teléfono' }),
  })
  fakeApi.unreachable(draftOn)
  await openQuestionnairePage()

  expect(getFieldByLabel('Notas').value).toBe('AAA del teléfono\n\nBBB del portátil')
  expect(screen.getByText(/^En ambos sitios has escrito en: Notas\./)).toBeDefined()
})

test('what another window of this browser wrote is not taken for new when the server tells it again', async () => {
  const person = await openQuestionnairePage()
  await person.type(getFieldByLabel('Ocupación'), 'Maestra')
  const { key, copy } = getOnlyUnsentDraft()
  const newValue = JSON.stringify({ ...copy, answers: { ...copy.answers, notes: 'Viajo mucho' } })
  window.localStorage.setItem(key, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  draftedElsewhere({ ...current.answers, occupation: 'Maestra', notes: 'Viajo mucho' })

  await person.type(getFieldByLabel('Notas'), '{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}nada')
  await person.tab()

  await waitFor(() => expect(getLastRequestBody(draftOn)).toMatchObject({ notes: 'Viajo nada' }))
  vi.advanceTimersByTime(1600)
  expect(await screen.findByText('Borrador guardado')).toBeDefined()
  expect(getFieldByLabel('Notas').value).toBe('Viajo nada')
})

const save = () => screen.getByRole('button', { name: 'Guardar Perfil' })

function refuseUnseenDrafts(savedAt: string) {
  fakeApi.answer('PUT /questionnaire', (body: Parameters<typeof createAnswersSavedReply>[0]) =>
    body.draftAt === savedAt ? createAnswersSavedReply(body) : changedMeanwhile(),
  )
}

describe('whoever saves while a draft of another device holds what this page has not read', () => {
  const phone = '2026-11-21T08:05:00.000Z'

  test('is told, finds the other answer beside their own, and saves both', async () => {
    const person = await openQuestionnairePage()
    draftedElsewhere({ ...current.answers, foodAllergies: ['Gluten', 'Marisco'] }, phone)
    refuseUnseenDrafts(phone)
    fireEvent.change(getFieldByLabel('Ocupación'), { target: { value: 'Maestra' } })

    await person.click(save())

    expect(await screen.findByText(/^Has escrito en este cuestionario también desde otra ventana/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Quitar Marisco' })).toBeDefined()
    expect(getFieldByLabel('Ocupación').value).toBe('Maestra')
    expect(screen.queryByText('¡Guardado!')).toBeNull()
    await person.click(save())
    expect(await screen.findByText('¡Guardado!')).toBeDefined()
    expect(getLastRequestBody('PUT /questionnaire')).toMatchObject({
      occupation: 'Maestra',
      foodAllergies: ['Gluten', 'Marisco'],
    })
    expect(screen.queryByText(/^Has escrito en este cuestionario también/)).toBeNull()
  })

  test('is told too where nothing was typed here', async () => {
    const person = await openQuestionnairePage()
    draftedElsewhere({ ...current.answers, foodAllergies: ['Gluten', 'Marisco'] }, phone)
    refuseUnseenDrafts(phone)

    await person.click(save())

    expect(await screen.findByText(/^Has escrito en este cuestionario también desde otra ventana/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Quitar Marisco' })).toBeDefined()
  })

  test('does not send what stood here before it was joined with that draft, which came while saving waited', async () => {
    const person = await openQuestionnairePage()
    const arrive = Promise.withResolvers<Response>()
    fakeApi.answer(draftOn, async () => (await arrive.promise).clone())
    await retypeOccupation(person, 'Maestra')
    await waitFor(() => expect(fakeApi.asked(draftOn)).toHaveLength(1))
    await person.click(save())
    fakeApi.answer('GET /questionnaire', {
      current,
      draft: createQuestionnaireDraft(3, { ...current.answers, foodAllergies: ['Gluten', 'Marisco'] }),
    })
    refuseUnseenDrafts(phone)
    vi.setSystemTime('2026-11-21T09:01:00.000Z')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await screen.findByRole('button', { name: 'Quitar Marisco' })

    arrive.resolve(changedMeanwhile())

    expect(await screen.findByText(/^Has escrito en este cuestionario también desde otra ventana/)).toBeDefined()
    expect(fakeApi.asked('PUT /questionnaire')).toEqual([])
  })

  test('discards nothing that they have not read, and is told what to do', async () => {
    const seen = '2026-11-21T08:00:00.000Z'
    signInWithQuestionnaire({
      current,
      draft: { ...createQuestionnaireDraft(3, { ...current.answers, notes: 'AAA' }), savedAt: seen },
    })
    const person = await openQuestionnairePage()
    draftedElsewhere({ ...current.answers, notes: 'AAA', foodAllergies: ['Gluten', 'Marisco'] }, phone)
    fakeApi.answer('DELETE /questionnaire/draft', (_body, { draftAt }) =>
      draftAt === phone ? { discarded: true } : changedMeanwhile(),
    )
    const discard = async () => {
      await person.click(screen.getByRole('button', { name: 'Descartar borrador' }))
      const dialog = screen.getByRole('dialog', { name: '¿Quieres descartar el borrador?' })
      await person.click(within(dialog).getByRole('button', { name: 'Descartar' }))
    }

    await discard()

    expect(await screen.findByText(/^Has seguido escribiendo desde otra ventana o dispositivo/)).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Quitar Marisco' })).toBeDefined()
    await discard()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Quitar Marisco' })).toBeNull())
    expect(getFieldByLabel('Notas').value).toBe('')
  })
})

test('what was asked before a draft was stored and comes after it takes nothing of it away', async () => {
  const person = await openQuestionnairePage()
  const late = Promise.withResolvers<Response>()
  fakeApi.answer(draftOn, changedMeanwhile)
  fakeApi.answer('GET /questionnaire', () => late.promise)
  await retypeOccupation(person, 'Maestra')
  await waitFor(() => expect(fakeApi.asked('GET /questionnaire')).toHaveLength(2))
  fakeApi.answer(draftOn, createDraftSavedReply)
  await retypeOccupation(person, 'Enfermera')
  await screen.findByText('Borrador guardado')

  late.resolve(Response.json({ current, draft: null }))
  await flushMicrotasks()
  await person.type(getFieldByLabel('Notas'), 'Viajo mucho')
  await person.tab()

  await waitFor(() => expect(getLastRequestBody(draftOn)).toMatchObject({ notes: 'Viajo mucho' }))
  expect(getLastRequestBody(draftOn)).toMatchObject({ occupation: 'Enfermera' })
  expect(getLastRequestBody(draftOn)['replaces']).not.toBeNull()
})

const retypeOccupation = async (person: Awaited<ReturnType<typeof openQuestionnairePage>>, text: string) => {
  await person.clear(getFieldByLabel('Ocupación'))
  await person.type(getFieldByLabel('Ocupación'), text)
  await person.tab()
}
const noClash = () => expect(screen.queryByText(/^En ambos sitios/)).toBeNull()

describe('what was sent from here, arrived, and got no answer', () => {
  test('is no other device: what replaced it stays alone', async () => {
    const person = await openQuestionnairePage()
    fakeApi.unreachable(draftOn)
    await retypeOccupation(person, 'Enfermera')
    await screen.findByText('Sin conexión: lo guardamos en este dispositivo')
    await retypeOccupation(person, 'Enfermera de noche')
    await retypeOccupation(person, 'Maestra')
    const sent = { ...current.answers, occupation: 'Enfermera' }
    await waitFor(() => expect(getLastRequestBody(draftOn)).toMatchObject({ occupation: 'Maestra' }))
    draftedElsewhere(sent)

    window.dispatchEvent(new Event('online'))

    expect(await screen.findByText('Borrador guardado')).toBeDefined()
    expect(getLastRequestBody(draftOn)).toMatchObject({ occupation: 'Maestra' })
    expect(getFieldByLabel('Ocupación').value).toBe('Maestra')
    noClash()
  })

  test('is no other device after the tab was closed, twice', async () => {
    const person = await openQuestionnairePage()
    fakeApi.hold(draftOn, createQuestionnaireDraft(3, current.answers))
    await retypeOccupation(person, 'Enfermera')
    await waitFor(() => expect(getOnlyUnsentDraft().copy).toMatchObject({ sent: [{ occupation: 'Enfermera' }] }))
    cleanup()
    await openQuestionnairePage()
    // Before the restored answers are sent again.
    fireEvent.change(getFieldByLabel('Ocupación'), { target: { value: 'Maestra' } })
    cleanup()
    draftedElsewhere({ ...current.answers, occupation: 'Enfermera' })

    await openQuestionnairePage()

    expect(getFieldByLabel('Ocupación').value).toBe('Maestra')
    noClash()
  })
})
