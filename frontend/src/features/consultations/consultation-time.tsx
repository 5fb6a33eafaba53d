import { formatCount } from '../../ui/format.ts'
import { isInOtherZone, formatTime, formatWeekday, ZONE_NAME } from '../../ui/wall-time.ts'

/** Time zone of the practice; named for viewers in another zone. */
export const ConsultationTime = ({ startsAt, minutes }: { readonly startsAt: string; readonly minutes: number }) => (
  <time dateTime={startsAt}>
    {formatWeekday(startsAt)}, {formatTime(startsAt)} h ({formatCount(minutes)} min)
    {isInOtherZone(startsAt) && <span className="consultation-zone">, {ZONE_NAME}</span>}
  </time>
)
