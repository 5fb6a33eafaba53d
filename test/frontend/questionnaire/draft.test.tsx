import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnQuestionnaire } from '#contract/questionnaire'
import { server } from '../../support/fake-api.ts'
import {
  drafted,
  field,
  givenQuestionnaire,
  keptDraft,
  keptHere,
  lastSent,
  onlyCopy,
  openQuestionnaire,
  saved,
  savedAnswers,
  withoutWaiting,
} from './opened.ts'

const draftOn = 'PUT /questionnaire/draft'
const mine: Partial<OwnQuestionnaire> = { current: saved(3, { height: 170, weight: 63 }) }

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  givenQuestionnaire(mine)
  server.answer('PUT /questionnaire', savedAnswers)
})

const retype = async (person: Awaited<ReturnType<typeof openQuestionnaire>>, label: string, text: string) => {
  await person.clear(field(label))
  await person.type(field(label), text)
}
const keptDraftOf = (answers: object) => ({ ...drafted(3, answers), savedAt: '2026-11-21T09:00:01.000Z' })
const save = () => screen.getByRole('button', { name: 'Guardar Perfil' })

describe('what is typed', () => {
  test('is in this browser at once, under the account', async () => {
    server.hold(draftOn, keptDraftOf({}))
    const person = await openQuestionnaire()

    await retype(person, 'Peso (kg)', '60')

    const { key, copy } = onlyCopy()
    expect(key).toMatch(/:questionnaire:sub-1$/)
    expect(copy).toMatchObject({ answers: { weight: 60 }, base: { weight: 63 } })
  })

  test('is with the account after a pause, and no longer only here', async () => {
    const person = await openQuestionnaire()

    await retype(person, 'Peso (kg)', '60')
    expect(server.asked(draftOn)).toEqual([])
    vi.advanceTimersByTime(1600)

    expect(await screen.findByText('Borrador guardado')).toBeDefined()
    expect(lastSent(draftOn)).toMatchObject({ weight: 60, version: 3, replaces: null })
    expect(keptHere()).toEqual([])
  })

  test('is sent at once when a field is left, and goes on from the draft before', async () => {
    const person = await openQuestionnaire()
    await retype(person, 'Peso (kg)', '60')
    await person.tab()
    await withoutWaiting()
    expect(server.asked(draftOn)).toHaveLength(1)
    await screen.findByText('Borrador guardado')

    await person.type(field('Notas'), 'Viajo mucho')
    await person.tab()

    await waitFor(() => expect(server.asked(draftOn)).toHaveLength(2))
    expect(lastSent(draftOn)).toMatchObject({ weight: 60, notes: 'Viajo mucho' })
    expect(lastSent(draftOn)['replaces']).toMatch(/^2026-11-21T09:00:\d\d\.000Z$/)
  })

  test('while a draft is on its way is sent after it, even if the form is gone by then', async () => {
    const person = await openQuestionnaire()
    const arrive = server.hold(draftOn, keptDraftOf({ weight: 60 }))
    await retype(person, 'Peso (kg)', '60')
    await person.tab()
    await waitFor(() => expect(server.asked(draftOn)).toHaveLength(1))

    await person.type(field('Notas'), 'Viajo mucho')
    cleanup()
    arrive()

    await waitFor(() => expect(server.asked(draftOn)).toHaveLength(2))
    expect(lastSent(draftOn)).toMatchObject({ weight: 60, notes: 'Viajo mucho' })
  })

  test('is not sent while nothing is different from what was saved', async () => {
    const person = await openQuestionnaire()

    await retype(person, 'Peso (kg)', '63')
    vi.advanceTimersByTime(1600)
    await person.tab()

    expect(server.asked(draftOn)).toEqual([])
    expect(keptHere()).toEqual([])
  })
})

