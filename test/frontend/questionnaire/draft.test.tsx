import { cleanup, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnQuestionnaire } from '#contract/questionnaire'
import { fakeApi } from '../../support/fake-api.ts'
import {
  createQuestionnaireDraft,
  getFieldByLabel,
  signInWithQuestionnaire,
  createDraftSavedReply,
  listUnsentDrafts,
  getLastRequestBody,
  getOnlyUnsentDraft,
  openQuestionnairePage,
  createSavedAnswers,
  createAnswersSavedReply,
  flushMicrotasks,
} from './questionnaire-setup.ts'

const draftOn = 'PUT /questionnaire/draft'
const mine: Partial<OwnQuestionnaire> = { current: createSavedAnswers(3, { height: 170, weight: 63 }) }

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInWithQuestionnaire(mine)
  fakeApi.answer('PUT /questionnaire', createAnswersSavedReply)
})

const retype = async (person: Awaited<ReturnType<typeof openQuestionnairePage>>, label: string, text: string) => {
  await person.clear(getFieldByLabel(label))
  await person.type(getFieldByLabel(label), text)
}
const keptDraftOf = (answers: object) => ({
  ...createQuestionnaireDraft(3, answers),
  savedAt: '2026-11-21T09:00:01.000Z',
})
const save = () => screen.getByRole('button', { name: 'Guardar Perfil' })

describe('what is typed', () => {
  test('is in this browser at once, under the account', async () => {
    fakeApi.hold(draftOn, keptDraftOf({}))
    const person = await openQuestionnairePage()

    await retype(person, 'Peso (kg)', '60')

    const { key, copy } = getOnlyUnsentDraft()
    expect(key).toMatch(/:questionnaire:sub-1$/)
    expect(copy).toMatchObject({ answers: { weight: 60 }, base: { weight: 63 } })
  })

  test('is with the account after a pause, and no longer only here', async () => {
    const person = await openQuestionnairePage()

    await retype(person, 'Peso (kg)', '60')
    expect(fakeApi.asked(draftOn)).toEqual([])
    vi.advanceTimersByTime(1600)

    expect(await screen.findByText('Borrador guardado')).toBeDefined()
    expect(getLastRequestBody(draftOn)).toMatchObject({ weight: 60, version: 3, replaces: null })
    expect(listUnsentDrafts()).toEqual([])
  })

  test('is sent at once when a field is left, and goes on from the draft before', async () => {
    const person = await openQuestionnairePage()
    await retype(person, 'Peso (kg)', '60')
    await person.tab()
    await flushMicrotasks()
    expect(fakeApi.asked(draftOn)).toHaveLength(1)
    await screen.findByText('Borrador guardado')

    await person.type(getFieldByLabel('Notas'), 'Viajo mucho')
    await person.tab()

    await waitFor(() => expect(fakeApi.asked(draftOn)).toHaveLength(2))
    expect(getLastRequestBody(draftOn)).toMatchObject({ weight: 60, notes: 'Viajo mucho' })
    expect(getLastRequestBody(draftOn)['replaces']).toMatch(/^2026-11-21T09:00:\d\d\.000Z$/)
  })

  test('while a draft is on its way is sent after it, even if the form is gone by then', async () => {
    const person = await openQuestionnairePage()
    const arrive = fakeApi.hold(draftOn, keptDraftOf({ weight: 60 }))
    await retype(person, 'Peso (kg)', '60')
    await person.tab()
    await waitFor(() => expect(fakeApi.asked(draftOn)).toHaveLength(1))

    await person.type(getFieldByLabel('Notas'), 'Viajo mucho')
    cleanup()
    arrive()

    await waitFor(() => expect(fakeApi.asked(draftOn)).toHaveLength(2))
    expect(getLastRequestBody(draftOn)).toMatchObject({ weight: 60, notes: 'Viajo mucho' })
  })

  test('while a draft is on its way is not taken for sent when that has arrived', async () => {
    const person = await openQuestionnairePage()
    const arrive = fakeApi.hold(draftOn, keptDraftOf({ weight: 60 }))
    await retype(person, 'Peso (kg)', '60')
    await person.tab()
    await waitFor(() => expect(fakeApi.asked(draftOn)).toHaveLength(1))
    fakeApi.hold(draftOn, keptDraftOf({ weight: 60, notes: 'Viajo mucho' }))

    await person.type(getFieldByLabel('Notas'), 'Viajo mucho')
    arrive()

    await screen.findByText('Borrador guardado')
    expect(getOnlyUnsentDraft().copy).toMatchObject({ answers: { notes: 'Viajo mucho' }, base: { weight: 60 } })
  })

  test('is not sent while nothing is different from what was saved', async () => {
    const person = await openQuestionnairePage()

    await retype(person, 'Peso (kg)', '63')
    vi.advanceTimersByTime(1600)
    await person.tab()

    expect(fakeApi.asked(draftOn)).toEqual([])
    expect(listUnsentDrafts()).toEqual([])
  })
})

