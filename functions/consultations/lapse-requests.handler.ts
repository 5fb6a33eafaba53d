import { CLIENT_AHEAD_DAYS } from '#contract/consultation'
import { lapsedRequests } from '#data/consultation-queries'
import { withAccess } from '#data/table-scope'
import { environment } from '#platform/environment'
import { liveBasics } from '#platform/services'
import type { ChangeServices } from './change.ts'
import { lapseRequest } from './lapse.ts'
import { tableAccess } from './table-access.ts'

const DAY_MS = 86_400_000

/** Runs that were missed so many days long are made up for. */
const LOOK_BACK_DAYS = 30

export const open = (): ChangeServices => liveBasics(environment(['TABLE_NAME']).TABLE_NAME)

/** Ends the requests without a paid order that nobody confirmed in time. */
export const withServices = (openServices: () => ChangeServices) => {
  let services: ChangeServices | undefined
  return withAccess(tableAccess['lapse-requests'], async (): Promise<{ lapsed: number }> => {
    services ??= openServices()
    const now = services.now().getTime()
    const found = await lapsedRequests(services.data, new Date(now).toISOString(), {
      from: new Date(now - LOOK_BACK_DAYS * DAY_MS).toISOString(),
      to: new Date(now + (CLIENT_AHEAD_DAYS + 1) * DAY_MS).toISOString(),
    })
    let lapsed = 0
    for (const each of found) if (await lapseRequest(each, services)) lapsed += 1
    return { lapsed }
  })
}

export const handler = withServices(open)
