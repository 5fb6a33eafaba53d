import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../frontend/src/api/endpoint-query.ts'
import { prefetchClientToday } from '../../../frontend/src/app/client-today.tsx'
import { signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { openClientToday } from '../../support/open-client-today.tsx'
import { createOwnConsultation } from '../../support/own-consultations.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'

/* What the client's panel shows in its first picture, and what it asks for: src/main.tsx has the answers before it draws. */
const doses = 'GET /supplements/doses'

/** The browser draws when the test says so. */
function holdFrames() {
  const held: FrameRequestCallback[] = []
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => held.push(callback))
  return { draw: () => held.splice(0).forEach((callback) => callback(performance.now())) }
}

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  const consultation = createOwnConsultation({ startsAt: '2026-11-26T15:30:00.000Z', priceCents: null, version: 1 })
  const evenings = { ...sampleClientSupplement, times: ['Noche'], frequency: '1 vez al día' } as const
  fakeApi.answer('GET /consultations/mine/next', { consultation, toSchedule: null, freeRequests: false })
  fakeApi.answer('GET /supplements/mine', { items: [{ ...evenings, startDate: '2026-11-07' }], next: null })
  fakeApi.answer(doses, { items: [] })
})

test('the first picture has the doses, ready to be ticked, and the next one what stands beside them, complete', async () => {
  const frames = holdFrames()
  const queries = createQueryClient()
  await prefetchClientToday(queries)

  openClientToday(queries)

  // Read at once: nothing may still have to come.
  const evening = within(screen.getByRole('group', { name: 'Noche' }))
  expect(evening.getByRole<HTMLInputElement>('checkbox').disabled).toBe(false)
  expect(screen.queryByText('Cargando tu día...')).toBeNull()

  frames.draw()

  const consultation = within(await screen.findByRole('region', { name: 'Tu próxima consulta' }))
  expect(consultation.getByText(/Seguimiento/)).toBeDefined()
  expect(fakeApi.asked('GET /consultations/mine/next')).toHaveLength(1)
})

test('what could not be read before the first picture is read again for it', async () => {
  fakeApi.fail(doses, 500)
  const queries = createQueryClient()
  await prefetchClientToday(queries)
  fakeApi.answer(doses, { items: [] })

  openClientToday(queries)

  const evening = within(await screen.findByRole('group', { name: 'Noche' }))
  await waitFor(() => expect(evening.getByRole<HTMLInputElement>('checkbox').disabled).toBe(false))
})

test('a panel without ticks that wait asks for the doses once', async () => {
  openClientToday()

  await screen.findByRole('group', { name: 'Noche' })
  await waitFor(() => expect(fakeApi.asked('GET /consent/health')).not.toEqual([]))

  expect(fakeApi.asked(doses)).toHaveLength(1)
})
