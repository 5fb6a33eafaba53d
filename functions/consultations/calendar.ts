import type { consultations } from '#contract/consultations'
import { dayOf } from '#contract/days'
import { ownCustomerId } from '#platform/actor'
import { consultationCalendar } from './public/consultation-calendar.ts'
import type { Action } from '#platform/serve'
import { requireConsultation } from './stored-consultation.ts'
import { asOf, type StoredConsultation } from './to-consultation.ts'

const file = (stored: StoredConsultation, now: Date) => ({
  fileName: `consulta-${dayOf(stored.startsAt)}.ics`,
  ics: consultationCalendar(stored, { method: holdsTime(asOf(stored, now)) ? 'PUBLISH' : 'CANCEL', now }),
})

const holdsTime = ({ status }: StoredConsultation) => status !== 'cancelled'

export const calendarOfMine: Action<typeof consultations.calendarOfMine> = async ({ actor, params }, services) =>
  file(await requireConsultation(services.data, { customerId: ownCustomerId(actor), ...params }), services.now())

export const calendarOfCustomer: Action<typeof consultations.calendarOfCustomer> = async ({ params }, services) =>
  file(await requireConsultation(services.data, params), services.now())
