import { useSyncExternalStore } from 'react'
import { createClockSubscription } from './clock-ticks.ts'
import { getServerNow } from './server-clock.ts'

const MINUTE_MS = 60_000

/** Often, so that what appears at a minute appears within a few seconds of it. */
const onTicks = createClockSubscription(5000)

const getMinute = (): number => Math.floor(getServerNow().getTime() / MINUTE_MS) * MINUTE_MS

/** The minute that has begun, by the server's clock. */
export const useCurrentMinute = (): Date => new Date(useSyncExternalStore(onTicks, getMinute))
