import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { Consultation, OwnConsultation } from '#contract/consultation'
import { type ConsultationRoom, computeRoomState } from '#contract/consultation-room'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { useCurrentMinute } from '../../ui/use-current-minute.ts'

/** Polling interval in milliseconds while there is no address yet, or the server's clock is a moment behind. */
const ASK_AGAIN_MS = 30_000

const untilThere = ({ state }: { readonly state: { readonly data: ConsultationRoom | undefined } }) =>
  state.data?.roomUrl ? (false as const) : ASK_AGAIN_MS

/** The address is requested only while the room is open, and kept in memory only. */
const asked = { refetchInterval: untilThere, staleTime: 0, gcTime: 0 } as const

type Appointment = Pick<OwnConsultation, 'consultationId' | 'startsAt' | 'durationMinutes' | 'status' | 'toConfirm'>

export const useRoomState = (consultation: Appointment) => computeRoomState(consultation, useCurrentMinute())

export function useOwnRoom(consultation: Appointment) {
  const { consultationId } = consultation
  const state = useRoomState(consultation)
  const room = useQuery({
    ...endpointQueryOptions(apiContract.ownConsultations.roomOfMine, { params: { consultationId } }),
    ...asked,
    enabled: state === 'open',
  })
  return { state, room }
}

export function useCustomerRoom(consultation: Appointment & Pick<Consultation, 'customerId'>) {
  const { customerId, consultationId } = consultation
  const state = useRoomState(consultation)
  const room = useQuery({
    ...endpointQueryOptions(apiContract.consultations.roomOfCustomer, { params: { customerId, consultationId } }),
    ...asked,
    enabled: state === 'open',
  })
  return { state, room }
}

export type Room = ReturnType<typeof useOwnRoom>
