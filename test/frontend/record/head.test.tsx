import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { type CarePathwayState, carePathwayStates, type CarePathwayTurn } from '#contract/care-pathway'
import { emptyQuestionnaireAnswers } from '../../support/empty-questionnaire-answers.ts'
import { fakeApi } from '../../support/fake-api.ts'
import {
  customerApiPath as base,
  openCustomerRecord as open,
  sampleConsultation,
  sampleCustomer,
  stubCustomerRecord,
} from '../../support/record-app.ts'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubCustomerRecord()
})

const pathwayIn = (state: CarePathwayState, turn: CarePathwayTurn): void =>
  fakeApi.answer(`GET ${base}/pathway`, {
    state,
    step: 4,
    turn,
    due: null,
    facts: { firstHeld: '2026-11-10T10:00:00.000Z' },
    corrections: [],
    version: 0,
    tasks: [],
  })

test('the tab that is due opens, Facturas stays one press away, and the act has its own button', async () => {
  pathwayIn('plan-to-publish', 'practice')
  const person = open()
  const tabs = within(await screen.findByRole('navigation', { name: 'Secciones de la ficha' }))
  expect(await tabs.findByRole('link', { current: 'page', name: /Suplementación/ })).toBeDefined()
  expect(await screen.findByRole('link', { name: 'Seguir con la pauta' })).toBeDefined()

  await person.click(tabs.getByRole('link', { name: 'Facturas' }))

  expect(await tabs.findByRole('link', { current: 'page', name: 'Facturas' })).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'Archivos de facturas' })).toBeDefined()
})

test.each(carePathwayStates.filter(({ turn }) => turn === 'practice'))(
  '$id, which is the practice’s turn, opens a tab of its own and has its act',
  async ({ id }) => {
    pathwayIn(id, 'practice')
    open()

    const tabs = within(await screen.findByRole('navigation', { name: 'Secciones de la ficha' }))
    const process = within(await screen.findByRole('region', { name: 'Proceso' }))

    expect((await tabs.findByRole('link', { current: 'page' })).textContent).not.toBe('Facturas')
    expect(process.getAllByRole('link')).toHaveLength(1)
  },
)

test.each([
  ['proposal-to-present', 'Preparar el presupuesto', '/client/cus_aaaaaaaa/presupuestos'],
  ['analyses-to-request', 'Escribirle qué prueba va primero', '/client/cus_aaaaaaaa/mensajes'],
  ['hour-to-propose', 'Proponer otras horas', '/admin/agenda'],
] as const)('the act of %s, «%s», is done on another page', async (state, text, path) => {
  pathwayIn(state, 'practice')
  open()

  expect((await screen.findByRole('link', { name: text })).getAttribute('href')).toBe(path)
})

test('a record whose process cannot be read opens all the same, on Facturas', async () => {
  fakeApi.fail(`GET ${base}/pathway`, 500)
  open()

  const tabs = within(await screen.findByRole('navigation', { name: 'Secciones de la ficha' }))

  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Facturas')
})

test('the head says who it is, what must not be forgotten, and when they come', async () => {
  fakeApi.answer(`GET ${base}`, { ...sampleCustomer, phone: '600 123 456' })
  const answers = {
    ...emptyQuestionnaireAnswers,
    dateOfBirth: '1988-11-22',
    foodAllergies: ['Nuez', 'Marisco'],
    currentMedications: ['Levotiroxina'],
    healthGoals: ['Dormir mejor'],
  }
  const current = { version: 1, savedAt: '2026-11-01T10:00:00.000Z', savedBy: 'usr_lucia', answers }
  fakeApi.answer(`GET ${base}/questionnaire`, { current, seen: null, versions: { items: [], next: null } })
  const held = { ...sampleConsultation, consultationId: 'con_bbbbbbbb', startsAt: '2026-11-04T10:00:00.000Z' }
  const coming = { ...sampleConsultation, startsAt: '2026-12-01T10:00:00.000Z' }
  fakeApi.answer(`GET ${base}/consultations`, { items: [coming, { ...held, status: 'completed' }], next: null })
  fakeApi.answer(`GET ${base}/adherence`, { due: 71, taken: 61 })
  open()

  expect(await screen.findByText('37 años')).toBeDefined()
  expect(screen.getByRole('link', { name: '600 123 456' })).toHaveProperty('href', 'tel:600123456')
  expect(screen.getAllByRole('link', { name: sampleCustomer.email })[0]).toHaveProperty(
    'href',
    `mailto:${sampleCustomer.email}`,
  )
  await waitFor(() =>
    expect([...document.querySelectorAll('.record-head-facts > div')].map(({ textContent }) => textContent)).toEqual([
      'AlergiasNuez, Marisco',
      'MedicaciónLevotiroxina',
      'ObjetivosDormir mejor',
      'Última visita04/11/2026, Seguimiento',
      'Próxima visitamar, 1 dic, 11:00 h',
      'Adherencia, 30 días86 % 61 de 71 tomas',
    ]),
  )
  // Its style keeps the unit on the number's line.
  expect(screen.getAllByRole('time').map(({ textContent }) => textContent)).toContain('11:00 h')
})

test('the age is that of the account’s birth date, whatever the questionnaire says or does not', async () => {
  fakeApi.answer(`GET ${base}`, { ...sampleCustomer, birthDate: '1990-11-21' })
  open()

  expect(await screen.findByText('36 años')).toBeDefined()
  expect(await screen.findAllByText('Sin cuestionario')).not.toEqual([])
})

