import { CLIENT_AHEAD_DAYS } from '#contract/consultation'
import { lapsedRequests, hasLapsed } from '#data/consultation-queries'
import { withAccess } from '#data/table-scope'
import type { Stretch } from './public/agenda-steps.ts'
import { environment } from '#platform/environment'
import { Refusal } from '#platform/refusal'
import { liveBasics } from '#platform/services'
import { type ChangeServices, changeConsultation } from './change.ts'
import { requireCustomer } from './stored-consultation.ts'
import { tableAccess } from './table-access.ts'
import type { StoredConsultation } from './to-consultation.ts'

const DAY_MS = 86_400_000

const LOOK_BACK_DAYS = 30

export const open = (): ChangeServices => liveBasics(environment(['TABLE_NAME']).TABLE_NAME)

export const withServices = (openServices: () => ChangeServices) => {
  let services: ChangeServices | undefined
  return withAccess(tableAccess['lapse-requests'], async (): Promise<{ lapsed: number }> => {
    services ??= openServices()
    const now = services.now().getTime()
    const found = await lapsedRequests(services.data, new Date(now).toISOString(), {
      from: new Date(now - LOOK_BACK_DAYS * DAY_MS).toISOString(),
      to: new Date(now + (CLIENT_AHEAD_DAYS + 1) * DAY_MS).toISOString(),
    })
    let lapsed = 0
    for (const each of found) if (await lapseRequest(each, services)) lapsed += 1
    return { lapsed }
  })
}

export const handler = withServices(open)

export async function lapseRequest(found: StoredConsultation, services: ChangeServices): Promise<boolean> {
  const { data, now } = services
  const { customerId, consultationId } = found
  // The index lags: what it calls unconfirmed may have been confirmed this very moment.
  const { data: stored } = await data.consultations.get({ customerId, consultationId }).go({ consistent: true })
  if (!stored || !hasLapsed(stored, now().toISOString())) return false
  try {
    const customer = await requireCustomer(data, customerId)
    const wanted = { ...stored, status: 'cancelled', toConfirm: false, lapsed: true } as const
    await changeConsultation({ customer, stored, wanted, action: 'CONSULTATION_LAPSED' }, services)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const LONGEST_MS = 240 * 60_000

/** Frees time held by lapsed requests at once, without waiting for the schedule. */
export async function lapseRequestsAt({ startsAt, durationMinutes }: Stretch, services: ChangeServices): Promise<void> {
  const from = Date.parse(startsAt)
  const found = await lapsedRequests(services.data, services.now().toISOString(), {
    from: new Date(from - LONGEST_MS).toISOString(),
    to: new Date(from + durationMinutes * 60_000).toISOString(),
  })
  for (const each of found) await lapseRequest(each, services)
}
