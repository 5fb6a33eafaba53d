import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { addDays, mondayOf, toPracticeDay } from '#contract/calendar-days'
import { toErrorMessage } from '../../api/error-message.ts'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { formatViewerTime, getViewerZoneName } from '../../ui/viewer-time.ts'
import { formatTime } from '../../ui/wall-time.ts'
import type { SlotDay } from './slot-hours.ts'
import { formatDayHeading } from './slot-times.ts'
import { slotWeekOptions, useFreeWeekFrom } from './use-slot-week.ts'
import { useSlotHold } from './use-slot-hold.ts'
import './nearest-hours.css'

const OFFERED = 3

/**
 * One hour on each of the next days, early on the first, later on the second, late on the third, so that different
 * schedules find one. With fewer days, further hours of the same days.
 */
function listNearestHours(days: readonly SlotDay[], taken: ReadonlySet<string>): readonly string[] {
  const free = days.map(({ slots }) => slots.filter((slot) => !taken.has(slot))).filter((slots) => slots.length > 0)
  const spread = free
    .slice(0, OFFERED)
    .flatMap((slots, nth) => slots.at(((slots.length - 1) * nth) / (OFFERED - 1)) ?? [])
  return [...new Set([...spread, ...free.flat()])].slice(0, OFFERED).toSorted()
}

export function NearestHours() {
  const today = usePracticeToday()
  const { data: week } = useFreeWeekFrom(mondayOf(today))
  const weeks = [week, week && addDays(week, 7)]
  const [first, second] = [useDaysOf(weeks[0]), useDaysOf(weeks[1])]
  const navigate = useNavigate()
  const { hold, asked, isPending, error, isTaken, taken } = useSlotHold()
  // Rendered together, so that no hour moves under the pointer.
  const hours = first && second ? listNearestHours([...first, ...second], taken) : []
  if (hours.length === 0) return null
  const isElsewhere = hours.some((hour) => formatViewerTime(hour))
  return (
    <div className="nearest-hours">
      <p className="nearest-hours-title" id="nearest-hours">
        O elige ya una de las próximas{isElsewhere && ` (hora de Madrid; debajo, ${getViewerZoneName()})`}
      </p>
      <ul aria-labelledby="nearest-hours">
        {hours.map((hour) => (
          <li key={hour}>
            <button
              type="button"
              className="nearest-hour"
              aria-busy={isPending && asked === hour}
              disabled={isPending}
              onClick={() => hold(hour, { onSuccess: () => void navigate('/comprar') })}
            >
              <span>{formatDayHeading(toPracticeDay(hour))}</span>
              <strong>
                <span className="visually-hidden">, a las </span>
                {formatTime(hour)}
                <ViewerTime hour={hour} />
              </strong>
              <ChevronRight size={20} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="nearest-hours-status">
        {isPending && 'Guardándote la hora...'}
        {error && (isTaken ? 'Esa hora se acaba de ocupar. Estas siguen libres.' : toErrorMessage(error))}
      </p>
    </div>
  )
}

function ViewerTime({ hour }: { readonly hour: string }) {
  const time = formatViewerTime(hour)
  return (
    time && (
      <small>
        <span className="visually-hidden">, en tu hora </span>
        {time}
      </small>
    )
  )
}

/** A week that failed to load is left out. */
function useDaysOf(week: string | null | undefined): readonly SlotDay[] | undefined {
  const { data, error } = useQuery({ ...slotWeekOptions(week ?? ''), enabled: Boolean(week) })
  return error ? [] : data?.days
}
