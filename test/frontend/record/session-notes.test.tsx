import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact'
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

const notes = (changes: Partial<SessionNotes> = {}): SessionNotes => ({
  ...toReply(SessionNotes, {
    consultationId: 'con_aaaaaaaa',
    startsAt: sampleConsultation.startsAt,
    type: 'seguimiento',
    edition: 1,
    savedAt,
    savedBy: 'Elena Prado',
    version: 1,
  }),
  ...changes,
})

beforeEach(() => {
  vi.setSystemTime(savedAt)
  stubSessionNotes()
})

const saveAnswers = () =>
  fakeApi.answer(`PUT ${path}`, ({ version, ...texts }) =>
    notes({ ...(texts as Partial<SessionNotes>), version: version + 1 }),
  )

const field = (name: string) => screen.findByLabelText<HTMLTextAreaElement>(name)
const write = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } })
const putAside = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
const state = (text: string | RegExp) => screen.findByText(text)
const keysOfNotes = () => Object.keys(window.localStorage).filter((key) => key.includes('session-notes'))
const bodies = () => fakeApi.asked(`PUT ${path}`).map(({ body }) => body)

test('what is written is saved by itself, and the page says when and as which version', async () => {
  saveAnswers()
  openSessionNotes()

  await write('Motivo', 'Hinchazón después de comer')
  await state('Guardando...')
  putAside()

  expect(await state('Guardado a las 10:00')).toBeDefined()
  expect(screen.getByRole('button', { name: 'versión 1' })).toBeDefined()
  expect(bodies()).toEqual([
    { visitReason: 'Hinchazón después de comer', assessment: null, plan: null, summary: null, version: 0 },
  ])
})

test('a message that comes during a consultation stands beside the notes, and is not marked as read by that', async () => {
  const sentAt = '2026-11-21T08:58:00.000Z'
  fakeApi.answer(`GET ${base}/messages`, {
    items: [{ messageId: 'msg_00000001', from: 'client', text: '¿Me oyes?', files: [], sentAt }],
    next: null,
    thread: { question: null, seenByClient: null, seenByPractice: null, answerDays: 2 },
  })

  openSessionNotes()

  expect(await screen.findByText('¿Me oyes?')).toBeDefined()
  expect(fakeApi.asked(`PUT ${base}/messages/seen`)).toEqual([])
})

test('without a connection notes wait on this device, and are there again and saved at the next opening', async () => {
  fakeApi.unreachable(`PUT ${path}`)
  openSessionNotes()
  await write('Plan', 'Menos café')
  putAside()
  await state('Guardado en este equipo')
  expect(Object.keys(window.localStorage).some((key) => key.includes('session-notes'))).toBe(true)

  cleanup()
  openSessionNotes()

  await waitFor(async () => expect((await field('Plan')).value).toBe('Menos café'))
  await state('Guardado en este equipo')
  saveAnswers()
  putAside()
  await state('Guardado a las 10:00')
  expect(bodies().at(-1)).toMatchObject({ plan: 'Menos café', version: 0 })
  expect(Object.keys(window.localStorage).some((key) => key.includes('session-notes'))).toBe(false)
})

test('after signing out, the end of saving leaves nothing in the browser', async () => {
  const arrive = fakeApi.hold(`PUT ${path}`, notes({ plan: 'Menos café' }))
  openSessionNotes()
  await write('Plan', 'Menos café')
  putAside()
  await waitFor(() => expect(bodies()).toHaveLength(1))
  await write('Plan', 'Menos café y té')
  cleanup()
  for (const key of keysOfNotes()) window.localStorage.removeItem(key)
  fakeApi.hold(`PUT ${path}`, notes({ plan: 'Menos café y té', version: 2 }))

  arrive()
  await waitFor(() => expect(bodies()).toHaveLength(2))

  expect(keysOfNotes()).toEqual([])
})

test('what somebody else saved in another field is taken over, and nobody’s text is lost', async () => {
  const theirs = notes({ assessment: 'De Nuria', version: 1 })
  fakeApi.answer(`GET ${path}`, { notes: null, shared: null })
  openSessionNotes()
  await write('Plan', 'De Elena')
  fakeApi.answer(`GET ${path}`, { notes: theirs, shared: null })
  fakeApi.answer(`PUT ${path}`, ({ version, ...texts }) =>
    version === 1
      ? notes({ ...(texts as Partial<SessionNotes>), version: 2 })
      : Response.json({ code: 'changed-meanwhile' }, { status: 409 }),
  )

  putAside()
  await waitFor(async () => expect((await field('Valoración')).value).toBe('De Nuria'))
  putAside()

  await state('Guardado a las 10:00')
  expect(bodies().at(-1)).toMatchObject({ assessment: 'De Nuria', plan: 'De Elena', version: 1 })
})

