import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CheckIn } from '#contract/check-in'
import { localStore } from '../../../frontend/src/api/local-store.ts'
import { openProductPath, signInAsRole, waitUntilDrawn } from '../../support/browser-app.tsx'
import { createPathwayInState } from '../../support/care-pathway-samples.ts'
import { fakeApi, givenHealthConsent } from '../../support/fake-api.ts'
import { openClientToday } from '../../support/open-client-today.tsx'

const list = 'GET /questionnaire/check-ins'
const save = 'PUT /questionnaire/check-ins'
const scores = { bloating: 2, energy: 3, sleep: 4, mood: 3 }
const answer = (week: string, changes: Partial<CheckIn> = {}): CheckIn => ({
  week,
  ...scores,
  note: null,
  answeredAt: `${week}T20:00:00.000Z`,
  ...changes,
})

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /consultations/mine/next', { consultation: null, toSchedule: null, freeRequests: false })
  fakeApi.answer('GET /supplements/mine', { items: [], next: null })
  fakeApi.answer('GET /supplements/doses', { items: [] })
})

function keepAnswers(kept: CheckIn[] = []): void {
  fakeApi.answer(list, () => ({ items: kept }))
  fakeApi.answer(save, ({ at = '', note, ...given }) => {
    const saved = { ...given, note: note || null, answeredAt: at }
    kept.splice(0, kept.length, saved, ...kept.filter(({ week }) => week !== given.week))
    return saved
  })
}

const card = () => screen.findByRole('region', { name: '¿Cómo va tu semana?' })

/** Without pointer events, which are slow for twenty radio buttons. */
const chooseAll = () => {
  for (const [item, step] of Object.entries(scores)) {
    const button = document.querySelector(`form[data-form=check-in] [name=${item}][value="${step}"]`)
    if (button) fireEvent.click(button)
  }
}

async function openForm() {
  const person = openClientToday()
  await person.click(await screen.findByRole('button', { name: 'Contarlo' }))
  const form = within(await screen.findByRole('form', { name: 'Cómo va tu semana' }))
  const choose = (item: string, step: string) =>
    person.click(within(form.getByRole('radiogroup', { name: item })).getByRole('radio', { name: step }))
  const send = () => person.click(form.getByRole('button', { name: 'Guardar' }))
  return { person, form, choose, send }
}

const sent = () => fakeApi.asked(save).map(({ body }) => body)

describe('how the week was', () => {
  test('is told with four taps and a line, and saved once', async () => {
    keepAnswers()
    const { form, send } = await openForm()
    chooseAll()
    fireEvent.change(form.getByLabelText('Algo que quieras contar (opcional)'), {
      target: { value: 'Peor tras cenar tarde' },
    })

    await send()

    const thanks = await screen.findByRole('heading', { name: 'Gracias, guardado' })
    expect(document.activeElement).toBe(thanks)
    expect(screen.getByText('Puedes cambiarlo hasta el domingo, 22 de noviembre.')).toBeDefined()
    expect(sent()).toEqual([
      { week: '2026-11-16', ...scores, note: 'Peor tras cenar tarde', at: expect.stringMatching(/^2026-11-21T09:/) },
    ])
  })

  test('can be changed at once, from what was told', async () => {
    keepAnswers()
    const { person, send } = await openForm()
    chooseAll()
    await send()

    await person.click(await screen.findByRole('button', { name: 'Cambiar' }))

    const again = await screen.findByRole('radiogroup', { name: 'Hinchazón' })
    expect(within(again).getByRole('radio', { name: 'Bastante' })).toHaveProperty('checked', true)
    await person.click(within(again).getByRole('radio', { name: 'Ninguna' }))
    await person.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ bloating: 5, energy: 3 }))
  })

  test('is not sent with one of the four missing: it is named, and has the focus', async () => {
    keepAnswers()
    const { form, choose, send } = await openForm()
    await choose('Hinchazón', 'Bastante')

    await send()

    const energy = form.getByRole('radiogroup', { name: 'Energía' })
    await waitFor(() => expect(energy.getAttribute('aria-invalid')).toBe('true'))
    expect(within(energy).getByText('Elige una opción')).toBeDefined()
    expect(energy.contains(document.activeElement)).toBe(true)
    expect(sent()).toEqual([])
  })

  test('says that it is no channel for emergencies, and with which signs one sees a doctor', async () => {
    const { form } = await openForm()

    expect(form.getByText(/No es un canal de urgencias: si es urgente, llama al 112/)).toBeDefined()
    expect(form.getByText('Con qué señales hay que ir al médico')).toBeDefined()
    expect(form.getByText('Sangre en las heces, o heces negras.')).toBeDefined()
  })

  test('stays in the form where the server does not take it, with the reason', async () => {
    keepAnswers()
    fakeApi.refuse(save, 'check-in-closed')
    const { send, form } = await openForm()
    chooseAll()

    await send()

    expect(await screen.findByText('Esa semana ya ha terminado y no se puede cambiar.')).toBeDefined()
    expect(form.getByRole('radio', { name: 'Bastante', checked: true })).toBeDefined()
  })
})

