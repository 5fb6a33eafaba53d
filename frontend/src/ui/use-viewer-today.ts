import { useSyncExternalStore } from 'react'
import { createClockSubscription } from './clock-ticks.ts'
import { getViewerToday } from './wall-time.ts'

const onMinutes = createClockSubscription(60_000)

/** For what somebody does where they live, such as taking a dose; what the practice agrees has its own day. */
export const useViewerToday = (): string => useSyncExternalStore(onMinutes, getViewerToday)