test('where both wrote in one field, both stand there and nothing is sent before it is decided', async () => {
  openSessionNotes()
  await write('Plan', 'De Elena')
  fakeApi.answer(`GET ${path}`, { notes: notes({ plan: 'De Nuria' }), shared: null })
  fakeApi.refuse(`PUT ${path}`, 'changed-meanwhile')

  putAside()

  expect(await state('Ahora guardado: De Nuria')).toBeDefined()
  expect((await field('Plan')).value).toBe('De Elena')
  putAside()
  expect(bodies()).toHaveLength(1)
  saveAnswers()
  fireEvent.click(screen.getByRole('button', { name: 'Guardar lo mío' }))
  await state('Guardado a las 10:00')
  expect(bodies().at(-1)).toMatchObject({ plan: 'De Elena', version: 1 })
})

test('closing saves, completes, shares the summary and books the next visit; then the record is there', async () => {
  saveAnswers()
  const closed = { ...sampleConsultation, status: 'completed', version: 4 } as const
  fakeApi.answer(`PUT ${base}/consultations/con_aaaaaaaa/status`, closed)
  fakeApi.answer(`POST ${path}/summary`, { text: 'Sigue así', sharedAt: savedAt })
  fakeApi.answer('POST /consultations', sampleConsultation)
  openSessionNotes()
  await write('Resumen para el cliente', 'Sigue así')
  fireEvent.click(screen.getByLabelText('3 semanas'))
  expect(await screen.findByText(/12 dic, 9:30 h|11 dic/)).toBeDefined()

  fireEvent.keyDown(await field('Motivo'), { key: 'Enter', ctrlKey: true })

  expect(await screen.findByRole('navigation', { name: 'Secciones de la ficha' })).toBeDefined()
  expect(bodies()).toMatchObject([{ summary: 'Sigue así', version: 0 }])
  expect(fakeApi.asked(`PUT ${base}/consultations/con_aaaaaaaa/status`).map(({ body }) => body)).toEqual([
    { status: 'completed', version: 3 },
  ])
  expect(fakeApi.asked(`POST ${path}/summary`).map(({ body }) => body)).toEqual([{ version: 1 }])
  expect(fakeApi.asked('POST /consultations').map(({ body }) => body)).toMatchObject([
    { customerId: 'cus_aaaaaaaa', type: 'seguimiento', durationMinutes: 60 },
  ])
})