describe('without a connection', () => {
  test('the week is kept in the browser, said so, and sent when it is there again', async () => {
    keepAnswers()
    fakeApi.unreachable(save)
    const { send } = await openForm()
    chooseAll()
    await send()
    expect(
      await screen.findByText('Sin conexión: lo guardamos en este dispositivo y lo enviaremos cuando vuelva.'),
    ).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Gracias, pendiente de enviar' })).toBeDefined()
    expect(localStore.get('check-ins:usr_aaaaaaaa')).toMatchObject([{ week: '2026-11-16', ...scores }])

    keepAnswers()
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))

    await waitFor(() => expect(localStore.get('check-ins:usr_aaaaaaaa')).toBeUndefined())
    expect(await screen.findByText('Puedes cambiarlo hasta el domingo, 22 de noviembre.')).toBeDefined()
  })

  test('what waited stays here where the server has a fault', async () => {
    keepAnswers()
    fakeApi.refuse(save, 'changed-meanwhile')
    const waiting = [{ week: '2026-11-16', ...scores, note: null, at: '2026-11-20T20:00:00.000Z' }]
    localStore.set('check-ins:usr_aaaaaaaa', waiting)
    openProductPath('/client?tab=supplements')

    await waitFor(() => expect(sent().length).toBeGreaterThan(0))
    await isSettled()

    expect(localStore.get('check-ins:usr_aaaaaaaa')).toEqual(waiting)
    expect(screen.queryByText('Tu semana no se ha podido guardar')).toBeNull()
  })

  test('what waited is sent when the page is opened again, and dropped with a reason where it is too late', async () => {
    keepAnswers()
    fakeApi.refuse(save, 'check-in-closed')
    localStore.set('check-ins:usr_aaaaaaaa', [
      { week: '2026-11-02', ...scores, note: null, at: '2026-11-08T20:00:00.000Z' },
    ])
    openProductPath('/client?tab=supplements')

    expect(await screen.findByText('Tu semana no se ha podido guardar')).toBeDefined()
    expect(localStore.get('check-ins:usr_aaaaaaaa')).toBeUndefined()
  })
})

const isSettled = () => screen.findByRole('region', { name: 'Tu próximo paso' })

const isAsked = async () => {
  await isSettled()
  await waitUntilDrawn(list)
  await waitUntilDrawn('GET /consent/health')
  return screen.queryByRole('button', { name: 'Contarlo' }) !== null
}

test('a client is asked for the week from Thursday on, by the clocks of the practice', async () => {
  vi.setSystemTime('2026-11-18T23:00:30.000Z')
  openClientToday()

  expect(await card()).toBeDefined()
})

