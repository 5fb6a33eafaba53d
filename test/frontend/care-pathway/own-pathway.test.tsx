import { readFileSync } from 'node:fs'
import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CarePathway, carePathwayFacts, carePathwayStates, getCarePathwayStateRow } from '#contract/care-pathway'
import {
  carePathwayFactWords,
  carePathwayTurnWords,
  carePathwayWords,
} from '../../../frontend/src/content/care-pathway.ts'
import { landingProcessSteps } from '../../../frontend/src/content/landing-steps.ts'
import { createQueryClient } from '../../../frontend/src/api/endpoint-query.ts'
import { OwnPathway } from '../../../frontend/src/features/customers/own-pathway.tsx'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { createPathwayInState, everyPathway, pathwayNow } from '../../support/care-pathway-samples.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnConsultation } from '../../support/own-consultations.ts'

const pathwayOf = 'GET /customers/current/pathway'

beforeEach(() => {
  vi.setSystemTime(pathwayNow)
  signInAsRole('cliente')
})

function open(pathway: CarePathway) {
  fakeApi.answer(pathwayOf, pathway)
  return openProductPath('/client/proceso')
}

const textOf = (element: Element) => element.textContent?.replaceAll(/\s+/g, ' ').trim()

describe.each(everyPathway.map((pathway) => ({ ...pathway, pathway })))('$state', ({ state, turn, step, pathway }) => {
  test('says whose turn it is, what, by when and who comes after, with one link at most', async () => {
    open(pathway)
    const words = carePathwayWords[state]

    const block = await screen.findByRole('region', { name: words.title })

    expect(CarePathway.parse(pathway)).toEqual(pathway)
    expect(within(block).getByText(words.whose ?? carePathwayTurnWords[turn])).toBeDefined()
    expect(textOf(block)).toMatch(
      /Antes de la|Como muy tarde, el|Hacia el|hasta el|El \w+ \d|Cuan|Ahora mismo|No queda nada|La fecha orientativa era|Tenía que estar/,
    )
    expect(textOf(block)).toContain(words.next.who)
    expect(textOf(block)).toContain(words.next.what)
    expect(
      within(block)
        .queryAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(words.action ? [words.action.label] : [])
    expect(textOf(block)?.includes('Tú no tienes que hacer nada')).toBe(turn !== 'client' && !words.whose)
  })

  test('lights its own one of the five steps of the landing page, and tells when each fact was', async () => {
    open(pathway)
    await screen.findByRole('region', { name: carePathwayWords[state].title })

    const steps = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('heading', { level: 3 }))
    const names = steps.map((item) => within(item).getByRole('heading', { level: 3 }).textContent)
    const progress = (index: number) =>
      index < step || state === 'finished' ? 'hecho' : index === step ? 'estás aquí' : 'por venir'

    expect(names).toEqual(landingProcessSteps.map(({ title }, index) => `${title}, ${progress(index + 1)}`))
    const told = carePathwayFacts
      .filter((fact) => carePathwayFactWords[fact])
      .filter(
        (fact) => !carePathwayFactWords[fact]?.isSaidByState || !getCarePathwayStateRow(state).needs.includes(fact),
      )
      .flatMap((fact) => pathway.facts[fact] ?? [])
    const shown = [...document.querySelectorAll('.pathway-steps time')].map((time) => time.getAttribute('datetime'))
    expect(new Set(shown)).toEqual(new Set(told))
  })
})

test.each(['follow-up-booked', 'plan-to-publish'] as const)(
  'while money is owed %s says it first, and nowhere that there is nothing to do',
  async (state) => {
    fakeApi.answer('GET /consultations/mine/next', {
      consultation: createOwnConsultation({ startsAt: '2026-12-03T09:30:00.000Z', priceCents: 7500, version: 1 }),
      toSchedule: null,
      freeRequests: false,
    })
    open(createPathwayInState(state))

    const owed = within(await screen.findByRole('region', { name: 'Antes que nada' })).getByRole('link')

    expect([textOf(owed), owed.getAttribute('href')]).toEqual([
      'Paga tu consulta75,00 €, pendiente de pago.',
      '/client?tab=consultations',
    ])
    await screen.findByRole('region', { name: carePathwayWords[state].title })
    expect(screen.queryByText(/no tienes que hacer nada/)).toBeNull()
  },
)

test.each(['follow-up-booked', 'plan-to-publish'] as const)(
  'with results to read %s does not say that there is nothing to do',
  async (state) => {
    const { facts, ...pathway } = createPathwayInState(state)
    open({ ...pathway, facts: { ...facts, resultsUnseen: '2026-11-25T19:00:00.000Z' } })

    await screen.findByRole('region', { name: carePathwayWords[state].title })

    await waitFor(() => expect(screen.queryByText(/no tienes que hacer nada/)).toBeNull())
  },
)

