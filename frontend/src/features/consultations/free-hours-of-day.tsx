import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { instantToWallTime, mondayOf, wallTimeToInstant } from '#contract/calendar-days'
import { type OwnConsultation, RequestConsultation } from '#contract/consultation'
import type { ConsultationType } from '#contract/consultation-types'
import type { SlotDayState } from '#contract/free-slot-endpoints'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { CardLoadError } from '../../ui/panel.tsx'
import { formatWeekdayDate } from '../../ui/wall-time.ts'
import { FreeHourButton } from './free-hour-button.tsx'
import './free-hours.css'

const noHours: Readonly<Record<Exclude<SlotDayState, 'free'>, string>> = {
  full: 'Ese día está completo. Prueba con otro.',
  closed: 'Ese día no atendemos. Prueba con otro.',
  unavailable: 'Ese día no se puede reservar. Prueba con otro.',
}

const nothing = { slots: [], state: 'unavailable' } as const

interface AskedDay {
  readonly day: string
  readonly type: ConsultationType
  readonly moved: OwnConsultation | undefined
  readonly durationMinutes: number
}

/** For a new consultation: free hours for the type's usual length. Another length is checked on sending. */
function useFreeWeekAround({ day, type, moved, durationMinutes }: AskedDay) {
  const week = mondayOf(day)
  const typed = RequestConsultation.shape.durationMinutes.safeParse(durationMinutes)
  const free = useQuery({
    ...endpointQueryOptions(apiContract.freeSlots.listFreeSlots, { query: { type, week } }),
    enabled: !moved,
  })
  const forMove = useQuery({
    ...endpointQueryOptions(apiContract.ownConsultations.listSlotsForMove, {
      params: { consultationId: moved?.consultationId ?? '' },
      query: { week, durationMinutes: typed.data ?? moved?.durationMinutes ?? 0 },
    }),
    enabled: moved !== undefined,
  })
  return moved ? forMove : free
}

interface FreeHoursProps extends AskedDay {
  readonly chosen: string
  readonly choose: (time: string) => void
}

export function FreeHoursOfDay({ chosen, choose, ...asked }: FreeHoursProps) {
  const { day } = asked
  const week = useFreeWeekAround(asked)
  if (week.isPending) return <p className="field-hint">Buscando horas libres...</p>
  if (!week.data) return <CardLoadError text={toErrorMessage(week.error)} retry={() => void week.refetch()} />
  const { slots, state } = week.data.days.find((each) => each.day === day) ?? nothing
  if (state !== 'free') return <p className="field-hint">{noHours[state]}</p>
  const title = `Horas libres del ${formatWeekdayDate(wallTimeToInstant({ day, time: '12:00' }))}`
  return (
    <div role="group" aria-label={title} className="free-hours">
      {slots.map((instant) => {
        const { time } = instantToWallTime(instant)
        return <FreeHourButton key={instant} startsAt={instant} isPicked={time === chosen} pick={() => choose(time)} />
      })}
    </div>
  )
}
