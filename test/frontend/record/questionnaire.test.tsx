import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import type { QuestionnaireAnswerValues } from '#contract/questionnaire'
import { emptyQuestionnaireAnswers } from '../../support/empty-questionnaire-answers.ts'
import { signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { sampleCustomer, customerApiPath as base, openCustomerRecord as open } from '../../support/record-app.ts'

const reading = `GET ${base}/questionnaire`
const seeing = `PUT ${base}/questionnaire/seen`

const saved = (version: number, answers: Partial<QuestionnaireAnswerValues> = {}) => ({
  version,
  savedAt: `2026-11-0${version}T09:00:00.000Z`,
  savedBy: 'usr_bbbbbbbb',
  answers: { ...emptyQuestionnaireAnswers, ...answers },
})
const first = saved(1, { weight: 63, occupation: 'Maestra', foodAllergies: ['Gluten'] })
const third = saved(3, { weight: 60.5, occupation: 'Maestra', foodAllergies: ['Gluten', 'Kiwi'], height: 170 })
const versions = { items: [third, saved(2), first], next: null }
const seenFirst = { version: 1, seenAt: '2026-11-01T10:00:00.000Z', answers: first.answers }

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('administrador')
  fakeApi.answer(`GET ${base}`, sampleCustomer)
  fakeApi.answer(reading, { current: third, seen: seenFirst, versions })
  fakeApi.answer(seeing, { version: 3, seenAt: '2026-11-21T09:00:00.000Z' })
})

const sheet = async () => within(await screen.findByRole('region', { name: 'Cuestionario de salud' }))
const disclosure = () => screen.findByRole('button', { name: 'Cuestionario de salud' })

const answerTo = async (question: string) => {
  const term = await (await sheet()).findByText(question)
  return term.nextElementSibling?.textContent
}

test('folded up, the questionnaire says when it was saved and how much has changed since the last visit', async () => {
  open()

  expect((await disclosure()).getAttribute('aria-expanded')).toBe('false')
  const folded = await sheet()
  expect(folded.getByText('Guardado el 3 de noviembre de 2026 a las 10:00, con 4 de 23 respuestas.')).toBeDefined()
  expect(folded.getByText('3 respuestas han cambiado desde tu última lectura')).toBeDefined()
  expect(folded.queryByText('Peso (kg)')).toBeNull()
  expect(fakeApi.asked(seeing)).toEqual([])
})

test.each([
  ['one', { ...third, answers: { ...first.answers, weight: 60 } }, '1 respuesta ha cambiado desde tu última lectura'],
  ['none', { ...third, answers: first.answers }, 'Sin cambios desde tu última lectura'],
])('where %s has changed it says so', async (_, current, text) => {
  fakeApi.answer(reading, { current, seen: seenFirst, versions })
  open()

  expect(await screen.findByText(text)).toBeDefined()
})

test('unfolded, each answer that changed stands beside what it was, and each section says how far it is', async () => {
  const person = open()

  await person.click(await disclosure())

  expect((await disclosure()).getAttribute('aria-expanded')).toBe('true')
  expect(await answerTo('Peso (kg)')).toMatch(/^60,5.*Antes: 63$/)
  expect(await answerTo('Altura (cm)')).toMatch(/^170.*Antes: Sin respuesta$/)
  expect(await answerTo('Alergias e intolerancias')).toMatch(/^Gluten, Kiwi.*Antes: Gluten$/)
  expect(await answerTo('Ocupación')).toBe('Maestra')
  const basics = screen.getByRole('region', { name: 'Datos Básicos' })
  expect(within(basics).getByText('3 de 6')).toBeDefined()
})

test('unfolding notes the version that is shown as seen, once, and what was new stays marked until one leaves', async () => {
  const person = open()
  const button = await disclosure()
  const asked = fakeApi.asked(reading).length
  fakeApi.answer(reading, { current: third, seen: { ...seenFirst, version: 3, answers: third.answers }, versions })

  await person.click(button)
  await waitFor(() => expect(fakeApi.asked(reading).length).toBeGreaterThan(asked))
  await person.click(await disclosure())
  await person.click(await disclosure())

  expect(fakeApi.asked(seeing).map(({ body }) => body)).toEqual([{ version: 3 }])
  expect(await answerTo('Peso (kg)')).toMatch(/Antes: 63$/)
  expect(screen.getByText('3 respuestas han cambiado desde tu última lectura')).toBeDefined()
})

test('whoever was never here is told so, and nothing is called a change', async () => {
  fakeApi.answer(reading, { current: third, seen: null, versions })
  const person = open()
  expect(await screen.findByText('Sin leer')).toBeDefined()

  await person.click(await disclosure())

  expect(await answerTo('Peso (kg)')).toBe('60,5')
})

test('an older version is chosen by its day and stands beside the one before it', async () => {
  fakeApi.answer(`GET ${base}/questionnaire/versions/2`, { ...saved(2, { weight: 62 }), before: first.answers })
  const person = open()
  await person.click(await disclosure())
  const choice = (await sheet()).getByLabelText('Qué respuestas quieres ver')

  await person.selectOptions(choice, '2 de noviembre de 2026, 10:00')

  await waitFor(async () => expect(await answerTo('Peso (kg)')).toMatch(/^62.*Antes: 63$/))
  await person.selectOptions(choice, 'Ahora y en tu última lectura')
  expect(await answerTo('Peso (kg)')).toMatch(/^60,5/)
})

test('days that do not fit into one page are loaded when they are asked for', async () => {
  fakeApi.answer(reading, {
    current: third,
    seen: null,
    versions: { items: [third, saved(2)], next: '2026-11-02T09:00:00.000Z~ver_00000002' },
  })
  const person = open()
  await person.click(await disclosure())
  fakeApi.answer(reading, { current: third, seen: null, versions: { items: [first], next: null } })

  await person.click((await sheet()).getByRole('button', { name: 'Cargar más fechas' }))

  expect(await screen.findByRole('option', { name: '1 de noviembre de 2026, 10:00' })).toBeDefined()
})

test('a client who has answered nothing yet', async () => {
  fakeApi.answer(reading, { current: null, seen: null, versions: { items: [], next: null } })
  open()

  expect(await screen.findByText(/^Este cliente todavía no ha guardado su cuestionario/)).toBeDefined()
  expect((await sheet()).queryByRole('button')).toBeNull()
})

test('a questionnaire that is on its way says so, and one that cannot be had can be asked for again', async () => {
  const { promise, resolve: arrive } = Promise.withResolvers<Response>()
  fakeApi.answer(reading, () => promise)
  const person = open()
  expect(await screen.findByText('Cargando cuestionario...')).toBeDefined()
  fakeApi.refuse(reading, 'too-many-attempts')
  arrive(Response.json({ code: 'too-many-attempts' }, { status: 429 }))
  const again = await (await sheet()).findByRole('button', { name: 'Reintentar' })
  fakeApi.answer(reading, { current: third, seen: null, versions })

  await person.click(again)

  expect((await disclosure()).textContent).toBe('Cuestionario de salud')
})
