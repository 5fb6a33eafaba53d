import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ClientSupplement } from '#contract/client-supplement'
import { fakeApi } from '../../support/fake-api.ts'
import {
  openProtocolPage,
  protocolCell,
  protocolEntry,
  protocolLine,
  sampleZinc,
  stubSupplementsInForce,
} from '../../support/protocol-app.ts'
import { stubCustomerRecord, customerApiPath as base } from '../../support/record-app.ts'

const publishing = `POST ${base}/supplements/publish` as const

const zinc: ClientSupplement = { ...sampleZinc, startDate: '2026-11-21' }

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubCustomerRecord()
})

type Person = Awaited<ReturnType<typeof openProtocolPage>>

async function fillIn(person: Person, name: string, amount: string) {
  await person.clear(protocolCell(name))
  await person.type(protocolCell(name), amount)
}

async function publish(person: Person, ...items: readonly ClientSupplement[]) {
  const arrive = fakeApi.hold(publishing, { items: [...items] })
  await person.click(screen.getByRole('button', { name: 'Publicar pauta' }))
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publicar' }))
  await screen.findByRole('button', { name: 'Publicando...' })
  return async () => {
    stubSupplementsInForce(...items)
    arrive()
    await screen.findByText('Pauta publicada')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Publicando...' })).toBeNull())
  }
}

const lastBody = () => fakeApi.asked(publishing).at(-1)?.body

const isOnRecord = () => screen.findByRole('button', { name: 'Añadir suplemento' })

test('what is published leaves nothing to publish, and leads back to the record', async () => {
  const person = await openProtocolPage()
  await person.type(protocolEntry(), 'zinc 15 mg noche{Enter}')

  const arrive = await publish(person, zinc)
  await arrive()

  expect(await isOnRecord()).toBeDefined()
})

test('a line that is changed again while it is being published keeps that change, on what is in force then', async () => {
  stubSupplementsInForce(zinc)
  const person = await openProtocolPage()
  await fillIn(person, 'Zinc, Noche', '30')
  const arrive = await publish(person, { ...zinc, amount: 30, version: 4 })

  await fillIn(person, 'Zinc, Noche', '45')
  await arrive()

  expect(screen.getByText('Lo que has cambiado mientras tanto sigue aquí, sin publicar.')).toBeDefined()
  expect(protocolCell('Zinc, Noche').value).toBe('45')
  expect(protocolLine(/Zinc Cambia/).textContent).toContain('antes 30')
  expect(screen.queryByText(/Otra persona/)).toBeNull()
  await publish(person, zinc)
  expect(lastBody()).toMatchObject({
    seen: [{ clientSupplementId: 'csu_zinczinc', version: 4 }],
    change: [{ clientSupplementIds: ['csu_zinczinc'], doses: [{ time: 'Noche', amount: 45 }] }],
  })
})

test('what is added and ended while the rest is being published is all that is published next', async () => {
  const glutamine = { ...zinc, clientSupplementId: 'csu_glutamina', name: 'Glutamina', version: 1 }
  stubSupplementsInForce(glutamine)
  const person = await openProtocolPage()
  await person.type(protocolEntry(), 'zinc 15 mg noche{Enter}')
  const arrive = await publish(person, zinc, glutamine)

  await person.type(protocolEntry(), 'butirato 1 cápsula cena{Enter}')
  await person.click(screen.getByRole('button', { name: 'Más de Glutamina' }))
  await person.click(screen.getByRole('button', { name: 'Terminar Glutamina hoy' }))
  await arrive()

  expect(await screen.findByText('1 nuevo, 1 termina')).toBeDefined()
  await publish(person)
  expect(lastBody()).toMatchObject({ prescribe: [{ name: 'Butirato' }], change: [], finish: ['csu_glutamina'] })
})

test('a supplement that is new and changed while it is being published is changed, not prescribed twice', async () => {
  const person = await openProtocolPage()
  await person.type(protocolEntry(), 'zinc 15 mg noche{Enter}')
  const arrive = await publish(person, zinc)

  await fillIn(person, 'Zinc, Noche', '20')
  await arrive()

  expect(protocolLine(/Zinc Cambia/).textContent).toContain('antes 15')
  await publish(person)
  expect(lastBody()).toMatchObject({
    prescribe: [],
    change: [{ clientSupplementIds: ['csu_zinczinc'], doses: [{ time: 'Noche', amount: 20 }] }],
  })
})

test('a line that is begun while the rest is being published is not taken away', async () => {
  const person = await openProtocolPage()
  await person.type(protocolEntry(), 'zinc 15 mg noche{Enter}')
  const arrive = await publish(person, zinc)

  await person.type(protocolEntry(), 'omega 3')
  await arrive()

  await waitFor(() => expect(fakeApi.asked(`GET ${base}/supplements`).length).toBeGreaterThan(1))
  expect(protocolEntry().value).toBe('omega 3')
})
