import { MAX_HORIZON_DAYS } from '#contract/opening-hours'
import { findLapsedConsultationRequestsPage, type StoredConsultation } from '#data/consultation-queries'
import { readEnvironment } from '#platform/environment'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { type JobRun, type PagedJob, runPagedJob } from '#platform/paged-job'
import { createLiveNonApiServices } from '#platform/services'
import { serveSchedule } from '#platform/serve-event'
import { findFreedStarts } from '#data/waiting-list-queries'
import { offerFreedHour } from './public/offer-freed-hour.ts'
import type { WaitingListServices } from './public/waiting-list-booking.ts'
import { lapseConsultationRequest } from './lapse.ts'
import { tableAccess } from './table-access.ts'

const DAY_MS = 86_400_000

const LOOK_BACK_DAYS = 30

const PAGE_ITEMS = 100

interface LapseState {
  readonly from: string
  readonly to: string
  readonly lapsed: number
  readonly failed: number
}

export const createLambdaServices = (): WaitingListServices =>
  createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME)

export const createLambdaHandler = (openServices: () => WaitingListServices) => {
  let services: WaitingListServices | undefined
  return serveSchedule(
    tableAccess['lapse-requests'],
    'consultations/lapse-requests',
    async (_event?: unknown, run?: JobRun): Promise<{ lapsed: number }> => {
      services ??= openServices()
      const state = await runPagedJob(createLapseJob(services), services, run)
      if (state && state.failed > 0) throw new Error(`${state.failed} requests or freed hours failed`)
      return { lapsed: state?.lapsed ?? 0 }
    },
  )
}

const createLapseJob = (services: WaitingListServices): PagedJob<LapseState> => ({
  name: 'consultations/lapse-requests',
  begin: async () => {
    const now = services.now().getTime()
    return {
      from: new Date(now - LOOK_BACK_DAYS * DAY_MS).toISOString(),
      to: new Date(now + (MAX_HORIZON_DAYS + 1) * DAY_MS).toISOString(),
      lapsed: 0,
      failed: 0,
    }
  },
  steps: {
    requests: async (cursor, state) => {
      const { from, to } = state
      const wanted = { from, to, cursor, limit: PAGE_ITEMS }
      const page = await findLapsedConsultationRequestsPage(services.data, services.now().toISOString(), wanted)
      const outcomes = { lapsed: 0, failed: 0, kept: 0 }
      for (const found of page.data) outcomes[await tryToLapse(found, services)] += 1
      // Hours freed by this run are offered in the same run.
      if (page.cursor === null) outcomes.failed += await offerFreedHours(services)
      const { lapsed, failed } = outcomes
      return {
        cursor: page.cursor,
        state: { ...state, lapsed: state.lapsed + lapsed, failed: state.failed + failed },
      }
    },
  },
})

async function tryToLapse(
  found: StoredConsultation,
  services: WaitingListServices,
): Promise<'lapsed' | 'kept' | 'failed'> {
  try {
    return (await lapseConsultationRequest(found, services)) ? 'lapsed' : 'kept'
  } catch (error) {
    log.warn('a request was not cancelled', {
      consultationId: found.consultationId,
      notCancelled: formatErrorForLog(error),
    })
    return 'failed'
  }
}

async function offerFreedHours(services: WaitingListServices): Promise<number> {
  const starts = await findFreedStarts(services.data)
  let failed = 0
  for (const startsAt of starts) failed += (await tryToOffer(startsAt, services)) ? 0 : 1
  return failed
}

async function tryToOffer(startsAt: string, services: WaitingListServices): Promise<boolean> {
  try {
    await offerFreedHour(startsAt, services)
    return true
  } catch (error) {
    log.warn('a freed hour was not offered', { startsAt, notOffered: formatErrorForLog(error) })
    return false
  }
}

export const handler = createLambdaHandler(createLambdaServices)
