import type { consultations } from '#contract/consultations-domain'
import { toPracticeDay } from '#contract/calendar-days'
import type { StoredConsultation } from '#data/consultation-queries'
import { requireOwnCustomerId } from '#platform/actor'
import type { EndpointAction } from '#platform/serve'
import type { ConsultationServices } from './services.ts'
import { requireConsultation } from './stored-consultation.ts'
import { applyConsultationRequestLapse } from './to-consultation.ts'

async function makeCalendarFile(
  stored: StoredConsultation,
  { now, siteUrl }: ConsultationServices,
): Promise<{ fileName: string; ics: string }> {
  const { formatConsultationCalendar } = await import('./public/consultation-calendar.ts')
  const method = holdsTime(applyConsultationRequestLapse(stored, now())) ? 'PUBLISH' : 'CANCEL'
  return {
    fileName: `consulta-${toPracticeDay(stored.startsAt)}.ics`,
    ics: formatConsultationCalendar(stored, { method, now: now(), siteUrl }),
  }
}

const holdsTime = ({ status }: StoredConsultation) => status !== 'cancelled'

export const downloadOwnConsultationCalendar: EndpointAction<
  typeof consultations.calendarOfMine,
  ConsultationServices
> = async ({ actor, params }, services) =>
  makeCalendarFile(
    await requireConsultation(services.data, { customerId: requireOwnCustomerId(actor), ...params }),
    services,
  )

export const downloadCustomerConsultationCalendar: EndpointAction<
  typeof consultations.calendarOfCustomer,
  ConsultationServices
> = async ({ params }, services) => makeCalendarFile(await requireConsultation(services.data, params), services)