test('while the questionnaire can be sent already, waiting for the hour does not say that there is nothing to do', async () => {
  const { facts, ...pathway } = createPathwayInState('hour-to-confirm')
  const { questionnaireSent, ...unsent } = facts
  expect(questionnaireSent).toBeDefined()
  open({ ...pathway, facts: unsent })

  await screen.findByRole('region', { name: carePathwayWords['hour-to-confirm'].title })

  await waitFor(() => expect(screen.queryByText(/no tienes que hacer nada/)).toBeNull())
})

test('a budget says by when it can be chosen, also with an hour booked', async () => {
  const { facts, ...pathway } = createPathwayInState('budget-to-answer')
  open({ ...pathway, facts: { ...facts, hourBooked: '2026-12-10T09:30:00.000Z' } })

  const block = await screen.findByRole('region', { name: 'Elige tu presupuesto' })

  expect(textOf(block)).toContain('Puedes no elegir ninguno. Tienes hasta el viernes 4 de diciembre.')
})

const iconOf = (link: HTMLElement | undefined) => link?.closest('li')?.querySelector('svg')?.getAttribute('class')

test('an hour that is still to come is not ticked among what is done', async () => {
  const { facts, ...pathway } = createPathwayInState('sample-to-send')
  open({ ...pathway, facts: { ...facts, hourBooked: '2026-12-10T09:30:00.000Z' } })

  const [booked, held] = await Promise.all(
    ['Próxima consulta', 'Primera consulta'].map((name) => screen.findByRole('link', { name })),
  )

  expect(iconOf(booked)).toContain('lucide-clock')
  expect(iconOf(held)).toContain('lucide-check')
})

test('every state is pictured: docs/pictures/pathway.md is written with the sheet', () => {
  const pictured = [...readFileSync('docs/pictures/pathway.md', 'utf8').matchAll(/^- (.+)$/gm)].map(([, id]) => id)

  expect(pictured).toEqual(carePathwayStates.map(({ id }) => id))
})

test('a state of each turn, of the table itself, is among what is looked at', () => {
  expect(everyPathway.map(({ state }) => state)).toEqual(carePathwayStates.map(({ id }) => id))
  expect(new Set(everyPathway.map(({ turn }) => turn)).size).toBe(4)
})

test('what is done leads to what proves it; what the practice has noted says so, with its reason and its day', async () => {
  open(createPathwayInState('at-laboratory'))

  expect((await screen.findByRole('link', { name: 'Justificante' })).getAttribute('href')).toBe('/client?tab=invoices')
  expect(screen.queryByRole('link', { name: 'Muestra en el laboratorio' })).toBeNull()
  expect(textOf(screen.getByText(/^Muestra en el laboratorio/))).toBe('Muestra en el laboratorio, anotado el 20 nov')
  const noted = within(screen.getByRole('region', { name: 'Lo que hemos anotado nosotros' })).getAllByRole('listitem')
  expect(noted.map(textOf)[0]).toBe(
    '20 de noviembre de 2026: Están analizando tu muestra. Motivo: lo hablamos en consulta',
  )
})

const ofStep = async (name: RegExp) =>
  within(
    (await screen.findByRole('heading', { level: 3, name })).closest<HTMLElement>('.pathway-step') ?? document.body,
  )

test('a budget that was accepted is told of the step of the budgets, however far the client is', async () => {
  const { facts, ...pathway } = createPathwayInState('follow-up-to-book')
  open({ ...pathway, facts: { ...facts, budgetAccepted: '2026-11-12T10:00:00.000Z' } })

  const accepted = (await ofStep(/^Consulta y presupuestos/)).getByRole('link', { name: 'Aceptaste un presupuesto' })

  expect(accepted.getAttribute('href')).toBe('/client/presupuestos')
})

test('a consultation that was missed while something else is due is told of the present step, and leads to another hour', async () => {
  const { facts, ...pathway } = createPathwayInState('sample-to-send')
  open({ ...pathway, facts: { ...facts, missed: '2026-11-24T09:30:00.000Z' } })

  const missed = (await ofStep(/estás aquí$/)).getByRole('link', { name: 'No pudimos verte' })

  expect(textOf(missed.closest('li') ?? missed)).toBe('No pudimos verte, 24 nov')
  expect(missed.getAttribute('href')).toBe('/client?tab=consultations')
})

const markOf = (name: string) => screen.getByRole('link', { name }).closest('li')?.querySelector('svg')

test('a consultation that was missed is not ticked off as what is done is, and keeps its words', async () => {
  const { facts, ...pathway } = createPathwayInState('sample-to-send')
  open({ ...pathway, facts: { ...facts, missed: '2026-11-24T09:30:00.000Z' } })

  await screen.findByRole('link', { name: 'No pudimos verte' })

  expect(markOf('Primera consulta')?.classList).toContain('lucide-check')
  expect(markOf('No pudimos verte')?.classList).not.toContain('lucide-check')
  expect(markOf('No pudimos verte')?.getAttribute('width')).toBe(markOf('Primera consulta')?.getAttribute('width'))
  expect(markOf('No pudimos verte')?.getAttribute('aria-hidden')).toBe('true')
})

