import { defaultOpeningHours } from '#contract/opening-hours'
import type { OpeningHoursOverview, UpcomingConsultation } from '#contract/opening-hours-endpoints'
import { stubAdminAgenda } from './admin-app.ts'
import { fakeApi } from './fake-api.ts'

export const sampleUpcomingConsultation: UpcomingConsultation = {
  consultationId: 'con_aaaaaaaa',
  customerId: 'cus_aaaaaaaa',
  customerName: 'Lucía Ferrer Gil',
  startsAt: '2026-12-03T17:00:00.000Z',
  durationMinutes: 30,
  type: 'revision',
}

export function stubOpeningHours(changes: Partial<OpeningHoursOverview> = {}): void {
  stubAdminAgenda()
  fakeApi.answer('GET /agenda/feed/state', { createdAt: null })
  fakeApi.answer('GET /opening-hours', { openingHours: defaultOpeningHours, version: 0, items: [], ...changes })
}
