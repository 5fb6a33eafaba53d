import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import {
  getFieldByLabel,
  signInWithQuestionnaire,
  getLastRequestBody,
  openQuestionnairePage,
  createSavedAnswers,
  createAnswersSavedReply,
  getSectionByName,
} from './questionnaire-setup.ts'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInWithQuestionnaire()
  fakeApi.answer('PUT /questionnaire', createAnswersSavedReply)
})

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar Perfil' })

test('CLI-03 the questionnaire opens first, with its five sections', async () => {
  const person = openProductPath('/client')
  const form = within(await screen.findByRole('form', { name: 'Cuestionario de salud' }))
  const titles = () => form.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles()).toEqual(['Datos Básicos'])

  await person.click(form.getByRole('link', { name: 'Ver todo' }))

  await waitFor(() => expect(titles()).toHaveLength(5))
  expect(titles()).toEqual(['Datos Básicos', 'Estilo de Vida', 'Hábitos', 'Alimentación', 'Información Adicional'])
})

test('CLI-04 something is said while it loads', async () => {
  const answer = fakeApi.hold('GET /questionnaire', { current: null, draft: null })
  openProductPath('/client')

  expect(await screen.findByText('Cargando tu cuestionario...')).toBeDefined()

  answer()
  expect(await screen.findByRole('form', { name: 'Cuestionario de salud' })).toBeDefined()
})

test('what cannot be loaded can be asked for again', async () => {
  fakeApi.refuse('GET /questionnaire', 'not-found')
  const person = openProductPath('/client')
  const again = await screen.findByRole('button', { name: 'Reintentar' })
  fakeApi.answer('GET /questionnaire', { current: null, draft: null })

  await person.click(again)

  expect(await screen.findByRole('form', { name: 'Cuestionario de salud' })).toBeDefined()
})

test('DATA-12 CLI-21 A-46 each of the 23 answers has its input, and what was saved is in them', async () => {
  signInWithQuestionnaire({
    current: createSavedAnswers(3, {
      height: 171.5,
      occupation: 'Maestra',
      sleepQuality: 'good',
      foodAllergies: ['Gluten'],
    }),
  })
  await openQuestionnairePage()

  const inputs = ['textbox', 'spinbutton', 'combobox'].flatMap((role) => screen.getAllByRole(role))
  expect(inputs).toHaveLength(23)
  expect(getFieldByLabel('Altura (cm)').value).toBe('171,5')
  expect(getFieldByLabel('Ocupación').value).toBe('Maestra')
  expect(getFieldByLabel('Calidad del sueño').value).toBe('good')
  expect(getSectionByName('Alimentación').getByRole('button', { name: 'Quitar Gluten' })).toBeDefined()
})

test.each([
  ['CLI-13', 'Género', ['masculino', 'femenino', 'otro'], 'Femenino'],
  [
    'CLI-14',
    'Nivel de actividad',
    ['sedentary', 'light', 'moderate', 'very_active', 'extremely_active'],
    'Extremadamente activo',
  ],
  [
    'CLI-15',
    'Frecuencia de ejercicio',
    ['never', 'rarely', '1-2_times_week', '3-4_times_week', 'daily'],
    '1-2 veces por semana',
  ],
  ['CLI-16', 'Calidad del sueño', ['poor', 'fair', 'good', 'excellent'], 'Excelente'],
  ['CLI-17', 'Consumo de alcohol', ['never', 'rarely', 'occasionally', 'regularly'], 'De vez en cuando'],
  ['CLI-18', 'Tabaco', ['never', 'former', 'current'], 'Exfumador/a'],
  ['CLI-19', 'Nivel de energía', ['very_low', 'low', 'moderate', 'high', 'very_high'], 'Muy bajo'],
  [
    'CLI-20',
    'Preferencias alimentarias',
    ['omnivore', 'vegetarian', 'vegan', 'keto', 'paleo', 'mediterranean', 'other'],
    'Mediterránea',
  ],
])('%s %s stores %j and reads in Spanish', async (_, label, values, text) => {
  await openQuestionnairePage()

  const options = within(getFieldByLabel(label)).getAllByRole<HTMLOptionElement>('option')

  expect(options.map(({ value }) => value)).toEqual(['', ...values])
  expect(options.map(({ textContent }) => textContent)).toContain(text)
})

