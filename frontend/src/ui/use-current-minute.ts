import { useSyncExternalStore } from 'react'
import { createClockSubscription } from './clock-ticks.ts'
import { getServerNow } from './server-clock.ts'

const MINUTE_MS = 60_000

/** Milliseconds; changes of the minute show within five seconds. */
const onTicks = createClockSubscription(5000)

const getMinute = (): number => Math.floor(getServerNow().getTime() / MINUTE_MS) * MINUTE_MS

export const useCurrentMinute = (): Date => new Date(useSyncExternalStore(onTicks, getMinute))
