import { formatInteger } from '../../ui/format.ts'
import { formatNamedViewerTime } from '../../ui/viewer-time.ts'
import { formatTime, formatWeekdayDate, PRACTICE_TIME_ZONE_LABEL } from '../../ui/wall-time.ts'
import './consultation-time.css'

/** In the practice's time zone; viewers in another zone see its name and their own time too. */
export function ConsultationTime({ startsAt, minutes }: { readonly startsAt: string; readonly minutes: number }) {
  const own = formatNamedViewerTime(startsAt)
  return (
    <time dateTime={startsAt}>
      {formatWeekdayDate(startsAt)},{' '}
      <span className="consultation-hour">
        {formatTime(startsAt)} h ({formatInteger(minutes)} min)
      </span>
      {own && <span className="consultation-zone">{`, ${PRACTICE_TIME_ZONE_LABEL}; para ti, ${own}`}</span>}
    </time>
  )
}