test.each([
  ['CLI-06', 'Altura (cm)', '49', 'mayor o igual que 50'],
  ['CLI-06', 'Altura (cm)', '251', 'menor o igual que 250'],
  ['CLI-07', 'Peso (kg)', '19', 'mayor o igual que 20'],
  ['CLI-07', 'Peso (kg)', '301', 'menor o igual que 300'],
  ['CLI-09', 'Nivel de estrés (1-10)', '0', 'mayor o igual que 1'],
  ['CLI-09', 'Nivel de estrés (1-10)', '11', 'menor o igual que 10'],
  ['CLI-10', 'Horas de sueño', '25', 'menor o igual que 24'],
  ['CLI-11', 'Agua (vasos al día)', '21', 'menor o igual que 20'],
])('%s CLI-12 %s does not take %s', async (_, label, typed, text) => {
  const person = await openQuestionnairePage()
  await person.type(getFieldByLabel(label), typed)

  await person.click(save())

  expect(await screen.findByText(`Escribe un número ${text}`)).toBeDefined()
  expect(getFieldByLabel(label).getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(getFieldByLabel(label)))
  expect(fakeApi.asked('PUT /questionnaire')).toEqual([])
})

test.each([
  ['a comma', 'Horas de sueño', '7,5', { sleepHours: 7.5 }],
  ['a point', 'Agua (vasos al día)', '1.5', { waterIntake: 1.5 }],
])('a number is written with %s', async (_, label, typed, sent) => {
  const person = await openQuestionnairePage()
  await person.type(getFieldByLabel(label), typed)

  await person.click(save())

  await waitFor(() => expect(getLastRequestBody('PUT /questionnaire')).toMatchObject(sent))
  expect(getFieldByLabel(label).value).toBe(typed)
})

test.each(['70kg', '7e', '-', '1,2,3'])(
  'CLI-12 %j is no number, and nothing is saved until it is one',
  async (typed) => {
    const person = await openQuestionnairePage()
    await person.type(getFieldByLabel('Peso (kg)'), typed)

    await person.click(save())

    expect(await screen.findByText('Escribe un número')).toBeDefined()
    expect(getFieldByLabel('Peso (kg)').value).toBe(typed)
    expect(getSectionByName('Datos Básicos').getByText('2 de 6 respondidas')).toBeDefined()
    expect(fakeApi.asked('PUT /questionnaire')).toEqual([])
  },
)

describe('A-14 the age', () => {
  test('is worked out where the birth date is known', async () => {
    await openQuestionnairePage()

    expect([getFieldByLabel('Edad').value, getFieldByLabel('Edad').readOnly]).toEqual(['36', true])
    expect([getFieldByLabel('Fecha de nacimiento').value, getFieldByLabel('Fecha de nacimiento').readOnly]).toEqual([
      '04/05/1990',
      true,
    ])
  })

  test('CLI-08 CLI-12 is typed where it is not, and is 18 or more', async () => {
    signInWithQuestionnaire({}, { birthDate: null })
    const person = await openQuestionnairePage()
    await person.type(getFieldByLabel('Edad'), '17')

    await person.click(save())

    expect(await screen.findByText('Escribe un número mayor o igual que 18')).toBeDefined()
  })

  test('of a minor whose guardian agreed does not keep them from saving', async () => {
    signInWithQuestionnaire({}, { birthDate: '2010-05-04', guardian: { state: 'given', email: null } })
    const person = await openQuestionnairePage()
    expect(getFieldByLabel('Edad').value).toBe('16')

    await person.click(save())

    expect(await screen.findByText('¡Guardado!')).toBeDefined()
  })

  test('of a minor whose guardian has not agreed keeps the questionnaire closed', async () => {
    signInWithQuestionnaire({}, { birthDate: '2010-05-04', guardian: { state: 'needed', email: null } })
    openProductPath('/client')

    expect(await screen.findByText(/en cuanto tu madre, padre o tutor lo autorice/)).toBeDefined()
    expect(screen.queryByRole('form', { name: 'Cuestionario de salud' })).toBeNull()
  })
})

