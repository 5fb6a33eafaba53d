import { act, screen, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const bea = {
  customerId: 'cus_aaaaaaaa',
  name: 'Bea',
  email: 'bea@example.com',
  phone: null,
  address: null,
  notes: null,
  createdAt: '2026-10-02T09:00:00Z',
  version: 1,
}

beforeEach(() => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/counts', { users: 1, clients: 1 })
  fakeApi.answer('GET /customers', { items: [], next: null, total: 0, matching: 0 })
  fakeApi.answer('POST /customers', bea)
})

const dialog = () => within(screen.getByRole('dialog', { name: 'Nuevo Cliente' }))

async function typing(name: string) {
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')
  await person.type(dialog().getByLabelText('Nombre'), name)
  const key = Object.keys(window.localStorage).find((each) => each.endsWith(':customer')) ?? 'no draft'
  return { person, key }
}

const draftOf = (name: string) =>
  JSON.stringify({ values: { name }, base: { name: '' }, writtenAt: new Date().toISOString() })
const keptName = (key: string) =>
  (JSON.parse(window.localStorage.getItem(key) ?? '{}') as { values?: { name: string } }).values?.name

test('saving in one tab leaves alone what another tab has typed since', async () => {
  const { person, key } = await typing('Bea')
  await person.type(dialog().getByLabelText('Email'), 'bea@example.com')
  window.localStorage.setItem(key, draftOf('Noa'))

  await person.click(dialog().getByRole('button', { name: 'Guardar' }))

  await screen.findByText('Cliente creado correctamente')
  expect(keptName(key)).toBe('Noa')
})

test('what is typed here is kept again when another tab saves what it had made of it', async () => {
  const { key } = await typing('Bea')

  // The other tab took over the draft, continued, saved and removed it.
  window.localStorage.removeItem(key)
  const done = { key: `${key}:done`, newValue: JSON.stringify({ name: 'Bea Ruiz' }) }
  void act(() => void window.dispatchEvent(new StorageEvent('storage', done)))

  expect(keptName(key)).toBe('Bea')
})

test('what another tab saved just as it stands here is not kept again, nor is anything after signing out there', async () => {
  const { key } = await typing('Bea')

  window.localStorage.removeItem(key)
  const done = { key: `${key}:done`, newValue: JSON.stringify({ name: 'Bea' }) }
  void act(() => void window.dispatchEvent(new StorageEvent('storage', done)))
  void act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: null })))

  expect(keptName(key)).toBeUndefined()
})
