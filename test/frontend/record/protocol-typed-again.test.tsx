import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeApi } from '../../support/fake-api.ts'
import {
  openProtocolPage,
  protocolCell,
  protocolEntry,
  protocolLine,
  sampleZinc as zinc,
  stubSupplementsInForce,
} from '../../support/protocol-app.ts'
import { stubCustomerRecord, customerApiPath as base } from '../../support/record-app.ts'

const published = `POST ${base}/supplements/publish` as const
const magnesium = { ...zinc, clientSupplementId: 'csu_magnesio', name: 'Magnesio bisglicinato', amount: 200 } as const
const probiotic = {
  ...zinc,
  clientSupplementId: 'csu_probioti',
  name: 'Probiótico multicepa',
  unit: 'capsulas',
  amount: 1,
  times: ['Con desayuno'],
} as const

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubCustomerRecord()
  stubSupplementsInForce({ ...magnesium }, { ...probiotic, times: [...probiotic.times] })
  fakeApi.answer(published, { items: [] })
})

const type = async (text: string) => {
  const person = await openProtocolPage()
  await person.type(protocolEntry(), `${text}{Enter}`)
  return person
}

describe('a supplement that the protocol has is typed again:', () => {
  test('at its moment its row changes, which is said, published as a change and can be taken back', async () => {
    const person = await type('Magnesio bisglicinato 300 mg noche')

    expect(protocolCell('Magnesio bisglicinato, Noche').value).toBe('300')
    expect(screen.getByText(/su fila pasa de Noche 200 mg a Noche 300 mg/)).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Deshacer el cambio de Magnesio bisglicinato' }))
    expect(protocolCell('Magnesio bisglicinato, Noche').value).toBe('200')
    expect(screen.getByText('Sin cambios')).toBeDefined()

    await person.type(protocolEntry(), 'MAGNESIO  bisglicinato 300 mg noche{Enter}')
    await person.click(screen.getByRole('button', { name: 'Publicar pauta' }))
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publicar' }))
    await waitFor(() =>
      expect(fakeApi.asked(published)[0]?.body).toMatchObject({
        prescribe: [],
        change: [{ clientSupplementIds: ['csu_magnesio'], doses: [{ time: 'Noche', amount: 300 }] }],
      }),
    )
  })

  test('without accents and at another moment nothing changes before it is asked, and the accents stay', async () => {
    const person = await type('probiotico multicepa 1 capsula manana')

    expect(screen.getByText('Sin cambios')).toBeDefined()
    expect(screen.getByRole('alert').textContent).toContain(
      'Probiótico multicepa ya está en la pauta: Con desayuno 1 cápsula. Todavía no hemos cambiado nada.',
    )
    await person.click(screen.getByRole('button', { name: 'Cambiar su fila a Mañana 1 cápsula' }))
    expect(protocolCell('Probiótico multicepa, Mañana').value).toBe('1')
    expect(protocolCell('Probiótico multicepa, Con desayuno').value).toBe('')
    expect(protocolEntry().value).toBe('')
    expect(screen.getByText('1 cambia')).toBeDefined()
  })

  test('by its name alone its row gets the keyboard', async () => {
    await type('magnesio bisglicinato')

    expect(document.activeElement).toBe(protocolCell('Magnesio bisglicinato, Noche'))
    expect(screen.getByText('Sin cambios')).toBeDefined()
  })

  test('one that is paused does not change unasked', async () => {
    stubSupplementsInForce({ ...magnesium, status: 'paused' })
    await type('magnesio bisglicinato 300 mg noche')

    expect(screen.getByRole('alert').textContent).toContain('ya está en la pauta, en pausa: Noche 200 mg')
    expect(protocolCell('Magnesio bisglicinato, Noche').value).toBe('200')
  })

  test('one that ends today may begin anew', async () => {
    const person = await openProtocolPage()
    await person.click(screen.getByRole('button', { name: 'Más de Magnesio bisglicinato' }))
    await person.click(screen.getByRole('button', { name: 'Terminar Magnesio bisglicinato hoy' }))
    await person.type(protocolEntry(), 'magnesio bisglicinato 300 mg noche{Enter}')

    expect(screen.getByText('1 nuevo, 1 termina')).toBeDefined()
    expect(screen.queryByText(/se toman todas/)).toBeNull()
  })
})

test('a second row that is asked for is told beside both and before publishing, which a second Enter does not do', async () => {
  const person = await type('magnesio bisglicinato 300 mg noche y mañana')
  await person.click(screen.getByRole('button', { name: 'Deshacer el cambio de Magnesio bisglicinato' }))
  await person.type(protocolEntry(), 'magnesio bisglicinato 300 mg mañana{Enter}')
  await person.click(screen.getByRole('button', { name: 'Añadir otra fila de Magnesio bisglicinato' }))

  const sum = 'Magnesio bisglicinato está en 2 filas y se toman todas: Noche 200 mg; Mañana 300 mg.'
  expect(protocolLine(/Magnesio bisglicinato Nuevo/)).toBeDefined()
  expect(screen.getAllByText(sum)).toHaveLength(2)
  await person.keyboard('{Control>}{Enter}{/Control}')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('alert').textContent).toBe(sum)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Seguir editando'))
  await person.keyboard('{Enter}')
  expect(fakeApi.asked(published)).toEqual([])
})

test('two rows of one supplement at the same moment are told as well where both are in force already', async () => {
  stubSupplementsInForce({ ...magnesium }, { ...magnesium, clientSupplementId: 'csu_magnesi2', amount: 300 })
  await openProtocolPage()

  expect(screen.getAllByText(/está en 2 filas y se toman todas: Noche 300 mg; Noche 200 mg/)).toHaveLength(2)
})

test('two moments that are one are named, without a frequency that nobody chose', async () => {
  const person = await openProtocolPage()
  await person.type(protocolCell('Magnesio bisglicinato, Con cena'), '100')

  expect(
    screen.getByText(
      'Magnesio bisglicinato: «Noche» y «Con cena» son el mismo momento: deja la cantidad solo en uno de los dos',
    ),
  ).toBeDefined()
  expect(screen.getByText('Lo que aún no tiene cantidad o unidad, o se contradice, no sale aquí.')).toBeDefined()
  expect(screen.queryByText(/veces al día, pero/)).toBeNull()
})
