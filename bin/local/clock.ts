import { Temporal } from 'temporal-polyfill'
import { PRACTICE_TIME_ZONE } from '../../functions/contract/product.ts'
import type { DocumentStore } from './document-store.ts'

export interface AdjustableClock {
  readonly now: () => Date
  readonly offsetMs: () => number
  /**
   * Advances by an ISO 8601 duration (`P14D`, `PT2H`), in calendar days of the practice.
   * @throws RangeError for any other text
   */
  readonly advance: (duration: string) => Date
}

export function openAdjustableClock(store: DocumentStore): AdjustableClock {
  const kept = store.collection<{ offsetMs: number }>('clock')
  const readOffsetMs = () => kept.get('product')?.offsetMs ?? 0
  const now = () => new Date(Date.now() + readOffsetMs())
  return {
    now,
    offsetMs: readOffsetMs,
    advance: (duration) => {
      const span = Temporal.Duration.from(duration)
      if (span.sign < 0) throw new RangeError('the clock only goes forward')
      const here = Temporal.Instant.fromEpochMilliseconds(now().getTime()).toZonedDateTimeISO(PRACTICE_TIME_ZONE)
      const offsetMs = here.add(span).epochMilliseconds - Date.now()
      kept.put('product', { offsetMs })
      return now()
    },
  }
}
