import { screen, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { signInAsRole } from '../../support/browser-app.tsx'
import { createPathwayInState } from '../../support/care-pathway-samples.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { openClientToday } from '../../support/open-client-today.tsx'

test('who chose no budget reads how to go on, and not that the practice is late', async () => {
  vi.setSystemTime('2026-11-26T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /consultations/mine/next', { consultation: null, toSchedule: null, freeRequests: false })
  fakeApi.answer('GET /supplements/mine', { items: [], next: null })
  fakeApi.answer('GET /customers/current/pathway', createPathwayInState('without-budget'))
  openClientToday()

  const region = within(await screen.findByRole('region', { name: 'Tu próximo paso' }))

  const words = 'Ahora no tienes ningún presupuesto. Cuando quieras seguir, escríbenos y te hacemos otro.'
  expect(await region.findByText(words)).toBeDefined()
  expect(screen.queryByText(/retraso|Nos toca a nosotros/)).toBeNull()
})
