import { screen, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { defaultOpeningHours } from '#contract/opening-hours'
import { createAdminConsultation, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const rosa = createAdminConsultation({ customerName: 'Rosa Delgado', startsAt: '2026-11-26T08:30:00.000Z' })

test.each(['GET /opening-hours', 'GET /consultations'] as const)(
  'a day on a phone is called neither closed nor free before %s has answered',
  async (endpoint) => {
    vi.setSystemTime('2026-11-24T09:12:00.000Z')
    stubAdminAgenda({ month: [rosa] })
    const hours = { openingHours: defaultOpeningHours, version: 0, items: [] }
    fakeApi.answer('GET /opening-hours', hours)
    const answer = fakeApi.hold(endpoint, endpoint === 'GET /consultations' ? { items: [rosa] } : hours)
    openProductPath('/admin/agenda?day=2026-11-26')

    expect(await screen.findByText('Cargando la agenda...')).toBeDefined()
    expect(screen.queryByRole('list', { name: /^Agenda del jueves/ })).toBeNull()

    answer()
    const list = within(await screen.findByRole('list', { name: /^Agenda del jueves/ }))
    expect(list.getByText('Rosa Delgado')).toBeDefined()
  },
)
