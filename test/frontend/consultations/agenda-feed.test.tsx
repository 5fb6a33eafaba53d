import { screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { stubOpeningHours } from '../../support/opening-hours-app.ts'

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

const createdAt = '2026-11-21T09:00:00.000Z'
const url = 'https://api.test/api/agenda/feed?secret=abc'

async function openCard(state: string | null = null) {
  stubOpeningHours()
  fakeApi.answer('GET /agenda/feed/state', { createdAt: state })
  fakeApi.answer('POST /agenda/feed', { url, createdAt })
  fakeApi.answer('DELETE /agenda/feed', { revoked: true })
  const person = openProductPath('/admin/horario')
  await screen.findByRole('heading', { name: 'La agenda en tu calendario' })
  return { press: async (name: string) => person.click(await screen.findByRole('button', { name })) }
}

test('the address of the agenda is made, shown once to be copied, and revoked', async () => {
  const { press } = await openCard()

  await press('Crear dirección')

  expect((await screen.findByLabelText<HTMLInputElement>('Dirección para suscribirte')).value).toBe(url)
  await press('Anular')
  await waitFor(() => expect(screen.queryByLabelText('Dirección para suscribirte')).toBeNull())
  expect(screen.getByRole('button', { name: 'Crear dirección' })).toBeDefined()
})

test('an address that was made before is named by its day and not shown', async () => {
  await openCard(createdAt)

  expect(await screen.findByText(/Hay una dirección desde el 21 de noviembre de 2026/)).toBeDefined()
  expect(screen.queryByLabelText('Dirección para suscribirte')).toBeNull()
})

test('the address is made only after a fresh code', async () => {
  const { press } = await openCard()
  fakeApi.refuse('POST /agenda/feed', 'proof-required')

  await press('Crear dirección')

  expect(await screen.findByRole('dialog')).toBeDefined()
  expect(screen.queryByLabelText('Dirección para suscribirte')).toBeNull()
})
