import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { passRetries, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnConsultation } from '../../support/own-consultations.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'

/* The first render of the client's panel and its requests: src/main.tsx awaits the answers before rendering. */
const doses = 'GET /supplements/doses'

/** Fresh modules, as in a new document: in others the first frame has already passed. */
async function readModulesAnew() {
  vi.resetModules()
  const { createQueryClient } = await import('../../../frontend/src/api/endpoint-query.ts')
  const { prefetchClientToday } = await import('../../../frontend/src/app/client-today.tsx')
  const { openClientToday } = await import('../../support/open-client-today.tsx')
  return { createQueryClient, prefetchClientToday, openClientToday }
}

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
  const { createQueryClient, prefetchClientToday, openClientToday } = await readModulesAnew()
  const queries = createQueryClient()
  await prefetchClientToday(queries)

  openClientToday(queries)

  // Read at once: nothing may load later.
  const evening = within(screen.getByRole('group', { name: 'Noche' }))
  expect(evening.getByRole<HTMLInputElement>('checkbox').disabled).toBe(false)
  expect(screen.queryByText('Cargando tu día...')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Tu próximo paso' })).toBeNull()

  frames.draw()

  const consultation = within(await screen.findByRole('region', { name: 'Tu próxima consulta' }))
  expect(consultation.getByText(/Seguimiento/)).toBeDefined()
})

test('what could not be read before the first picture is read again for it', async () => {
  const { createQueryClient, prefetchClientToday, openClientToday } = await readModulesAnew()
  fakeApi.fail(doses, 500)
  const queries = createQueryClient()
  const prefetched = prefetchClientToday(queries)
  await passRetries(doses)
  await prefetched
  fakeApi.answer(doses, { items: [] })

  openClientToday(queries)

  const evening = within(await screen.findByRole('group', { name: 'Noche' }))
  await waitFor(() => expect(evening.getByRole<HTMLInputElement>('checkbox').disabled).toBe(false))
})

test('a panel without ticks that wait asks for the doses once', async () => {
  const { openClientToday } = await readModulesAnew()
  openClientToday()

  await screen.findByRole('group', { name: 'Noche' })
  await waitFor(() => expect(fakeApi.asked('GET /consent/health')).not.toEqual([]))

  expect(fakeApi.asked(doses)).toHaveLength(1)
})