test('a tab that is left sends what was typed, and keeps no copy of what arrived', async () => {
  const person = await openQuestionnaire()
  await retype(person, 'Peso (kg)', '60')

  cleanup()

  await waitFor(() => expect(keptHere()).toEqual([]))
  expect(lastSent(draftOn)).toMatchObject({ weight: 60 })
})

describe('without a connection', () => {
  test('it is kept here, that is said, and it is sent as soon as there is one', async () => {
    server.unreachable(draftOn)
    const person = await openQuestionnaire()
    await retype(person, 'Peso (kg)', '60')
    await person.tab()

    expect(await screen.findByText('Sin conexión: lo guardamos en este dispositivo')).toBeDefined()
    expect(keptHere()).toHaveLength(1)
    server.answer(draftOn, keptDraft)
    const before = server.asked(draftOn).length
    window.dispatchEvent(new Event('online'))
    await withoutWaiting()

    expect(server.asked(draftOn)).toHaveLength(before + 1)
    expect(await screen.findByText('Borrador guardado')).toBeDefined()
    expect(lastSent(draftOn)).toMatchObject({ weight: 60 })
    expect(keptHere()).toEqual([])
  })

  test('a closed tab loses nothing: what was typed is there again and is sent', async () => {
    server.unreachable(draftOn)
    const person = await openQuestionnaire()
    await retype(person, 'Peso (kg)', '60')
    await person.type(field('Notas'), 'Viajo mucho')
    cleanup()

    await openQuestionnaire()

    expect(field('Peso (kg)').value).toBe('60')
    expect(field('Notas').value).toBe('Viajo mucho')
    expect(screen.getByText(/^Seguimos con tu borrador del 21 de noviembre de 2026 a las 10:00/)).toBeDefined()
    server.answer(draftOn, keptDraft)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(keptHere()).toEqual([]))
    expect(lastSent(draftOn)).toMatchObject({ weight: 60, notes: 'Viajo mucho' })
  })

  test('what another device kept meanwhile is joined with it', async () => {
    server.unreachable(draftOn)
    const person = await openQuestionnaire()
    await retype(person, 'Peso (kg)', '60')
    cleanup()
    givenQuestionnaire({ ...mine, draft: drafted(3, { height: 171, weight: 63 }) })
    server.unreachable(draftOn)

    await openQuestionnaire()

    expect([field('Peso (kg)').value, field('Altura (cm)').value]).toEqual(['60', '171'])
  })

  test('saving says what is wrong, and what was typed stays', async () => {
    server.unreachable(draftOn)
    server.unreachable('PUT /questionnaire')
    const person = await openQuestionnaire()
    await retype(person, 'Peso (kg)', '60')

    await person.click(save())

    expect(await screen.findByText('Lo que has escrito sigue aquí, en este dispositivo.')).toBeDefined()
    expect(field('Peso (kg)').value).toBe('60')
    expect(keptHere()).toHaveLength(1)
  })
})

test('where the browser keeps nothing either, that is said', async () => {
  server.unreachable(draftOn)
  const person = await openQuestionnaire()
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await retype(person, 'Peso (kg)', '60')
  await person.tab()

  expect(await screen.findByText('No hemos podido guardar el borrador. No cierres esta página.')).toBeDefined()
  full.mockRestore()
})

test('a draft of another device is gone on with, and can be discarded', async () => {
  givenQuestionnaire({ ...mine, draft: drafted(3, { height: 170, weight: 60 }) })
  const person = await openQuestionnaire()
  expect(field('Peso (kg)').value).toBe('60')

  await person.click(screen.getByRole('button', { name: 'Descartar borrador' }))
  const dialog = screen.getByRole('dialog', { name: '¿Quieres descartar el borrador?' })
  await person.click(within(dialog).getByRole('button', { name: 'Descartar' }))

  await waitFor(() => expect(screen.queryByText(/^Seguimos con tu borrador/)).toBeNull())
  expect(field('Peso (kg)').value).toBe('63')
  expect(server.asked('DELETE /questionnaire/draft')).toHaveLength(1)
  expect(keptHere()).toEqual([])
})