test('CLI-04 CLI-05 ERR-14 UIX-03 saving says so, once, and sends what is written and nothing else', async () => {
  const answer = fakeApi.hold('PUT /questionnaire', { ...createSavedAnswers(1, { weight: 63.5 }), version: 1 })
  const person = await openQuestionnairePage()
  await person.type(getFieldByLabel('Peso (kg)'), '63.5')

  await person.click(save())

  const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Guardando...' })
  expect(busy.disabled).toBe(true)
  answer()
  expect(await screen.findByText('¡Guardado!')).toBeDefined()
  expect(getLastRequestBody('PUT /questionnaire')).toMatchObject({
    weight: 63.5,
    height: null,
    age: null,
    notes: null,
    version: 0,
  })
})

test('the next save goes on from the version before', async () => {
  const person = await openQuestionnairePage()
  await person.type(getFieldByLabel('Peso (kg)'), '63')
  await person.click(save())
  await screen.findByText('¡Guardado!')

  await person.type(getFieldByLabel('Peso (kg)'), '.5')
  await person.click(save())

  await waitFor(() => expect(fakeApi.asked('PUT /questionnaire')).toHaveLength(2))
  expect(getLastRequestBody('PUT /questionnaire')).toMatchObject({ weight: 63.5, version: 1 })
})

test('what the server says of a field stands under it', async () => {
  fakeApi.answer('PUT /questionnaire', () =>
    Response.json(
      { code: 'invalid-input', problems: { notes: ['Puede tener como máximo 4.000 caracteres'] } },
      { status: 400 },
    ),
  )
  const person = await openQuestionnairePage()

  await person.click(save())

  expect(
    await getSectionByName('Información Adicional').findByText('Puede tener como máximo 4.000 caracteres'),
  ).toBeDefined()
})

test('how far somebody is stands over the whole and over each section', async () => {
  const person = await openQuestionnairePage()
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('2')

  await person.type(getFieldByLabel('Altura (cm)'), '170')
  await person.selectOptions(getFieldByLabel('Tabaco'), 'never')

  expect(getSectionByName('Datos Básicos').getByText('3 de 6 respondidas')).toBeDefined()
  expect(getSectionByName('Hábitos').getByText('1 de 3 respondidas')).toBeDefined()
  expect(screen.getByLabelText(/^Has respondido 4 de 23/).getAttribute('value')).toBe('4')
  expect(screen.getByRole('link', { name: /^3\..*Hábitos 1 de 3 respondidas$/ }).getAttribute('href')).toBe(
    '/client#habitos',
  )
})

const allergies = () => getFieldByLabel('Alergias e intolerancias')
const chips = () =>
  getSectionByName('Alimentación')
    .queryAllByRole('button', { name: /^Quitar / })
    .map((chip) => chip.getAttribute('aria-label')?.replace('Quitar ', ''))