test('a tab that is left sends what was typed, and keeps no copy of what arrived', async () => {
  const person = await openQuestionnairePage()
  await retype(person, 'Peso (kg)', '60')

  cleanup()

  await waitFor(() => expect(listUnsentDrafts()).toEqual([]))
  expect(getLastRequestBody(draftOn)).toMatchObject({ weight: 60 })
})

describe('without a connection', () => {
  test('it is kept here, that is said, and it is sent as soon as there is one', async () => {
    fakeApi.unreachable(draftOn)
    const person = await openQuestionnairePage()
    await retype(person, 'Peso (kg)', '60')
    await person.tab()

    expect(await screen.findByText('Sin conexión: lo guardamos en este dispositivo')).toBeDefined()
    expect(listUnsentDrafts()).toHaveLength(1)
    fakeApi.answer(draftOn, createDraftSavedReply)
    const before = fakeApi.asked(draftOn).length
    window.dispatchEvent(new Event('online'))
    await flushMicrotasks()

    expect(fakeApi.asked(draftOn)).toHaveLength(before + 1)
    expect(await screen.findByText('Borrador guardado')).toBeDefined()
    expect(getLastRequestBody(draftOn)).toMatchObject({ weight: 60 })
    expect(listUnsentDrafts()).toEqual([])
  })

  test('a closed tab loses nothing: what was typed is there again and is sent', async () => {
    fakeApi.unreachable(draftOn)
    const person = await openQuestionnairePage()
    await retype(person, 'Peso (kg)', '60')
    await person.type(getFieldByLabel('Notas'), 'Viajo mucho')
    cleanup()

    await openQuestionnairePage()

    expect(getFieldByLabel('Peso (kg)').value).toBe('60')
    expect(getFieldByLabel('Notas').value).toBe('Viajo mucho')
    expect(screen.getByText(/^Seguimos con tu borrador del 21 de noviembre de 2026 a las 10:00/)).toBeDefined()
    fakeApi.answer(draftOn, createDraftSavedReply)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(listUnsentDrafts()).toEqual([]))
    expect(getLastRequestBody(draftOn)).toMatchObject({ weight: 60, notes: 'Viajo mucho' })
  })

  test('what another device kept meanwhile is joined with it', async () => {
    fakeApi.unreachable(draftOn)
    const person = await openQuestionnairePage()
    await retype(person, 'Peso (kg)', '60')
    cleanup()
    signInWithQuestionnaire({ ...mine, draft: createQuestionnaireDraft(3, { height: 171, weight: 63 }) })
    fakeApi.unreachable(draftOn)

    await openQuestionnairePage()

    expect([getFieldByLabel('Peso (kg)').value, getFieldByLabel('Altura (cm)').value]).toEqual(['60', '171'])
  })

  test('saving says what is wrong, and what was typed stays', async () => {
    fakeApi.unreachable(draftOn)
    fakeApi.unreachable('PUT /questionnaire')
    const person = await openQuestionnairePage()
    await retype(person, 'Peso (kg)', '60')

    await person.click(save())

    expect(await screen.findByText('Lo que has escrito sigue aquí, en este dispositivo.')).toBeDefined()
    expect(getFieldByLabel('Peso (kg)').value).toBe('60')
    expect(listUnsentDrafts()).toHaveLength(1)
  })
})

test('where the browser keeps nothing either, that is said', async () => {
  fakeApi.unreachable(draftOn)
  const person = await openQuestionnairePage()
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await retype(person, 'Peso (kg)', '60')
  await person.tab()

  expect(await screen.findByText('No hemos podido guardar el borrador. No cierres esta página.')).toBeDefined()
  full.mockRestore()
})

test('a draft of another device is gone on with, and can be discarded', async () => {
  signInWithQuestionnaire({ ...mine, draft: createQuestionnaireDraft(3, { height: 170, weight: 60 }) })
  const person = await openQuestionnairePage()
  expect(getFieldByLabel('Peso (kg)').value).toBe('60')

  await person.click(screen.getByRole('button', { name: 'Descartar borrador' }))
  const dialog = screen.getByRole('dialog', { name: '¿Quieres descartar el borrador?' })
  await person.click(within(dialog).getByRole('button', { name: 'Descartar' }))

  await waitFor(() => expect(screen.queryByText(/^Seguimos con tu borrador/)).toBeNull())
  expect(getFieldByLabel('Peso (kg)').value).toBe('63')
  expect(fakeApi.asked('DELETE /questionnaire/draft')).toHaveLength(1)
  expect(listUnsentDrafts()).toEqual([])
})

