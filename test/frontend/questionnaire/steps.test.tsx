import { act, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { countAnsweredFields, type QuestionnaireAnswerValues } from '#contract/questionnaire'

import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import {
  createAnswersSavedReply,
  createSavedAnswers,
  getFieldByLabel,
  getLastRequestBody,
  listUnsentDrafts,
  openQuestionnairePage,
  signInWithQuestionnaire,
} from './questionnaire-setup.ts'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInWithQuestionnaire({ current: createSavedAnswers(3, { weight: 63 }) })
  fakeApi.answer('PUT /questionnaire', createAnswersSavedReply)
})

test('an answer is what is there: no empty list, no empty text and no number that is half typed', () => {
  const answers = { ...createSavedAnswers(3, {}).answers, weight: Number.NaN, occupation: '', foodAllergies: [] }

  expect(countAnsweredFields(answers, ['weight', 'occupation', 'foodAllergies', 'height'])).toBe(0)
  expect(countAnsweredFields({ ...answers, weight: 60, foodAllergies: ['Kiwi'] }, ['weight', 'foodAllergies'])).toBe(2)
})

const titles = ['Datos Básicos', 'Estilo de Vida', 'Hábitos', 'Alimentación', 'Información Adicional'] as const
type Title = (typeof titles)[number]

const form = () => within(screen.getByRole('form', { name: 'Cuestionario de salud' }))
const shownTitles = () => form().getAllByRole('heading', { level: 2 })
const shown = async (title: Title) =>
  waitFor(() => expect(shownTitles().map(({ textContent }) => textContent)).toEqual([title]))
const steps = () => within(screen.getByRole('navigation', { name: 'Pasos del cuestionario' }))
const stepLink = (title: Title) => steps().getByRole('link', { name: new RegExp(title) })
const turn = (way: 'Anterior' | 'Siguiente') => form().queryByRole('link', { name: new RegExp(`^${way}`) })
const save = () => screen.getByRole('button', { name: 'Guardar Perfil' })

function turnLink(way: 'Anterior' | 'Siguiente'): HTMLElement {
  const link = turn(way)
  if (!link) throw new Error(`no ${way} here`)
  return link
}

test('CLI-03 its five screens are turned with Siguiente and Anterior, and the focus goes to the heading of each', async () => {
  const person = openProductPath('/client')
  await screen.findByRole('form', { name: 'Cuestionario de salud' })
  await shown('Datos Básicos')
  expect(turn('Anterior')).toBeNull()

  for (const [index, title] of titles.slice(1).entries()) {
    // oxlint-disable no-await-in-loop -- one screen after the other
    await person.click(turnLink('Siguiente'))
    await shown(title)
    // oxlint-enable no-await-in-loop
    expect(document.activeElement).toBe(shownTitles()[0])
    expect(screen.getByRole('region', { name: title }).textContent).toContain(`Paso ${index + 2} de 5`)
    expect(stepLink(title).getAttribute('aria-current')).toBe('step')
  }
  expect(turn('Siguiente')).toBeNull()
  await person.click(turnLink('Anterior'))
  await shown('Alimentación')
  expect(document.activeElement).toBe(shownTitles()[0])
})

test('each step says how much of it is answered, and any can be jumped to with nothing answered', async () => {
  const person = await openQuestionnairePage('datos-basicos')
  expect(stepLink('Datos Básicos').textContent).toContain('3 de 6 respondidas')
  expect(stepLink('Información Adicional').textContent).toContain('0 de 4 respondidas')

  await person.click(stepLink('Información Adicional'))
  await shown('Información Adicional')
  await person.type(getFieldByLabel('Notas'), 'Viajo mucho')

  expect(stepLink('Información Adicional').textContent).toContain('1 de 4 respondidas')
})

