import {
  findLapsedConsultationRequests,
  hasConsultationRequestLapsed,
  type StoredConsultation,
} from '#data/consultation-queries'
import { RefusalError } from '#platform/refusal-error'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { type ConsultationChangeServices, changeConsultation } from './change.ts'
import type { TimeSlot } from './public/agenda-steps.ts'

export async function lapseConsultationRequest(
  found: StoredConsultation,
  services: ConsultationChangeServices,
): Promise<boolean> {
  const { data, now } = services
  const { customerId, consultationId } = found
  // The index lags: a listed request may have been confirmed since.
  const { data: stored } = await data.consultations.get({ customerId, consultationId }).go()
  if (!stored || !hasConsultationRequestLapsed(stored, now().toISOString())) return false
  try {
    const customer = await requireCustomer(customerId, data)
    const wanted = { ...stored, status: 'cancelled', toConfirm: false, lapsed: true } as const
    await changeConsultation({ customer, stored, wanted, action: 'CONSULTATION_LAPSED' }, services)
    return true
  } catch (error) {
    if (error instanceof RefusalError) return false
    throw error
  }
}

const LONGEST_MS = 240 * 60_000
/** The pause of each is taken too, and a start at the very end of the range is left out of it. */
const LONGEST_PAUSE_MS = 135 * 60_000

export async function lapseExpiredRequestsInSlot(
  { startsAt, durationMinutes }: TimeSlot,
  services: ConsultationChangeServices,
): Promise<void> {
  const from = Date.parse(startsAt)
  const found = await findLapsedConsultationRequests(services.data, services.now().toISOString(), {
    from: new Date(from - LONGEST_MS - LONGEST_PAUSE_MS).toISOString(),
    to: new Date(from + durationMinutes * 60_000 + LONGEST_PAUSE_MS).toISOString(),
  })
  for (const each of found) await lapseConsultationRequest(each, services)
}
