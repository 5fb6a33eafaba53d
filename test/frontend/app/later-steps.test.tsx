import { screen, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInAsRole } from '../../support/browser-app.tsx'
import { createPathwayInState } from '../../support/care-pathway-samples.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { openClientToday } from '../../support/open-client-today.tsx'
import { createOwnBudget } from '../../support/own-budgets.ts'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /consultations/mine/next', { consultation: null, toSchedule: null, freeRequests: false })
  fakeApi.answer('GET /supplements/mine', { items: [], next: null })
  fakeApi.answer('GET /supplements/doses', { items: [] })
})

async function findLink() {
  const region = within(await screen.findByRole('region', { name: 'Tu próximo paso' }))
  const link = await region.findByRole('link')
  return [link.textContent, link.getAttribute('href')]
}

test('results that are explained and not opened are the step, also while it is nobody’s turn, and nothing denies it', async () => {
  const { facts, ...pathway } = createPathwayInState('follow-up-booked')
  const resultsUnseen = '2026-11-20T10:00:00.000Z'
  fakeApi.answer('GET /customers/current/pathway', { ...pathway, facts: { ...facts, resultsUnseen } })
  openClientToday()

  expect(await findLink()).toEqual([
    'Tus resultados están explicadosLéelos y pregúntanos lo que quieras.',
    '/client?tab=analytics',
  ])
  const pathwayStrip = within(screen.getByRole('region', { name: 'Tu proceso' }))
  expect(await pathwayStrip.findByText('Tienes algo por ver')).toBeDefined()
  expect(screen.queryByText(/no tienes que hacer nada/)).toBeNull()
})

test.each([
  ['whoever has to choose a budget', 'budget-to-answer', '2026-12-04', 'viernes 4 de diciembre'],
  ['a budget offered later on the way', 'follow-up-booked', '2026-12-05', 'sábado 5 de diciembre'],
] as const)('%s reads by when (%s)', async (_, state, validUntil, day) => {
  fakeApi.answer('GET /customers/current/pathway', createPathwayInState(state))
  fakeApi.answer('GET /budgets', { items: [createOwnBudget({ validUntil })] })
  openClientToday()

  expect(await findLink()).toEqual([
    `Elige tu presupuestoCompáralos con calma. Puedes no elegir ninguno. Tienes hasta el ${day}.`,
    '/client/presupuestos',
  ])
})