async function prepareClosingWithTakenHour(): Promise<HTMLElement> {
  saveAnswers()
  fakeApi.answer(`PUT ${base}/consultations/con_aaaaaaaa/status`, { ...sampleConsultation, status: 'completed' })
  fakeApi.refuse('POST /consultations', 'slot-taken')
  openSessionNotes()
  await write('Plan', 'Menos café')
  fireEvent.click(screen.getByLabelText('2 semanas'))
  const button = screen.getByRole('button', { name: 'Guardar y cerrar consulta' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  return button
}

test('if the proposed hour goes meanwhile, what was done before stays, and only the hour is asked again', async () => {
  const button = await prepareClosingWithTakenHour()

  fireEvent.click(button)

  const problem = await screen.findByRole('alert')
  expect(problem.textContent).toContain('Las notas están guardadas y la consulta, cerrada.')
  expect(problem.textContent).toContain('Esa hora se ha ocupado')
  expect((await field('Plan')).value).toBe('Menos café')
})

test('while the notes are read anew after it, what failed stays on the page, and so does the week that was chosen', async () => {
  const button = await prepareClosingWithTakenHour()
  const answerNotes = fakeApi.hold(`GET ${path}`, { notes: notes({ plan: 'Menos café' }), shared: null })
  const before = fakeApi.asked(`GET ${path}`).length

  fireEvent.click(button)
  await waitFor(() => expect(fakeApi.asked(`GET ${path}`).length).toBeGreaterThan(before))

  expect((await field('Plan')).value).toBe('Menos café')
  answerNotes()
  expect((await screen.findByRole('alert')).textContent).toContain('Esa hora se ha ocupado')
  expect(screen.getByLabelText('2 semanas')).toHaveProperty('checked', true)
})

test('where both wrote and nobody has decided, the next opening asks again and sends nothing', async () => {
  openSessionNotes()
  await write('Plan', 'De Elena')
  fakeApi.answer(`GET ${path}`, { notes: notes({ plan: 'De Nuria' }), shared: null })
  fakeApi.refuse(`PUT ${path}`, 'changed-meanwhile')
  putAside()
  await state('Ahora guardado: De Nuria')

  cleanup()
  saveAnswers()
  openSessionNotes()
  await state('Ahora guardado: De Nuria')
  putAside()
  cleanup()
  openSessionNotes()

  expect(await state('Ahora guardado: De Nuria')).toBeDefined()
  putAside()
  expect((await field('Plan')).value).toBe('De Elena')
  expect(bodies()).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Guardar lo mío' }))
  await state('Guardado a las 10:00')
  expect(bodies().at(-1)).toMatchObject({ plan: 'De Elena', version: 1 })
})

test('the next visit is not proposed on a national holiday, and one that is booked already is told', async () => {
  const christmasSession = { ...sampleConsultation, startsAt: '2026-12-04T09:00:00.000Z', status: 'scheduled' } as const
  vi.setSystemTime('2026-12-04T09:30:00.000Z')
  fakeApi.answer(`GET ${base}/consultations/con_aaaaaaaa`, { ...christmasSession })
  const booked = { ...sampleConsultation, consultationId: 'con_bbbbbbbb', startsAt: '2026-12-14T15:00:00.000Z' }
  fakeApi.answer(`GET ${base}/consultations`, { items: [{ ...booked, status: 'scheduled' }], next: null })
  openSessionNotes()

  fireEvent.click(await screen.findByLabelText('3 semanas'))

  expect(await screen.findByText(/El viernes, 25 de diciembre, es festivo \(Navidad\)/)).toBeDefined()
  expect(screen.getByText(/^jue, 24 dic/)).toBeDefined()
  expect(screen.getByText(/^Ya tiene reservada otra visita/).textContent).toContain('14 dic, 16:00 h')
})

const visitAt = (consultationId: string, startsAt: string) => ({
  ...sampleConsultation,
  consultationId,
  startsAt,
  status: 'scheduled' as const,
})

test('of two visits that are booked already the next one is told', async () => {
  const later = visitAt('con_cccccccc', '2027-01-15T15:00:00.000Z')
  const next = visitAt('con_bbbbbbbb', '2026-12-14T15:00:00.000Z')
  fakeApi.answer(`GET ${base}/consultations`, { items: [later, next, sampleConsultation], next: null })

  openSessionNotes()

  const told = await screen.findByText(/^Ya tiene reservada otra visita/)
  expect(told.textContent).toContain('14 dic, 16:00 h')
})

test('notes that cannot be saved leave the consultation open', async () => {
  fakeApi.unreachable(`PUT ${path}`)
  openSessionNotes()
  await write('Plan', 'Menos café')

  fireEvent.click(screen.getByRole('button', { name: 'Guardar y cerrar consulta' }))

  expect((await screen.findByRole('alert')).textContent).toContain('la consulta sigue abierta')
  expect(fakeApi.asked(`PUT ${base}/consultations/con_aaaaaaaa/status`)).toEqual([])
})

test('a consultation that has not begun can be prepared and not closed', async () => {
  vi.setSystemTime('2026-11-21T08:00:00.000Z')
  openSessionNotes()

  expect(await screen.findByText('Se puede cerrar cuando empiece.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Guardar y cerrar consulta' })).toHaveProperty('disabled', true)
})

test('beside the notes stand allergies, what has changed since the last visit, and the last notes', async () => {
  const answers = { ...emptyQuestionnaireAnswers, foodAllergies: ['Marisco'], currentMedications: ['Levotiroxina'] }
  const versions = [
    { version: 2, savedAt: '2026-11-20T10:00:00.000Z', savedBy: 'usr_lucia' },
    { version: 1, savedAt: '2026-10-10T10:00:00.000Z', savedBy: 'usr_lucia' },
  ] as const
  const current = { ...versions[0], answers: { ...answers, sleepHours: 7 } }
  fakeApi.answer(`GET ${base}/questionnaire`, { current, seen: null, versions: { items: [...versions], next: null } })
  fakeApi.answer(`GET ${base}/questionnaire/versions/1`, {
    ...versions[1],
    answers: { ...answers, sleepHours: 5 },
    before: null,
  })
  const earlier = { ...sampleConsultation, consultationId: 'con_bbbbbbbb', startsAt: '2026-10-20T09:00:00.000Z' }
  fakeApi.answer(`GET ${base}/consultations`, {
    items: [sampleConsultation, { ...earlier, status: 'completed' }],
    next: null,
  })
  fakeApi.answer(`GET ${base}/notes`, {
    items: [notes({ consultationId: 'con_bbbbbbbb', startsAt: earlier.startsAt, plan: 'Test de microbiota' })],
    next: null,
  })

  openSessionNotes()

  expect((await screen.findByText('Alergias: Marisco.')).closest('p')?.textContent).toBe(
    'Alergias: Marisco. Toma: Levotiroxina.',
  )
  const changes = within(await screen.findByRole('region', { name: 'Desde la última visita' }))
  expect((await changes.findByText('Horas de sueño')).parentElement?.textContent).toBe(
    'Horas de sueñoAntes: 5 Ahora: 7',
  )
  expect(await screen.findByText('Test de microbiota')).toBeDefined()
})

const firstVisit = {
  ...sampleConsultation,
  consultationId: 'con_bbbbbbbb',
  startsAt: '2026-10-20T09:00:00.000Z',
  status: 'completed',
} as const

/** Newest first. */
function stubQuestionnaire(...savedOn: readonly string[]) {
  const versions = savedOn.map((day, index) => ({
    version: savedOn.length - index,
    savedAt: `${day}T10:00:00.000Z`,
    savedBy: 'usr_lucia',
  }))
  const [newest] = versions
  if (!newest) throw new Error('no version')
  fakeApi.answer(`GET ${base}/questionnaire`, {
    current: { ...newest, answers: { ...emptyQuestionnaireAnswers, sleepHours: 7 } },
    seen: null,
    versions: { items: versions, next: null },
  })
}

const changesPart = async () => within(await screen.findByRole('region', { name: 'Desde la última visita' }))

test.each([
  ['once', ['2026-11-02']],
  ['twice', ['2026-11-20', '2026-11-02']],
] as const)(
  'a questionnaire that was first saved after the last visit, %s, is new and not unchanged',
  async (_, savedOn) => {
    stubQuestionnaire(...savedOn)
    fakeApi.answer(`GET ${base}/consultations`, { items: [sampleConsultation, firstVisit], next: null })

    openSessionNotes()

    const part = await changesPart()
    expect(await part.findByText('Lo ha rellenado por primera vez desde la última visita.')).toBeDefined()
  },
)

test('while the visits are loading, or cannot be had, it is not said that this is the first', async () => {
  stubQuestionnaire('2026-10-10')
  fakeApi.refuse(`GET ${base}/consultations`, 'too-many-attempts')
  openSessionNotes()
  const part = await changesPart()
  const again = await part.findByRole('button', { name: /^Reintentar/ })
  expect(part.queryByText(/^Es la primera visita/)).toBeNull()

  const answer = fakeApi.hold(`GET ${base}/consultations`, { items: [sampleConsultation, firstVisit], next: null })
  fireEvent.click(again)
  expect(part.queryByText(/^Es la primera visita/)).toBeNull()
  answer()

  expect(await part.findByText('Sin cambios en el cuestionario.')).toBeDefined()
})

test('the last visit is found beyond the first page of consultations', async () => {
  stubQuestionnaire('2026-10-10')
  fakeApi.answer(`GET ${base}/consultations`, (_body, { cursor }) =>
    cursor
      ? { items: [firstVisit], next: null }
      : { items: [sampleConsultation], next: '2026-11-21T08:30:00.000Z~con_aaaaaaaa' },
  )

  openSessionNotes()

  expect(await (await changesPart()).findByText('Sin cambios en el cuestionario.')).toBeDefined()
})

test('at the first visit nothing is from before', async () => {
  stubQuestionnaire('2026-10-10')
  fakeApi.answer(`GET ${base}/consultations`, { items: [sampleConsultation], next: null })

  openSessionNotes()

  expect(await (await changesPart()).findByText('Es la primera visita: no hay respuestas de antes.')).toBeDefined()
})

test('Alt and a number go to a field', async () => {
  openSessionNotes()
  const first = await field('Motivo')
  await waitFor(() => expect(document.activeElement).toBe(first))

  fireEvent.keyDown(first, { code: 'Digit3', altKey: true })

  const plan = await field('Plan')
  await waitFor(() => expect(document.activeElement).toBe(plan))
})
