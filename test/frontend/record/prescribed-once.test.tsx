import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../support/fake-api.ts'
import { stubCustomerRecord, openCustomerRecord, customerApiPath } from '../../support/record-app.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'

const added = `POST ${customerApiPath}/supplements` as const
const kept = 'POST /supplements/templates'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubCustomerRecord()
})

async function openDialog() {
  const person = openCustomerRecord('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  return person
}

type Person = Awaited<ReturnType<typeof openDialog>>

async function fillIn(person: Person, name: string) {
  await person.type(screen.getByLabelText('Suplemento'), name)
  await person.type(screen.getByLabelText('Cantidad'), '200')
  await person.click(screen.getByRole('checkbox', { name: 'Noche' }))
}

const press = (person: Person, name: string) => person.click(screen.getByRole('button', { name }))
const listRequestIds = (asked: typeof added | typeof kept = added) =>
  fakeApi.asked(asked).map(({ body }) => (body as { requestId: string }).requestId)
const findNotice = (text: RegExp) => within(screen.getByRole('dialog')).findByText(text)

test('a supplement whose answer was lost is sent again under the same request, and the next one under another', async () => {
  fakeApi.unreachable(added)
  const person = await openDialog()
  await fillIn(person, 'Magnesio')
  await press(person, 'Añadir y poner otro')
  expect(await findNotice(/^No sabemos si se ha añadido el suplemento\./)).toBeDefined()
  expect(await findNotice(/Si vuelves a pulsar, no se añadirá dos veces\.$/)).toBeDefined()
  const lost = listRequestIds().length

  fakeApi.answer(added, sampleClientSupplement)
  await press(person, 'Añadir y poner otro')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Suplemento').value).toBe(''))
  await fillIn(person, 'Zinc')
  await press(person, 'Añadir')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const ids = listRequestIds()
  const [next] = ids.slice(lost + 1)
  expect(new Set(ids.slice(0, lost + 1)).size).toBe(1)
  expect(next).not.toBe(ids[0])
})

test('a supplement whose answer was lost is sent again under the same request after a reload too, as what was typed is there again', async () => {
  fakeApi.unreachable(added)
  const before = await openDialog()
  await fillIn(before, 'Magnesio')
  await press(before, 'Añadir')
  await findNotice(/^No sabemos/)

  const person = await openDialog()
  expect(screen.getByLabelText<HTMLInputElement>('Suplemento').value).toBe('Magnesio')
  await press(person, 'Añadir')

  await findNotice(/^No sabemos/)
  expect(listRequestIds().length).toBeGreaterThan(1)
  expect(new Set(listRequestIds()).size).toBe(1)
})

test('one that is corrected after a lost answer says what is there, and a further press is another prescription', async () => {
  fakeApi.refuse(added, 'changed-meanwhile')
  const person = await openDialog()
  await fillIn(person, 'Magnesio')
  await press(person, 'Añadir')
  // Not the notice at the edge of the screen, which says the same for five seconds.
  const said = /^No se ha añadido el suplemento\. Lo que enviaste antes sí se añadió y ya está en la pauta\./
  expect(await findNotice(said)).toBeDefined()

  fakeApi.answer(added, sampleClientSupplement)
  await press(person, 'Añadir')

  expect(await screen.findByText('¡Pauta añadida!')).toBeDefined()
  expect(new Set(listRequestIds()).size).toBe(2)
})

test('a template whose answer was lost is sent again under the same request', async () => {
  fakeApi.unreachable(kept)
  const person = await openDialog()
  await fillIn(person, 'Magnesio')
  await press(person, 'Guardar como plantilla')
  await screen.findByText('Error')
  const lost = listRequestIds(kept).length

  await press(person, 'Guardar como plantilla')

  await waitFor(() => expect(listRequestIds(kept).length).toBeGreaterThan(lost))
  expect(new Set(listRequestIds(kept)).size).toBe(1)
})
