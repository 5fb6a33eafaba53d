import { computeRoomOpening, computeRoomState, type ConsultationRoom } from '#contract/consultation-room'
import type { consultations } from '#contract/consultations-domain'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { requireOwnCustomerId } from '#platform/actor'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireConsultation } from './stored-consultation.ts'
import { applyConsultationRequestLapse } from './to-consultation.ts'

export const readOwnConsultationRoom: EndpointAction<typeof consultations.roomOfMine> = ({ actor, params }, services) =>
  readRoom({ customerId: requireOwnCustomerId(actor), ...params }, services)

export const readCustomerConsultationRoom: EndpointAction<typeof consultations.roomOfCustomer> = (
  { params },
  services,
) => readRoom(params, services)

async function readRoom(
  key: { readonly customerId: string; readonly consultationId: string },
  { data, now }: ActionServices,
): Promise<ConsultationRoom> {
  const stored = await requireConsultation(data, key)
  const { startsAt, durationMinutes, status, toConfirm } = applyConsultationRequestLapse(stored, now())
  if (status === 'removed') throw new Error('a removed consultation was read')
  const state = computeRoomState({ startsAt, durationMinutes, status, toConfirm }, now())
  const roomUrl = state === 'open' ? (stored.roomUrl ?? (await practiceRoom(data, now()))) : null
  return { state, startsAt, durationMinutes, opensAt: computeRoomOpening(stored), roomUrl }
}

const practiceRoom = async (data: ActionServices['data'], now: Date): Promise<string | null> =>
  (await readStoredOpeningHours(data, now)).hours.roomUrl ?? null
