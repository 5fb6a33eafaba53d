import { formatInteger } from '../../ui/format.ts'
import { isViewerInOtherTimeZone, formatTime, formatWeekdayDate, PRACTICE_TIME_ZONE_LABEL } from '../../ui/wall-time.ts'

/** Time zone of the practice; named for viewers in another zone. */
export const ConsultationTime = ({ startsAt, minutes }: { readonly startsAt: string; readonly minutes: number }) => (
  <time dateTime={startsAt}>
    {formatWeekdayDate(startsAt)}, {formatTime(startsAt)} h ({formatInteger(minutes)} min)
    {isViewerInOtherTimeZone(startsAt) && <span className="consultation-zone">, {PRACTICE_TIME_ZONE_LABEL}</span>}
  </time>
)
