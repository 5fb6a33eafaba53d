import { cleanup, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeApi } from '../../support/fake-api.ts'
import {
  createQuestionnaireDraft,
  getFieldByLabel,
  signInWithQuestionnaire,
  listUnsentDrafts,
  getLastRequestBody,
  openQuestionnairePage,
  createSavedAnswers,
  createAnswersSavedReply,
} from './questionnaire-setup.ts'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInWithQuestionnaire({ current: createSavedAnswers(3, { weight: 63 }) })
  fakeApi.answer('PUT /questionnaire', createAnswersSavedReply)
})

const allergies = () => getFieldByLabel('Alergias e intolerancias')
const height = () => getFieldByLabel('Altura (cm)')

/** Like a reload: without a blur of the field, which would save its text. */
async function reopen() {
  const { activeElement } = document
  activeElement?.remove()
  cleanup()
  return openQuestionnairePage()
}

test('half an entry of a list is in its field again after a reload', async () => {
  const person = await openQuestionnairePage()
  await person.type(allergies(), 'Cacahuete')

  await reopen()

  expect(allergies().value).toBe('Cacahuete')
})

test('half an entry that waited since another visit is saved with the rest', async () => {
  const first = await openQuestionnairePage()
  await first.type(allergies(), 'Cacahuete')
  const person = await reopen()

  await person.click(screen.getByRole('button', { name: 'Guardar Perfil' }))

  expect(await screen.findByText('¡Guardado!')).toBeDefined()
  expect(getLastRequestBody('PUT /questionnaire')).toMatchObject({ foodAllergies: ['Cacahuete'] })
  expect(allergies().value).toBe('')
  expect(listUnsentDrafts()).toEqual([])
})

const draftOn = 'PUT /questionnaire/draft'

describe('half an entry of a list is part of the draft', () => {
  test('so that it stands in the list on another device', async () => {
    const person = await openQuestionnairePage()

    await person.type(allergies(), 'Cacahuete')
    vi.advanceTimersByTime(1600)

    await waitFor(() => expect(getLastRequestBody(draftOn)).toMatchObject({ foodAllergies: ['Cacahuete'] }))
    expect(await screen.findByText('Borrador guardado')).toBeDefined()
    expect(allergies().value).toBe('Cacahuete')
    expect(screen.queryByRole('button', { name: 'Quitar Cacahuete' })).toBeNull()
  })

  test('and is what it becomes: the draft never has the half and the whole', async () => {
    const person = await openQuestionnairePage()
    await person.type(allergies(), 'Caca')
    vi.advanceTimersByTime(1600)
    await screen.findByText('Borrador guardado')

    await person.type(allergies(), 'huete')
    await person.tab()

    await waitFor(() => expect(getLastRequestBody(draftOn)).toMatchObject({ foodAllergies: ['Cacahuete'] }))
    expect(screen.getByRole('button', { name: 'Quitar Cacahuete' })).toBeDefined()
  })

  test('and is in its field and not in the list where it was typed, also after a reload', async () => {
    const person = await openQuestionnairePage()
    await person.type(allergies(), 'Cacahuete')
    vi.advanceTimersByTime(1600)
    await screen.findByText('Borrador guardado')
    signInWithQuestionnaire({
      current: createSavedAnswers(3, { weight: 63 }),
      draft: createQuestionnaireDraft(3, { weight: 63, foodAllergies: ['Cacahuete'] }),
    })

    await reopen()

    expect(allergies().value).toBe('Cacahuete')
    expect(screen.queryByRole('button', { name: 'Quitar Cacahuete' })).toBeNull()
  })

  test('and is gone from its field when it was taken out on another device', async () => {
    const person = await openQuestionnairePage()
    await person.type(allergies(), 'Cacahuete')
    vi.advanceTimersByTime(1600)
    await screen.findByText('Borrador guardado')
    const draft = {
      ...createQuestionnaireDraft(3, { weight: 63, foodAllergies: ['Avellana'] }),
      savedAt: '2026-11-21T09:30:00.000Z',
    }
    signInWithQuestionnaire({ current: createSavedAnswers(3, { weight: 63 }), draft })

    // Returning to the window refetches changes made elsewhere.
    vi.setSystemTime('2026-11-21T09:31:00.000Z')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))

    expect(await screen.findByRole('button', { name: 'Quitar Avellana' })).toBeDefined()
    expect(allergies().value).toBe('')
  })
})

test('CLI-12 what is no number stands as it was typed after a reload, with what is wrong with it', async () => {
  const first = await openQuestionnairePage()
  await first.type(height(), '1 metro 65')

  await reopen()

  expect(height().value).toBe('1 metro 65')
  expect(await screen.findByText('Escribe un número')).toBeDefined()
})

test('half an entry that this browser has no room for is asked about', async () => {
  const person = await openQuestionnairePage()
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

  await person.type(allergies(), 'Cacahuete')

  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  full.mockRestore()
})