const allAnswers: QuestionnaireAnswerValues = {
  height: 168,
  weight: 63,
  age: 36,
  gender: 'femenino',
  dateOfBirth: '1990-05-04',
  occupation: 'Maestra',
  activityLevel: 'light',
  exerciseFrequency: 'rarely',
  sleepHours: 7.5,
  sleepQuality: 'fair',
  stressLevel: 6,
  energyLevels: 'low',
  alcoholConsumption: 'never',
  smokingStatus: 'never',
  waterIntake: 6,
  dietaryPreferences: 'omnivore',
  foodAllergies: ['Kiwi'],
  digestiveIssues: ['Hinchazón'],
  supplementsCurrentlyTaking: ['Hierro'],
  medicalConditions: ['Asma'],
  currentMedications: ['Omeprazol'],
  healthGoals: ['Dormir'],
  notes: 'Viajo mucho',
}
const missing = () => steps().queryByRole('group')
const missingTexts = () =>
  [...(missing()?.querySelectorAll(':scope > ul > li') ?? [])].map((section) => [
    section.firstChild?.textContent,
    ...within(section as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ])

describe('which answers are missing', () => {
  test('stands by screen, in a list that is folded until somebody opens it', async () => {
    signInWithQuestionnaire({
      current: createSavedAnswers(3, {
        ...allAnswers,
        height: null,
        stressLevel: null,
        foodAllergies: [],
        digestiveIssues: [],
        notes: '',
      }),
    })
    const person = await openQuestionnairePage('datos-basicos')

    expect(missing()?.hasAttribute('open')).toBe(false)
    await person.click(screen.getByText('Faltan 5 respuestas'))

    expect(missingTexts()).toEqual([
      ['Datos Básicos', 'Altura'],
      ['Estilo de Vida', 'Nivel de estrés'],
      ['Alimentación', 'Alergias e intolerancias', 'Molestias digestivas'],
      ['Información Adicional', 'Notas'],
    ])
  })

  test.each([
    { where: 'on the same screen', from: 'datos-basicos', label: 'Altura (cm)', title: 'Datos Básicos' },
    { where: 'on another one', from: 'datos-basicos', label: 'Agua (vasos al día)', title: 'Hábitos' },
    { where: 'of a list', from: 'habitos', label: 'Alergias e intolerancias', title: 'Alimentación' },
  ] as const)('each leads to its field $where, and folds the list', async ({ from, label, title }) => {
    const person = await openQuestionnairePage(from)
    await person.click(screen.getByText('Faltan 20 respuestas'))

    await person.click(steps().getByRole('button', { name: label.replace(/ \(.*/, '') }))

    await shown(title)
    await waitFor(() => expect(document.activeElement).toBe(getFieldByLabel(label)))
    expect(missing()?.hasAttribute('open')).toBe(false)
  })

  test('is one less once it is answered, and nothing when none is', async () => {
    signInWithQuestionnaire({ current: createSavedAnswers(3, { ...allAnswers, occupation: null }) })
    const person = await openQuestionnairePage('datos-basicos')
    expect(screen.getByText('Falta 1 respuesta')).toBeDefined()

    await person.type(getFieldByLabel('Ocupación'), 'Maestra')

    expect(missing()).toBeNull()
  })

  test('names the notice that asks for a birth date, which has no field here', async () => {
    signInWithQuestionnaire({}, { birthDate: null })
    await openQuestionnairePage('datos-basicos')

    expect(missingTexts()[0]).toContain('Fecha de nacimiento, en el aviso de arriba')
  })
})

test('the way back of the browser goes back one screen', async () => {
  const person = await openQuestionnairePage('datos-basicos')
  await person.click(turnLink('Siguiente'))
  await shown('Estilo de Vida')
  await person.click(turnLink('Siguiente'))
  await shown('Hábitos')

  window.history.back()
  await shown('Estilo de Vida')
  expect(document.activeElement).toBe(shownTitles()[0])
  window.history.back()

  await shown('Datos Básicos')
})

test('a step keeps the tab in the address, and opens again by its own', async () => {
  const person = openProductPath('/client?tab=questionnaire#estilo-de-vida')
  await screen.findByRole('form', { name: 'Cuestionario de salud' })
  await shown('Estilo de Vida')

  await person.click(turnLink('Siguiente'))

  await shown('Hábitos')
  expect(window.location.search + window.location.hash).toBe('?tab=questionnaire#habitos')
})

test('the link that jumps over the header changes no screen', async () => {
  const person = await openQuestionnairePage('habitos')
  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))

  await act(async () => {
    await person.click(screen.getByRole('link', { name: 'Saltar al contenido' }))
    await arrived
  })

  expect(window.location.hash).toBe('#contenido')
  await shown('Hábitos')
})

