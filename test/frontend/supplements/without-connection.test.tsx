import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { AuthProvider } from '../../../frontend/src/api/auth.tsx'
import { createQueryClient } from '../../../frontend/src/api/endpoint-query.ts'
import { OwnDailyDoses } from '../../../frontend/src/features/supplements/daily-dose-checklist.tsx'
import { signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'

const supplement = { ...sampleClientSupplement, startDate: '2026-11-07' }
const list = 'GET /supplements/mine'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer(list, { items: [supplement], next: null })
  fakeApi.answer('GET /supplements/doses', { items: [] })
})

function loseConnection(): void {
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false)
}

const open = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider>
        <OwnDailyDoses />
      </AuthProvider>
    </QueryClientProvider>,
  )
const sentence = 'Sin conexión no podemos mostrar tu pauta de hoy. Aparecerá cuando vuelva.'

test('a protocol that waits for a connection is said to be unknown, and comes with the connection', async () => {
  loseConnection()
  open()
  expect(await screen.findByText(sentence)).toBeDefined()

  onlineManager.setOnline(true)

  expect(await screen.findByRole('region', { name: 'Hoy' })).toBeDefined()
  expect(screen.queryByText(sentence)).toBeNull()
})

test('one of which the first page alone has come is not shown as if it were all', async () => {
  fakeApi.answer(list, () => {
    loseConnection()
    return { items: [supplement], next: '2026-11-20T10:00:00.000Z~csu_00000001' }
  })
  open()

  expect(await screen.findByText(sentence)).toBeDefined()
  expect(screen.queryByRole('checkbox')).toBeNull()
  fakeApi.answer(list, { items: [], next: null })
  onlineManager.setOnline(true)

  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
})
