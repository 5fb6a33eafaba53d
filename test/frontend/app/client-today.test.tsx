import type { DoseTime } from '#contract/dosing'
import type { TakenDose } from '#contract/own-supplements'
import { type CarePathwayState, carePathwayStates } from '#contract/care-pathway'
import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { carePathwayTurnWords, carePathwayWords } from '../../../frontend/src/content/care-pathway.ts'
import { landingProcessSteps } from '../../../frontend/src/content/landing-steps.ts'
import { openProductPath, signInAsRole, waitUntilDrawn } from '../../support/browser-app.tsx'
import { createPathwayInState } from '../../support/care-pathway-samples.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { openClientToday } from '../../support/open-client-today.tsx'
import { createOwnConsultation } from '../../support/own-consultations.ts'
import { SLOTS_NOW, stubSlots } from '../../support/slot-weeks.ts'
import { sampleMagnesium } from '../../support/supplement-samples.ts'

const consultation = createOwnConsultation({ startsAt: '2026-11-26T15:30:00.000Z', priceCents: null, version: 1 })
const next = 'GET /consultations/mine/next'
const doses = 'GET /supplements/doses'
const taken = (day: string, time: DoseTime) => ({ clientSupplementId: 'csu_aaaaaaaa', day, time })
const ofEvening = async () => within(await screen.findByRole('group', { name: 'Noche' }))

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer(next, { consultation, toSchedule: null, freeRequests: false })
  fakeApi.answer('GET /supplements/mine', { items: [sampleMagnesium], next: null })
  fakeApi.answer(doses, { items: [] })
})

function keepTicks(): void {
  const kept: TakenDose[] = []
  fakeApi.answer(doses, () => ({ items: kept }))
  fakeApi.answer('PUT /supplements/doses', ({ clientSupplementId, day, time, taken: isTaken }) => {
    kept.push({ clientSupplementId, day, time })
    return { clientSupplementId, day, time, taken: isTaken }
  })
}

const stepRegion = () => screen.findByRole('region', { name: 'Tu próximo paso' })
const isIn = (state: CarePathwayState) => fakeApi.answer('GET /customers/current/pathway', createPathwayInState(state))

async function findLink() {
  const link = await within(await stepRegion()).findByRole('link')
  return [link.textContent, link.getAttribute('href')]
}

test('the one step is that of the state, with by when, and leads to where it is done', async () => {
  isIn('questionnaire-to-send')
  openClientToday()

  expect(await findLink()).toEqual([
    'Rellena tu cuestionario de saludUnos cinco minutos. Así dedicamos la consulta a hablar de ti. Antes de la consulta: jueves 3 de diciembre, a las 10:30 (para ti, 4:30).',
    '/client?tab=questionnaire',
  ])
})

test.each(['hour-to-confirm', 'hour-to-propose'] as const)(
  'while we look for the hour (%s) the step is the questionnaire, until it is sent',
  async (state) => {
    const { facts, ...pathway } = createPathwayInState(state)
    const { questionnaireSent, ...unsent } = facts
    fakeApi.answer('GET /customers/current/pathway', { ...pathway, facts: unsent })
    openClientToday()

    expect(questionnaireSent).toBeDefined()
    expect(await findLink()).toEqual([
      expect.stringMatching(/^Rellena tu cuestionario de salud.*No hace falta esperar a tener la hora\.$/),
      '/client?tab=questionnaire',
    ])
  },
)

test('a questionnaire that is sent is no step any more while the hour is looked for', async () => {
  isIn('hour-to-confirm')
  openClientToday()

  expect(await within(await stepRegion()).findByText(/^Hoy /)).toBeDefined()
})

test('a price that waits for an answer goes before the next step of the care', async () => {
  isIn('follow-up-to-book')
  fakeApi.answer(next, {
    consultation: { ...consultation, proposedPriceCents: 7500 },
    toSchedule: null,
    freeRequests: false,
  })
  openClientToday()

  expect(await findLink()).toEqual([
    'Dinos si te parece bien el precio75,00\u00A0€ por tu consulta. Hasta que lo aceptes, no hay nada que pagar.',
    '/client?tab=consultations',
  ])
})

