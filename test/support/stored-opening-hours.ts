import { defaultOpeningHours, type OpeningHours } from '#contract/opening-hours'
import { openingHoursItemKey } from '#data/opening-hours'
import type { Database } from '#data/database'

export async function storeOpeningHours(data: Database, changes: Partial<OpeningHours>): Promise<void> {
  await data.openingHours
    .put({
      ...openingHoursItemKey,
      hours: { ...defaultOpeningHours, ...changes },
      version: 1,
      changedAt: '2026-11-20T10:00:00.000Z',
      changedBy: 'usr_practice',
    })
    .go()
}

const allDay = [{ opensAt: '00:00', closesAt: '23:45' }]

export const openAllWeek = {
  monday: allDay,
  tuesday: allDay,
  wednesday: allDay,
  thursday: allDay,
  friday: allDay,
  saturday: allDay,
  sunday: allDay,
}