test('answers that cannot be read are not taken for no allergies', async () => {
  fakeApi.refuse(`GET ${base}/questionnaire`, 'not-found')
  open()

  await waitFor(() =>
    expect(document.querySelector('.record-head-facts > div')?.textContent).toBe('AlergiasNo se ha podido cargar'),
  )
})

test('Editar in the head opens the dialog with what is stored', async () => {
  const person = open()

  await person.click(await screen.findByRole('button', { name: 'Editar' }))

  expect(await screen.findByRole('dialog', { name: 'Editar Cliente' })).toBeDefined()
})

test('a consultation that is held now stands on top, with the way in and its notes', async () => {
  fakeApi.answer(`GET ${base}/consultations`, { items: [sampleConsultation], next: null })
  open()

  const running = within(await screen.findByRole('region', { name: 'Consulta de ahora' }))

  expect(running.getByRole('link', { name: 'Notas de la consulta' }).getAttribute('href')).toBe(
    '/client/cus_aaaaaaaa/notas/con_aaaaaaaa',
  )
})

test('the tabs say what is new or due behind them, and the record reads no list of files or supplements for it', async () => {
  fakeApi.answer(`GET ${base}/pathway`, {
    state: 'plan-to-publish',
    step: 4,
    turn: 'practice',
    due: null,
    facts: {
      orderToSchedule: '2026-11-20T10:00:00.000Z',
      firstHeld: '2026-11-10T10:00:00.000Z',
      analysesDone: '2026-11-16T10:00:00.000Z',
    },
    corrections: [],
    version: 0,
    tasks: [],
  })
  const asked = { ...sampleConsultation, startsAt: '2026-11-27T10:00:00.000Z', toConfirm: true }
  fakeApi.answer(`GET ${base}/consultations`, { items: [asked], next: null })
  open('consultations')
  const tabs = within(await screen.findByRole('navigation', { name: 'Secciones de la ficha' }))

  await tabs.findByText('1 petición')
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Facturas pago sin fecha',
    'Consultas 1 petición',
    'Analíticas nuevas',
    'SuplementaciónPauta por publicar',
  ])
  expect(fakeApi.asked(`GET ${base}/files`)).toEqual([])
  expect(fakeApi.asked(`GET ${base}/supplements`)).toEqual([])
})

test('results that were talked about are no news, and neither is a consultation that was closed', async () => {
  fakeApi.answer(`GET ${base}/pathway`, {
    state: 'follow-up-to-book',
    step: 5,
    turn: 'client',
    due: null,
    facts: { analysesDone: '2026-11-16T10:00:00.000Z', followUpHeld: '2026-11-18T10:00:00.000Z' },
    corrections: [],
    version: 0,
    tasks: [],
  })
  const held = { ...sampleConsultation, startsAt: '2026-11-18T10:00:00.000Z', status: 'completed' } as const
  fakeApi.answer(`GET ${base}/consultations`, { items: [held], next: null })
  open()
  const tabs = within(await screen.findByRole('navigation', { name: 'Secciones de la ficha' }))
  expect((await screen.findAllByText(/^18\/11\/2026/)).length).toBeGreaterThan(0)

  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Facturas',
    'Consultas',
    'Analíticas',
    'SuplementaciónPauta',
  ])
})

test('unread answers are named beside the tabs, and «Leer» of the panel opens them', async () => {
  const current = {
    version: 2,
    savedAt: '2026-11-20T10:00:00.000Z',
    savedBy: 'Lucía',
    answers: emptyQuestionnaireAnswers,
  }
  fakeApi.answer(`GET ${base}/questionnaire`, {
    current,
    seen: null,
    versions: { items: [{ version: 2, savedAt: current.savedAt, savedBy: 'Lucía' }], next: null },
  })
  fakeApi.answer(`PUT ${base}/questionnaire/seen`, { version: 2, seenAt: '2026-11-21T09:00:00.000Z' })
  const person = open()
  const title = await screen.findByRole('button', { name: 'Cuestionario de salud' })
  expect(title.getAttribute('aria-expanded')).toBe('false')

  await person.click(screen.getByRole('link', { name: /^Cuestionario ?sin leer$/ }))

  await waitFor(() => expect(title.getAttribute('aria-expanded')).toBe('true'))
  expect(window.location.hash).toBe('#cuestionario')
  expect(fakeApi.asked(`PUT ${base}/questionnaire/seen`)[0]?.body).toEqual({ version: 2 })
})

test.each([
  ['Estado', 'Estado de la consulta'],
  ['Editar', 'Editar Consulta'],
  ['Eliminar', '¿Estás seguro de que quieres eliminar esta consulta?'],
])('in the list of consultations %s opens the dialog «%s»', async (button, title) => {
  const coming = { ...sampleConsultation, startsAt: '2026-12-01T09:00:00.000Z', status: 'scheduled' as const }
  fakeApi.answer(`GET ${base}/consultations`, { items: [coming], next: null })
  const person = open('consultations')
  const list = within(await screen.findByRole('region', { name: 'Consultas' }))

  await person.click(await list.findByRole('button', { name: button }))

  expect(await screen.findByRole('dialog', { name: title })).toBeDefined()
})
