import { useSyncExternalStore } from 'react'
import { createClockSubscription } from './clock-ticks.ts'
import { getPracticeToday } from './wall-time.ts'

const onMinutes = createClockSubscription(60_000)

export const usePracticeToday = (): string => useSyncExternalStore(onMinutes, getPracticeToday)
