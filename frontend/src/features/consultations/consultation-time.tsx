import { formatCount } from '../../ui/format.ts'
import { isInOtherZone, formatTime, formatWeekday, ZONE_NAME } from '../../ui/wall-time.ts'

/** When a consultation is, by the clocks of the practice; whoever lives by other clocks reads whose these are. */
export const ConsultationTime = ({ startsAt, minutes }: { readonly startsAt: string; readonly minutes: number }) => (
  <time dateTime={startsAt}>
    {formatWeekday(startsAt)}, {formatTime(startsAt)} h ({formatCount(minutes)} min)
    {isInOtherZone(startsAt) && <span className="consultation-zone">, {ZONE_NAME}</span>}
  </time>
)