test('money that is owed for a consultation goes before the next step of the care', async () => {
  isIn('follow-up-to-book')
  fakeApi.answer(next, {
    consultation: { ...consultation, priceCents: 7500 },
    toSchedule: null,
    freeRequests: false,
  })
  openClientToday()

  expect(await findLink()).toEqual(['Paga tu consulta75,00\u00A0€, pendiente de pago.', '/client?tab=consultations'])
})

test.each([
  [
    { proposedPriceCents: 7500 },
    'Dinos si te parece bien el precio75,00\u00A0€ por tu consulta. Hasta que lo aceptes, no hay nada que pagar.',
  ],
  [{ priceCents: 7500 }, 'Paga tu consulta75,00\u00A0€, pendiente de pago.'],
] as const)(
  'A-71 a price of a consultation that is over goes before the next step of the care: %o',
  async (price, words) => {
    isIn('follow-up-to-book')
    const pastToPay = { ...consultation, startsAt: '2026-11-19T15:30:00.000Z', status: 'completed', ...price } as const
    fakeApi.answer(next, { consultation: null, pastToPay, toSchedule: null, freeRequests: false })
    openClientToday()

    expect(await findLink()).toEqual([words, '/client?tab=consultations'])
  },
)

test('while money is owed the strip does not say that there is nothing to do', async () => {
  isIn('follow-up-booked')
  fakeApi.answer(next, {
    consultation: { ...consultation, priceCents: 7500 },
    toSchedule: null,
    freeRequests: false,
  })
  openClientToday()

  expect(
    await within(await screen.findByRole('region', { name: 'Tu proceso' })).findByText('Te toca a ti'),
  ).toBeDefined()
})

test('a freed hour that is kept for two hours goes before all of them', async () => {
  isIn('follow-up-to-book')
  fakeApi.answer(next, {
    consultation: { ...consultation, priceCents: 7500 },
    toSchedule: null,
    freeRequests: false,
  })
  fakeApi.answer('GET /consultations/mine/waiting-list', {
    waiting: true,
    canWait: true,
    offer: {
      startsAt: '2026-11-23T09:00:00.000Z',
      durationMinutes: 60,
      until: '2026-11-21T11:00:00.000Z',
      earlyStartUntil: null,
    },
  })
  openClientToday()

  expect(await findLink()).toEqual([
    'Ha quedado libre un hueco antesEs tuyo si lo quieres antes de las 12:00 (para ti, 6:00).',
    '/client?tab=consultations',
  ])
})

test.each(['first-running', 'follow-up-running'] as const)(
  'whose call runs (%s) is told to join it, also while results wait, and not that nothing is left to do',
  async (state) => {
    const { facts, ...pathway } = createPathwayInState(state)
    const resultsUnseen = '2026-11-20T10:00:00.000Z'
    fakeApi.answer('GET /customers/current/pathway', { ...pathway, facts: { ...facts, resultsUnseen } })
    openClientToday()

    const step = await stepRegion()

    expect(await within(step).findByText('Únete a la videollamada desde tu próxima consulta.')).toBeDefined()
    expect(within(step).queryByText(/nada por hacer|solo te quedan/)).toBeNull()
    const pathwayStrip = within(await screen.findByRole('region', { name: 'Tu proceso' }))
    expect(await pathwayStrip.findByText('Es ahora')).toBeDefined()
  },
)

test('who has nothing to do reads so, and whose turn it is', async () => {
  isIn('plan-to-publish')
  fakeApi.answer('GET /supplements/mine', { items: [], next: null })
  openClientToday()

  const region = within(await stepRegion())

  expect(await region.findByText('Hoy no te queda nada por hacer')).toBeDefined()
  expect(
    region.getByText('Nos toca a nosotros. Preparamos tu pauta. Como muy tarde, el lunes 30 de noviembre.'),
  ).toBeDefined()
  expect(region.queryByRole('link')).toBeNull()
})