test('saving takes the draft away, here too', async () => {
  signInWithQuestionnaire({ ...mine, draft: createQuestionnaireDraft(3, { height: 170, weight: 60 }) })
  fakeApi.unreachable(draftOn)
  const person = await openQuestionnairePage()
  await person.type(getFieldByLabel('Notas'), 'Viajo mucho')
  expect(listUnsentDrafts()).toHaveLength(1)

  await person.click(save())

  expect(await screen.findByText('¡Guardado!')).toBeDefined()
  expect(screen.queryByText(/^Seguimos con tu borrador/)).toBeNull()
  expect(listUnsentDrafts()).toEqual([])
})

test('health data does not stay behind after signing out', async () => {
  fakeApi.unreachable(draftOn)
  const person = await openQuestionnairePage()
  await retype(person, 'Peso (kg)', '60')
  expect(listUnsentDrafts()).toHaveLength(1)

  await person.click(screen.getAllByRole('button', { name: 'Cerrar sesión' })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: '¿Cerrar sesión y perder lo que no se ha guardado?' })
  await person.click(within(dialog).getByRole('button', { name: 'Cerrar sesión' }))

  await screen.findByText('Sesión cerrada')
  expect(listUnsentDrafts()).toEqual([])
})

describe('saved from elsewhere meanwhile', () => {
  test('what was saved there and what is typed here are joined, and it is said what to do', async () => {
    const person = await openQuestionnairePage()
    await retype(person, 'Peso (kg)', '60')
    signInWithQuestionnaire({ current: createSavedAnswers(4, { height: 171, weight: 62 }) })
    fakeApi.refuse('PUT /questionnaire', 'changed-meanwhile')
    fakeApi.refuse(draftOn, 'changed-meanwhile')

    await person.click(save())

    expect(await screen.findByText(/^Tu perfil se ha guardado desde otra ventana o dispositivo/)).toBeDefined()
    expect(screen.getByText(/^En ambos sitios has cambiado: Peso \(kg\)\./)).toBeDefined()
    expect([getFieldByLabel('Peso (kg)').value, getFieldByLabel('Altura (cm)').value]).toEqual(['60', '171'])
    fakeApi.answer('PUT /questionnaire', createAnswersSavedReply)
    fakeApi.answer(draftOn, createDraftSavedReply)
    await person.click(save())
    expect(await screen.findByText('¡Guardado!')).toBeDefined()
    expect(getLastRequestBody('PUT /questionnaire')).toMatchObject({ weight: 60, height: 171, version: 4 })
    expect(screen.queryByText(/^Tu perfil se ha guardado desde otra/)).toBeNull()
  })

  test('a draft that another device kept is joined without a word, and sent again', async () => {
    const person = await openQuestionnairePage()
    await retype(person, 'Peso (kg)', '60')
    signInWithQuestionnaire({ ...mine, draft: createQuestionnaireDraft(3, { height: 171, weight: 63 }) })
    let asked = 0
    fakeApi.answer(draftOn, (body: Parameters<typeof createDraftSavedReply>[0]) =>
      asked++ === 0 ? Response.json({ code: 'changed-meanwhile' }, { status: 409 }) : createDraftSavedReply(body),
    )

    await person.tab()

    await waitFor(() => expect(getFieldByLabel('Altura (cm)').value).toBe('171'))
    vi.advanceTimersByTime(1600)
    await waitFor(() =>
      expect(getLastRequestBody(draftOn)).toMatchObject({
        weight: 60,
        height: 171,
        replaces: '2026-11-21T08:05:00.000Z',
      }),
    )
  })
})

test('another window of this browser adds what it has', async () => {
  fakeApi.unreachable(draftOn)
  const person = await openQuestionnairePage()
  await retype(person, 'Peso (kg)', '60')
  const { key, copy } = getOnlyUnsentDraft()

  const newValue = JSON.stringify({ ...copy, answers: { ...copy.answers, notes: 'Desde la otra' } })
  window.localStorage.setItem(key, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))

  await waitFor(() => expect(getFieldByLabel('Notas').value).toBe('Desde la otra'))
  expect(getFieldByLabel('Peso (kg)').value).toBe('60')
})