test('an hour that is booked while something else is due is told of the present step', async () => {
  const { facts, ...pathway } = createPathwayInState('budget-to-answer')
  open({ ...pathway, facts: { ...facts, hourBooked: '2026-12-03T09:30:00.000Z' } })

  const booked = (await ofStep(/estás aquí$/)).getByRole('link', { name: 'Próxima consulta' })

  expect(textOf(booked.closest('li') ?? booked)).toBe('Próxima consulta, 3 dic')
})

test('a reason in the practice’s own words is shown as it was written', async () => {
  const pathway = createPathwayInState('finished')
  const corrections = pathway.corrections.map((each) => ({ ...each, reason: 'other' as const, note: 'Se muda a Lugo' }))
  open({ ...pathway, corrections })

  const region = await screen.findByRole('region', { name: 'Lo que hemos anotado nosotros' })

  expect(textOf(within(region).getAllByRole('listitem')[0] ?? region)).toContain('Motivo: Se muda a Lugo')
})

test.each([
  ['plan-to-publish', '2026-11-20', 'Tenía que estar el viernes 20 de noviembre como muy tarde: vamos con retraso'],
  ['at-laboratory', '2026-11-20', 'Lo esperábamos hacia el viernes 20 de noviembre'],
  ['sample-to-send', '2026-11-20', 'La fecha orientativa era el viernes 20 de noviembre. Todavía estás a tiempo.'],
  ['plan-to-publish', '2026-11-26', 'Como muy tarde, el jueves 26 de noviembre.'],
  ['plan-to-publish', '2026-11-30', 'Como muy tarde, el lunes 30 de noviembre.'],
  ['at-laboratory', '2026-11-30', 'Hacia el lunes 30 de noviembre.'],
  ['first-booked', '2026-12-03', 'El jueves 3 de diciembre, a las 10:30 (para ti, 4:30).'],
  ['questionnaire-to-send', '2026-12-03', 'Antes de la consulta: jueves 3 de diciembre, a las 10:30 (para ti, 4:30).'],
] as const)('of %s by %s it says: %s', async (state, day, words) => {
  const pathway = createPathwayInState(state)
  open({ ...pathway, due: { day, isAbout: pathway.due?.isAbout ?? false } })

  const block = await screen.findByRole('region', { name: carePathwayWords[state].title })

  expect(textOf(block)).toContain(words)
})

test('after a correction only what has happened is ticked: no open budget, and nothing that was not needed', async () => {
  const statedAt = '2026-11-25T12:00:00.000Z'
  open({
    ...createPathwayInState('plan-to-publish'),
    facts: {
      paid: '2026-10-12T09:00:00.000Z',
      firstHeld: '2026-10-16T08:30:00.000Z',
      budgetOpen: '2026-10-19T09:00:00.000Z',
      analysesDone: statedAt,
    },
    corrections: [
      { correctionId: 'cor_11111111', state: 'plan-to-publish', reason: 'not-needed', note: null, statedAt },
    ],
    version: 1,
  })

  const budget = await screen.findByRole('link', { name: 'Tus presupuestos, sin elegir' })

  expect(iconOf(budget)).toContain('clock')
  expect(iconOf(screen.getByRole('link', { name: 'Primera consulta' }))).toContain('check')
  expect(screen.queryByText(/^Analíticas, anotado/)).toBeNull()
  expect(screen.getByText(/Motivo: no hace falta en tu caso/)).toBeDefined()
})

test('while it loads it says so; what cannot be had can be asked for again', async () => {
  const answer = fakeApi.hold(pathwayOf, createPathwayInState('to-book'))
  openProductPath('/client/proceso')
  expect(await screen.findByText('Mirando dónde estás...')).toBeDefined()
  answer()
  expect(await screen.findByRole('heading', { name: 'Reserva tu primera consulta' })).toBeDefined()
  cleanup()

  fakeApi.refuse(pathwayOf, 'too-many-attempts')
  const person = openProductPath('/client/proceso')
  await screen.findByRole('alert')
  fakeApi.answer(pathwayOf, createPathwayInState('to-book'))
  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  expect(await screen.findByRole('heading', { name: 'Reserva tu primera consulta' })).toBeDefined()
})

test('without a connection it says that it cannot know', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false)

  render(
    <QueryClientProvider client={createQueryClient()}>
      <OwnPathway isAwaited={false} />
    </QueryClientProvider>,
  )

  expect(await screen.findByText('Sin conexión: no podemos ver tu proceso ahora.')).toBeDefined()
})