test('who has doses to take today is not told that nothing is left', async () => {
  isIn('follow-up-booked')
  openClientToday()

  expect(await within(await stepRegion()).findByText('Hoy solo te quedan tus tomas')).toBeDefined()
})

test('before that is known nothing is said', async () => {
  const answer = fakeApi.hold(next, { consultation: null, toSchedule: null, freeRequests: false })
  isIn('plan-to-publish')
  openClientToday()

  expect(await screen.findByText('Mirando qué toca ahora...')).toBeDefined()
  answer()
  expect(await within(await stepRegion()).findByText(/^Hoy /)).toBeDefined()
})

test('what cannot be had leaves the rest, and can be asked for again', async () => {
  fakeApi.refuse(next, 'too-many-attempts')
  isIn('plan-to-publish')
  const person = openClientToday()
  await screen.findByRole('region', { name: 'Hoy' })
  const again = await screen.findByRole('button', { name: 'Reintentar tu próximo paso' })

  fakeApi.answer(next, { consultation: null, toSchedule: null, freeRequests: false })
  await person.click(again)

  expect(await within(await stepRegion()).findByText(/^Hoy /)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Reintentar tu próximo paso' })).toBeNull()
})

test('whoever has bought nothing sees the first consultation with its price and one button, and no empty blocks', async () => {
  isIn('to-book')
  fakeApi.answer('GET /supplements/mine', { items: [], next: null })
  openClientToday()

  const offer = within(await screen.findByRole('region', { name: 'Reserva tu primera consulta' }))

  expect(offer.getByText(/^80,00/)).toBeDefined()
  expect(offer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Elegir mi hora', '/comprar'],
  ])
  expect(screen.queryByRole('region', { name: 'Tu próximo paso' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Hoy' })).toBeNull()
})

test('a pack that runs out can be ordered, which is kept by the server, and taken back', async () => {
  isIn('follow-up-booked')
  const pack = { ...sampleMagnesium, times: ['Noche'], frequency: '1 vez al día', packDoses: 20 } as const
  let packOrderedOn: string | null = null
  fakeApi.answer('GET /supplements/mine', () => ({ items: [{ ...pack, packOrderedOn }], next: null }))
  fakeApi.answer('PUT /supplements/mine/csu_aaaaaaaa/pack-order', ({ ordered }) => {
    packOrderedOn = ordered ? '2026-11-21' : null
    return { ...pack, packOrderedOn }
  })
  const person = openClientToday()
  const today = within(await screen.findByRole('region', { name: 'Hoy' }))

  expect(await today.findByText('Quedan 5 días')).toBeDefined()
  await person.click(today.getByRole('button', { name: 'Ya lo he pedido: Magnesio bisglicinato' }))
  expect(await today.findByText(/^Otro pedido el 21.11.2026/)).toBeDefined()
  await person.click(today.getByRole('button', { name: 'Deshacer: Magnesio bisglicinato no está pedido' }))
  expect(await today.findByRole('button', { name: 'Ya lo he pedido: Magnesio bisglicinato' })).toBeDefined()

  expect(fakeApi.asked('PUT /supplements/mine/csu_aaaaaaaa/pack-order').map(({ body }) => body)).toEqual([
    { ordered: true, runsOutDay: '2026-11-26' },
    { ordered: false, runsOutDay: '2026-11-26' },
  ])
})

const offered = async () =>
  (await screen.findAllByRole('button', { name: /\d+:\d\d/ })).map(({ textContent }) => textContent.split(', en tu')[0])

describe('whoever has bought nothing is offered three real hours', () => {
  beforeEach(() => {
    vi.setSystemTime(SLOTS_NOW)
    isIn('to-book')
  })
  test('of three days: early on the first, later on the second, late on the third', async () => {
    stubSlots({
      '2026-12-01': ['9:30', '16:00'],
      '2026-12-03': ['9:00', '12:00', '16:30'],
      '2026-12-09': ['12:30', '18:00'],
    })
    openClientToday()

    expect(await offered()).toEqual([
      'Martes, 1 de diciembre, a las 9:30',
      'Jueves, 3 de diciembre, a las 12:00',
      'Miércoles, 9 de diciembre, a las 18:00',
    ])
  })

  test('of fewer days where no more are free', async () => {
    stubSlots({ '2026-12-01': ['9:30', '16:00', '17:00'] })
    openClientToday()

    expect(await offered()).toEqual([
      'Martes, 1 de diciembre, a las 9:30',
      'Martes, 1 de diciembre, a las 16:00',
      'Martes, 1 de diciembre, a las 17:00',
    ])
  })

  test('A-70 one press keeps the hour and goes on to paying it', async () => {
    stubSlots({ '2026-12-01': ['9:30'] })
    const person = openProductPath('/client')

    await person.click(await screen.findByRole('button', { name: /^Martes, 1 de diciembre ?, a las ?9:30/ }))

    await waitFor(() => expect(window.location.pathname).toBe('/comprar'))
    expect((await screen.findAllByText('Martes 1 dic, 9:30')).length).toBeGreaterThan(0)
    expect(fakeApi.asked('POST /slots/hold').map(({ body }) => body)).toMatchObject([
      { product: 'primera-consulta', startsAt: '2026-12-01T08:30:00.000Z' },
    ])
  })

  test('A-70 an hour that somebody else has just taken goes, and it is said', async () => {
    stubSlots({ '2026-12-01': ['9:30', '16:00'] })
    fakeApi.refuse('POST /slots/hold', 'slot-taken')
    const person = openClientToday()

    await person.click(await screen.findByRole('button', { name: /^Martes, 1 de diciembre ?, a las ?9:30/ }))

    expect(await screen.findByText('Esa hora se acaba de ocupar. Estas siguen libres.')).toBeDefined()
    expect(await offered()).toEqual(['Martes, 1 de diciembre, a las 16:00'])
  })

  test('and none where none is free: the button leads to the hours all the same', async () => {
    stubSlots({})
    openClientToday()

    expect(await screen.findByRole('link', { name: 'Elegir mi hora' })).toBeDefined()
    await waitUntilDrawn('GET /slots', 5)
    expect(screen.queryByText(/O elige ya una de las próximas/)).toBeNull()
  })
})

test.each(carePathwayStates.filter(({ id }) => id !== 'to-book'))(
  'the strip says of $id where it is and whose turn it is, and leads to the five steps',
  async ({ id, step, turn }) => {
    isIn(id)
    openClientToday()

    const strip = within(await screen.findByRole('region', { name: 'Tu proceso' }))

    expect(await strip.findByText(carePathwayWords[id].whose ?? carePathwayTurnWords[turn])).toBeDefined()
    const steps = strip.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(steps).toHaveLength(5)
    expect(steps[step - 1]).toContain(
      `${landingProcessSteps[step - 1]?.title}, ${id === 'finished' ? 'hecho' : 'estás aquí'}`,
    )
    expect(strip.getByRole('link', { name: 'Ver los cinco pasos' }).getAttribute('href')).toBe('/client/proceso')
  },
)

const findDateLine = (words: RegExp) =>
  screen.findByText((_, element) => element?.tagName === 'P' && words.test(element.textContent))

test('over midnight today is the new day', async () => {
  vi.setSystemTime('2026-11-22T04:59:30.000Z')
  openClientToday()
  await findDateLine(/semana 3 de tu pauta$/)
  vi.setSystemTime('2026-11-28T05:00:30.000Z')

  document.dispatchEvent(new Event('visibilitychange'))

  expect(await findDateLine(/semana 4 de tu pauta$/)).toBeDefined()
})

test('on the last day of the only course its weeks are counted from its beginning', async () => {
  const finished = { ...sampleMagnesium, status: 'completed', startDate: '2026-09-01', endDate: '2026-11-21' } as const
  fakeApi.answer('GET /supplements/mine', { items: [finished], next: null })
  openClientToday()

  expect(await findDateLine(/semana 12 de tu pauta$/)).toBeDefined()
})

test('west of Madrid tonight’s doses of what was replaced since its midnight are left to take', async () => {
  vi.setSystemTime('2026-11-22T01:30:00.000Z')
  const { clientSupplementId, name, amount, unit, foodRelation } = sampleMagnesium
  const replaced = [{ clientSupplementId, name, amount, unit, foodRelation, day: '2026-11-21', time: 'Noche' } as const]
  fakeApi.answer('GET /supplements/mine', { items: [{ ...sampleMagnesium, countedFrom: '2026-11-22' }], next: null })
  fakeApi.answer(doses, { items: [], replaced })
  isIn('follow-up-booked')
  openClientToday()

  expect(await within(await stepRegion()).findByText('Hoy solo te quedan tus tomas')).toBeDefined()
})

test('a part of the day is ticked at once, folds, and opens again', async () => {
  fakeApi.answer('GET /supplements/mine', {
    items: [sampleMagnesium, { ...sampleMagnesium, clientSupplementId: 'csu_bbbbbbbb', name: 'Zinc' }],
    next: null,
  })
  keepTicks()
  const person = openClientToday()
  const morning = within(await screen.findByRole('group', { name: 'Mañana' }))

  await person.click(await morning.findByRole('button', { name: 'Marcar las 2 tomas de la mañana' }))

  const folded = await morning.findByRole('button', { name: 'Mañana: 2 de 2, todas las tomas están tomadas' })
  expect(morning.queryAllByRole('checkbox')).toEqual([])
  await waitFor(() => expect(fakeApi.asked('PUT /supplements/doses')).toHaveLength(2))
  await person.click(folded)
  expect(morning.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true, true])
})

test('the last tick by hand leaves its part open, so that a slip can be taken back', async () => {
  keepTicks()
  const person = openClientToday()
  const evening = await ofEvening()

  await person.click(await evening.findByRole('checkbox', { checked: false }))

  expect(await evening.findByRole('checkbox', { checked: true })).toBeDefined()
})

test('what is complete when the page opens is folded', async () => {
  fakeApi.answer(doses, { items: [taken('2026-11-21', 'Noche')] })
  openClientToday()

  const evening = await ofEvening()

  expect(
    (await evening.findByRole('button', { name: 'Noche: 1 de 1, la toma está tomada' })).getAttribute('aria-expanded'),
  ).toBe('false')
  expect(evening.queryByRole('checkbox')).toBeNull()
})

// On a Saturday, from the Monday of that week on; at ten in the morning none of the day is due.
async function openToday() {
  openClientToday()
  return within(await screen.findByRole('region', { name: 'Hoy' }))
}

test('the week counts what is due by now and says each day in one text', async () => {
  const week = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']
  fakeApi.answer(doses, {
    items: week.flatMap((day) => [taken(day, 'Noche'), ...(day === '2026-11-17' ? [] : [taken(day, 'Con desayuno')])]),
  })
  const today = await openToday()

  expect(await today.findByRole('img')).toHaveProperty(
    'ariaLabel',
    'La semana: lunes, todo tomado; martes, una parte; miércoles, todo tomado; jueves, todo tomado; viernes, sin marcar; sábado, 0 de 2; domingo, por venir.',
  )
  expect(today.getByText(/^Esta semana/).textContent).toBe('Esta semana, 7 de 10 tomas hasta ahora')
})

test('what is taken before its time counts, and so does what is late in the day', async () => {
  fakeApi.answer(doses, { items: [taken('2026-11-21', 'Noche')] })
  vi.setSystemTime('2026-11-21T17:30:00.000Z')
  openClientToday()

  expect((await screen.findByText(/^Esta semana/)).textContent).toBe('Esta semana, 1 de 12 tomas hasta ahora')
})

test('what is of the morning counts from exactly twelve on', async () => {
  vi.setSystemTime('2026-11-21T17:00:00.000Z')
  openClientToday()

  expect((await screen.findByText(/^Esta semana/)).textContent).toBe('Esta semana, 0 de 11 tomas hasta ahora')
})
