import { screen, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnAgreement, createOwnBudget } from '../../support/own-budgets.ts'
import {
  createOwnConsultation,
  paidCancellationOptions,
  stubOwnConsultations,
} from '../../support/own-consultations.ts'

const included = createOwnConsultation({ isPaid: true, isIncluded: true, priceCents: null, durationMinutes: 30 })
const agreement = createOwnAgreement({ consultations: { count: 3, used: 1, free: 1, blocked: 1 } })
const accepted = { items: [createOwnBudget({ state: 'accepted', agreement })] }

const BUDGETS = 'GET /budgets'
const GIVE_UP = 'DELETE /consultations/mine/con_aaaaaaaa'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubOwnConsultations([included])
  fakeApi.answer('GET /slots', { durationMinutes: 30, bookable: { from: '2026-11-22', to: '2027-01-20' }, days: [] })
})

const open = () => openProductPath('/client?tab=consultations')

interface Terms {
  readonly mayCancel?: boolean
  readonly mayKeep: boolean
  readonly rule: 'by-the-practice' | 'missed-before' | 'notice'
}

describe('A-73 an hour of a budget', () => {
  const options = { ...paidCancellationOptions, paymentId: null, amountCents: 0, refundCents: 0 } as const

  async function askToGiveUp(terms: Terms) {
    fakeApi.answer('GET /consultations/mine/con_aaaaaaaa/options', { ...options, ...terms })
    fakeApi.answer(GIVE_UP, { ...included, status: 'cancelled', version: 4 })
    const person = open()
    await person.click(await screen.findByRole('button', { name: 'Eliminar' }))
    const name = '¿Estás seguro de que quieres eliminar esta consulta?'
    return { person, dialog: within(await screen.findByRole('dialog', { name })) }
  }

  test('is given up after a yes, and its client reads that it returns to the budget', async () => {
    const { person, dialog } = await askToGiveUp({ mayKeep: true, rule: 'notice' })
    expect(await dialog.findByText(/^Vuelve a tu presupuesto/)).toBeDefined()
    expect(dialog.queryByText(/Qué hacemos con tu pago/)).toBeNull()
    expect(fakeApi.asked(GIVE_UP)).toEqual([])

    await person.click(dialog.getByRole('button', { name: 'Eliminar consulta' }))

    expect(await screen.findByText('Consulta eliminada')).toBeDefined()
    expect(fakeApi.asked(GIVE_UP)).toHaveLength(1)
  })

  test('that may not be given up any more says so, and not that its budget has ended', async () => {
    const { dialog } = await askToGiveUp({ mayCancel: false, mayKeep: false, rule: 'by-the-practice' })

    expect(await dialog.findByText(/^Faltan menos de 24 horas/)).toBeDefined()
    expect(dialog.queryByText(/ya ha terminado/)).toBeNull()
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).not.toContain('Eliminar consulta')
  })

  test.each([
    ['after an absence reads before that it stays used', 'missed-before', /sigue contando como usada/],
    ['whose budget has ended reads before that its value goes back', 'notice', /ya ha terminado: te devolvemos/],
  ] as const)('%s', async (_, rule, text) => {
    const { dialog } = await askToGiveUp({ mayKeep: false, rule })

    expect(await dialog.findByText(text)).toBeDefined()
    expect(dialog.queryByText(/^Vuelve a tu presupuesto/)).toBeNull()
  })
})

async function press() {
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))
  return person
}

async function findAskedHour() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Pedir consulta' }))
  const { value: type } = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Tipo' })
  return [type, dialog.getByRole<HTMLInputElement>('spinbutton').value]
}

describe('A-73 whoever asks for an hour before their budgets are there', () => {
  test('is asked about the one that is included, once they are', async () => {
    const answerBudgets = fakeApi.hold(BUDGETS, accepted)
    await press()
    expect(await screen.findByRole('button', { name: 'Abriendo...' })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('dialog')).toBeNull()

    answerBudgets()

    expect(await findAskedHour()).toEqual(['seguimiento', '30'])
  })

  test('asks for nothing while they cannot be read, and may try again', async () => {
    fakeApi.refuse(BUDGETS, 'not-allowed')
    const person = await press()
    const again = await screen.findByRole('button', { name: 'Reintentar' })
    expect(screen.queryByRole('dialog')).toBeNull()

    fakeApi.answer(BUDGETS, accepted)
    await person.click(again)

    expect(await findAskedHour()).toEqual(['seguimiento', '30'])
  })
})