test('saving takes the draft away, here too', async () => {
  givenQuestionnaire({ ...mine, draft: drafted(3, { height: 170, weight: 60 }) })
  server.unreachable(draftOn)
  const person = await openQuestionnaire()
  await person.type(field('Notas'), 'Viajo mucho')
  expect(keptHere()).toHaveLength(1)

  await person.click(save())

  expect(await screen.findByText('¡Guardado!')).toBeDefined()
  expect(screen.queryByText(/^Seguimos con tu borrador/)).toBeNull()
  expect(keptHere()).toEqual([])
})

test('health data does not stay behind after signing out', async () => {
  server.unreachable(draftOn)
  const person = await openQuestionnaire()
  await retype(person, 'Peso (kg)', '60')
  expect(keptHere()).toHaveLength(1)

  await person.click(screen.getAllByRole('button', { name: 'Cerrar sesión' })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: '¿Cerrar sesión y perder lo que no se ha guardado?' })
  await person.click(within(dialog).getByRole('button', { name: 'Cerrar sesión' }))

  await screen.findByText('Sesión cerrada')
  expect(keptHere()).toEqual([])
})

describe('saved from elsewhere meanwhile', () => {
  test('what was saved there and what is typed here are joined, and it is said what to do', async () => {
    const person = await openQuestionnaire()
    await retype(person, 'Peso (kg)', '60')
    givenQuestionnaire({ current: saved(4, { height: 171, weight: 62 }) })
    server.refuse('PUT /questionnaire', 'changed-meanwhile')
    server.refuse(draftOn, 'changed-meanwhile')

    await person.click(save())

    expect(await screen.findByText(/^Tu perfil se ha guardado desde otra ventana o dispositivo/)).toBeDefined()
    expect(screen.getByText(/^En ambos sitios has cambiado: Peso \(kg\)\./)).toBeDefined()
    expect([field('Peso (kg)').value, field('Altura (cm)').value]).toEqual(['60', '171'])
    server.answer('PUT /questionnaire', savedAnswers)
    server.answer(draftOn, keptDraft)
    await person.click(save())
    expect(await screen.findByText('¡Guardado!')).toBeDefined()
    expect(lastSent('PUT /questionnaire')).toMatchObject({ weight: 60, height: 171, version: 4 })
    expect(screen.queryByText(/^Tu perfil se ha guardado desde otra/)).toBeNull()
  })

  test('a draft that another device kept is joined without a word, and sent again', async () => {
    const person = await openQuestionnaire()
    await retype(person, 'Peso (kg)', '60')
    givenQuestionnaire({ ...mine, draft: drafted(3, { height: 171, weight: 63 }) })
    let asked = 0
    server.answer(draftOn, (body: Parameters<typeof keptDraft>[0]) =>
      asked++ === 0 ? Response.json({ code: 'changed-meanwhile' }, { status: 409 }) : keptDraft(body),
    )

    await person.tab()

    await waitFor(() => expect(field('Altura (cm)').value).toBe('171'))
    vi.advanceTimersByTime(1600)
    await waitFor(() =>
      expect(lastSent(draftOn)).toMatchObject({ weight: 60, height: 171, replaces: '2026-11-21T08:05:00.000Z' }),
    )
  })
})

test('another window of this browser adds what it has', async () => {
  server.unreachable(draftOn)
  const person = await openQuestionnaire()
  await retype(person, 'Peso (kg)', '60')
  const { key, copy } = onlyCopy()

  const newValue = JSON.stringify({ ...copy, answers: { ...copy.answers, notes: 'Desde la otra' } })
  window.localStorage.setItem(key, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))

  await waitFor(() => expect(field('Notas').value).toBe('Desde la otra'))
  expect(field('Peso (kg)').value).toBe('60')
})