test('CLI-04 one save, on every screen, sends what was written on all of them', async () => {
  const person = await openQuestionnairePage('datos-basicos')
  await person.type(getFieldByLabel('Altura (cm)'), '170')
  await person.click(stepLink('Alimentación'))
  await shown('Alimentación')
  await person.type(getFieldByLabel('Alergias e intolerancias'), 'Kiwi')
  await person.click(turnLink('Siguiente'))
  await shown('Información Adicional')
  await person.type(getFieldByLabel('Notas'), 'Viajo mucho')

  await person.click(save())

  expect(await screen.findByText('¡Guardado!')).toBeDefined()
  expect(getLastRequestBody('PUT /questionnaire')).toMatchObject({
    height: 170,
    foodAllergies: ['Kiwi'],
    notes: 'Viajo mucho',
  })
  await shown('Información Adicional')
  await person.click(stepLink('Datos Básicos'))
  await shown('Datos Básicos')
  expect(getFieldByLabel('Altura (cm)').value).toBe('170')
  expect(listUnsentDrafts()).toEqual([])
})

const refuse = (problems: Readonly<Record<string, string[]>>) =>
  fakeApi.answer('PUT /questionnaire', () => Response.json({ code: 'invalid-input', problems }, { status: 400 }))

describe('what is wrong on another screen', () => {
  test('CLI-12 is led to by saving, the first of several', async () => {
    const person = await openQuestionnairePage('habitos')
    await person.type(getFieldByLabel('Agua (vasos al día)'), '21')
    await person.click(turnLink('Anterior'))
    await shown('Estilo de Vida')
    await person.type(getFieldByLabel('Horas de sueño'), '25')
    await person.click(stepLink('Información Adicional'))
    await shown('Información Adicional')

    await person.click(save())

    await shown('Estilo de Vida')
    expect(document.activeElement).toBe(getFieldByLabel('Horas de sueño'))
    expect(screen.getByText('Escribe un número menor o igual que 24')).toBeDefined()
    expect(fakeApi.asked('PUT /questionnaire')).toEqual([])
  })

  test('is led to when the server refuses it', async () => {
    refuse({ notes: ['Puede tener como máximo 4.000 caracteres'] })
    const person = await openQuestionnairePage('datos-basicos')

    await person.click(save())

    await shown('Información Adicional')
    await waitFor(() => expect(document.activeElement).toBe(getFieldByLabel('Notas')))
    expect(screen.getByText('Puede tener como máximo 4.000 caracteres')).toBeDefined()
  })

  test('and what has no field is told where somebody is', async () => {
    refuse({ dateOfBirth: ['No es la de tu cuenta'] })
    const person = await openQuestionnairePage('alimentacion')

    await person.click(save())

    expect(await screen.findByText('No es la de tu cuenta')).toBeDefined()
    await person.type(getFieldByLabel('Alergias e intolerancias'), 'Kiwi')
    await shown('Alimentación')
  })
})

test('turning is not leaving: nobody is asked, even when the draft can be kept nowhere', async () => {
  fakeApi.unreachable('PUT /questionnaire/draft')
  const person = await openQuestionnairePage('datos-basicos')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await person.type(getFieldByLabel('Altura (cm)'), '170')
  await person.tab()
  await screen.findByText('No hemos podido guardar el borrador. No cierres esta página.')

  await person.click(turnLink('Siguiente'))

  await shown('Estilo de Vida')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(getFieldByLabel('Altura (cm)').value).toBe('170')
  full.mockRestore()
})