describe('nobody is asked for the week', () => {
  test('from Monday to Wednesday', async () => {
    vi.setSystemTime('2026-11-18T22:59:00.000Z')
    openClientToday()

    expect(await isAsked()).toBe(false)
  })

  test('who has told of this week', async () => {
    fakeApi.answer(list, { items: [answer('2026-11-16')] })
    openClientToday()

    expect(await isAsked()).toBe(false)
  })

  test('without consent to the use of health data', async () => {
    fakeApi.answer('GET /consent/health', { ...givenHealthConsent, state: 'none' })
    openClientToday()

    expect(await isAsked()).toBe(false)
  })

  test.each(['questionnaire-to-send', 'finished'] as const)('who is at %s', async (state) => {
    fakeApi.answer('GET /customers/current/pathway', createPathwayInState(state))
    openClientToday()

    await isSettled()
    await waitUntilDrawn('GET /customers/current/pathway')
    expect(fakeApi.asked(list)).toEqual([])
    expect(screen.queryByRole('button', { name: 'Contarlo' })).toBeNull()
  })

  test('again who lets this week go, until the next', async () => {
    keepAnswers()
    const person = openClientToday()
    await person.click(await screen.findByRole('button', { name: 'Esta semana no' }))
    expect(screen.queryByRole('region', { name: '¿Cómo va tu semana?' })).toBeNull()

    cleanup()
    vi.setSystemTime('2026-11-26T09:00:00.000Z')
    openClientToday()

    expect(await card()).toBeDefined()
  })
})

const table = async () => {
  const rows = within(await screen.findByRole('table', { name: 'Semana a semana', hidden: true })).getAllByRole('row', {
    hidden: true,
  })
  return rows.slice(1).map((row) => row.textContent)
}

describe('the weeks beside the protocol', () => {
  test('are drawn and stand in a table, with the doses of each; a week without an answer is a gap', async () => {
    fakeApi.answer(list, {
      items: [answer('2026-11-16', { note: 'Mejor con paseos' }), answer('2026-11-02', { bloating: 1 })],
    })
    fakeApi.answer('GET /supplements/mine/weeks', {
      items: [
        { week: '2026-11-02', due: 14, taken: 12 },
        { week: '2026-11-09', due: 14, taken: 7 },
        { week: '2026-11-16', due: 10, taken: 10 },
      ],
    })
    openProductPath('/client?tab=supplements')

    await waitFor(async () => expect((await table())[0]).toContain('10 de 10'))
    expect(await table()).toEqual([
      expect.stringMatching(/^16 nov – 22 nov.*Bastante.*Normal.*Bueno.*Regular.*10 de 10/),
      expect.stringMatching(/^9 nov – 15 nov(.*Sin contar){4}.*7 de 14/),
      expect.stringMatching(/^2 nov – 8 nov.*Mucha.*12 de 14/),
    ])
    const weeks = await screen.findByRole('region', { name: 'Tus semanas' })
    expect(weeks.querySelectorAll('.week-chart-dot')).toHaveLength(8)
    expect(weeks.querySelectorAll('.week-chart-line')).toHaveLength(0)
    expect(within(weeks).getByText(/Mejor con paseos/)).toBeDefined()
  })

  test('two that follow each other are joined, and this one can be changed there', async () => {
    keepAnswers([answer('2026-11-16'), answer('2026-11-09')])
    const person = openProductPath('/client?tab=supplements')
    const weeks = await screen.findByRole('region', { name: 'Tus semanas' })
    expect(weeks.querySelectorAll('.week-chart-line')).toHaveLength(4)

    await person.click(within(weeks).getByRole('button', { name: 'Cambiar lo de esta semana' }))
    await person.click(
      within(await screen.findByRole('radiogroup', { name: 'Ánimo' })).getByRole('radio', { name: 'Muy bueno' }),
    )
    await person.click(screen.getByRole('button', { name: 'Guardar' }))

    await waitFor(async () => expect((await table())[0]).toContain('Muy bueno'))
  })

  test('say nothing to whoever has told of none', async () => {
    openProductPath('/client?tab=supplements')

    expect(await screen.findByText(/Todavía no tienes suplementos/)).toBeDefined()
    await waitUntilDrawn(list)
    expect(screen.queryByRole('region', { name: 'Tus semanas' })).toBeNull()
  })
})
