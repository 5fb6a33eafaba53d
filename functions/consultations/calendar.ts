import type { consultations } from '#contract/consultations'
import { toPracticeDay } from '#contract/calendar-days'
import { requireOwnCustomerId } from '#platform/actor'
import { formatConsultationCalendar } from './public/consultation-calendar.ts'
import type { EndpointAction } from '#platform/serve'
import { requireConsultation } from './stored-consultation.ts'
import { applyConsultationRequestLapse, type StoredConsultation } from './to-consultation.ts'

const file = (stored: StoredConsultation, now: Date) => ({
  fileName: `consulta-${toPracticeDay(stored.startsAt)}.ics`,
  ics: formatConsultationCalendar(stored, {
    method: holdsTime(applyConsultationRequestLapse(stored, now)) ? 'PUBLISH' : 'CANCEL',
    now,
  }),
})

const holdsTime = ({ status }: StoredConsultation) => status !== 'cancelled'

export const downloadOwnConsultationCalendar: EndpointAction<typeof consultations.calendarOfMine> = async (
  { actor, params },
  services,
) =>
  file(await requireConsultation(services.data, { customerId: requireOwnCustomerId(actor), ...params }), services.now())

export const downloadCustomerConsultationCalendar: EndpointAction<typeof consultations.calendarOfCustomer> = async (
  { params },
  services,
) => file(await requireConsultation(services.data, params), services.now())
