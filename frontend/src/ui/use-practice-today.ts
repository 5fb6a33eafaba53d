import { useSyncExternalStore } from 'react'
import { createClockSubscription } from './clock-ticks.ts'
import { getPracticeToday } from './wall-time.ts'

const onMinutes = createClockSubscription(60_000)

/** In the practice's time zone; updates at midnight. */
export const usePracticeToday = (): string => useSyncExternalStore(onMinutes, getPracticeToday)