describe('a list', () => {
  test('A-46 grows with Enter, with its button and on leaving the field, without sending the form', async () => {
    const person = await openQuestionnairePage()

    await person.type(allergies(), 'Kiwi{Enter}Mango')
    await person.click(screen.getByRole('button', { name: 'Añadir a Alergias e intolerancias' }))
    expect(document.activeElement).toBe(allergies())
    await person.type(allergies(), 'Piña')
    await person.tab()
    await person.tab()

    expect(chips()).toEqual(['Kiwi', 'Mango', 'Piña'])
    expect(allergies().value).toBe('')
    expect(fakeApi.asked('PUT /questionnaire')).toEqual([])
  })

  test('a comma within a sentence does not split it', async () => {
    const person = await openQuestionnairePage()

    await person.type(allergies(), 'Leche, si está cruda{Enter}')
    await person.click(allergies())
    await person.paste('Huevo, a veces')
    await person.keyboard('{Enter}')

    expect(chips()).toEqual(['Leche, si está cruda', 'Huevo, a veces'])
  })

  test('takes what is pasted apart, and nothing twice', async () => {
    const person = await openQuestionnairePage()
    await person.type(allergies(), 'Kiwi{Enter}kiwi{Enter}')
    expect(chips()).toEqual(['Kiwi'])
    expect(screen.getByText('Ya está en la lista: kiwi')).toBeDefined()

    await person.click(allergies())
    await person.paste('Mango; Piña\nKIWI')

    expect(chips()).toEqual(['Kiwi', 'Mango', 'Piña'])
    expect(screen.getByText('Añadido: Mango, Piña')).toBeDefined()
  })

  test('shrinks with Backspace and with each one’s button, says so and keeps the focus', async () => {
    const person = await openQuestionnairePage()
    await person.type(allergies(), 'Kiwi{Enter}Mango{Enter}Piña{Enter}')

    await person.keyboard('{Backspace}')
    await person.click(screen.getByRole('button', { name: 'Quitar Kiwi' }))

    expect(chips()).toEqual(['Mango'])
    expect(screen.getByText('Quitado: Kiwi')).toBeDefined()
    expect(document.activeElement).toBe(allergies())
  })

  test('offers what many write, one tap away', async () => {
    const person = await openQuestionnairePage()

    await person.click(getSectionByName('Alimentación').getByRole('button', { name: 'Gluten' }))

    expect(chips()).toEqual(['Gluten'])
    expect(getSectionByName('Alimentación').queryByRole('button', { name: 'Gluten' })).toBeNull()
    expect(document.activeElement?.textContent).toContain('Lactosa')
  })

  test('is saved as a list', async () => {
    const person = await openQuestionnairePage()
    await person.type(allergies(), 'Kiwi{Enter}')

    await person.click(save())

    await waitFor(() => expect(getLastRequestBody('PUT /questionnaire')).toMatchObject({ foodAllergies: ['Kiwi'] }))
  })
})

test('what was answered when can be read again, and what was different then stands out', async () => {
  signInWithQuestionnaire({ current: createSavedAnswers(2, { weight: 60 }) })
  const { answers, ...version } = { ...createSavedAnswers(2, { weight: 60, sleepQuality: 'good' }), version: 2 }
  fakeApi.answer('GET /questionnaire/versions', { items: [version], next: null })
  fakeApi.answer('GET /questionnaire/versions/2', { ...version, answers, before: { ...answers, weight: 63 } })
  const person = await openQuestionnairePage()

  await person.click(await screen.findByRole('button', { name: 'Ver lo guardado el 20 de noviembre de 2026, 19:00' }))

  const dialog = within(screen.getByRole('dialog', { name: 'Guardado el 20 de noviembre de 2026, 19:00' }))
  const weight = (await dialog.findByText('Peso (kg)')).nextElementSibling
  expect(weight?.textContent).toBe('60Ha cambiado Antes: 63')
  expect(dialog.getByText('Calidad del sueño').nextElementSibling?.textContent).toBe('Buena')
  expect(dialog.getAllByText('Ha cambiado')).toHaveLength(1)
})

test('CLI-06 a height in metres is told how heights are written here', async () => {
  const person = await openQuestionnairePage()

  await person.type(getFieldByLabel('Altura (cm)'), '1,65')
  await person.tab()

  expect(await screen.findByText('La altura va en centímetros: por ejemplo, 165')).toBeDefined()
  expect(screen.getByText('Escribe un número mayor o igual que 50')).toBeDefined()
})

test.each([
  ['Altura (cm)', '3', 'the first height that may be centimetres'],
  ['Peso (kg)', '1,65', 'a weight'],
  ['Altura (cm)', 'uno', 'what is no number'],
])('CLI-06 %s %s is told that it is wrong and not how heights are written: it is %s', async (label, written) => {
  const person = await openQuestionnairePage()
  expect(screen.queryByText(/^La altura va en centímetros/)).toBeNull()

  await person.type(getFieldByLabel(label), written)
  await person.tab()

  await waitFor(() => expect(getFieldByLabel(label).getAttribute('aria-invalid')).toBe('true'))
  expect(screen.queryByText(/^La altura va en centímetros/)).toBeNull()
})
