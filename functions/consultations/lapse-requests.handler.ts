import { MAX_BOOKING_AHEAD_DAYS } from '#contract/consultation'
import { findLapsedConsultationRequestsPage } from '#data/consultation-queries'
import { readEnvironment } from '#platform/environment'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { type JobRun, type PagedJob, runPagedJob } from '#platform/paged-job'
import { createLiveNonApiServices } from '#platform/services'
import { serveSchedule } from '#platform/serve-event'
import type { ConsultationChangeServices } from './change.ts'
import { lapseConsultationRequest } from './lapse.ts'
import { tableAccess } from './table-access.ts'
import type { StoredConsultation } from './to-consultation.ts'

const DAY_MS = 86_400_000

const LOOK_BACK_DAYS = 30

/** Should all of a page have lapsed, they are cancelled in some ten seconds. */
const PAGE_ITEMS = 100

interface LapseState {
  readonly from: string
  readonly to: string
  readonly lapsed: number
  readonly failed: number
}

export const createLambdaServices = (): ConsultationChangeServices =>
  createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME)

export const createLambdaHandler = (openServices: () => ConsultationChangeServices) => {
  let services: ConsultationChangeServices | undefined
  return serveSchedule(
    tableAccess['lapse-requests'],
    'consultations/lapse-requests',
    async (_event?: unknown, run?: JobRun): Promise<{ lapsed: number }> => {
      services ??= openServices()
      const state = await runPagedJob(createLapseJob(services), services, run)
      if (state && state.failed > 0) throw new Error(`${state.failed} requests could not be cancelled`)
      return { lapsed: state?.lapsed ?? 0 }
    },
  )
}

const createLapseJob = (services: ConsultationChangeServices): PagedJob<LapseState> => ({
  name: 'consultations/lapse-requests',
  begin: async () => {
    const now = services.now().getTime()
    return {
      from: new Date(now - LOOK_BACK_DAYS * DAY_MS).toISOString(),
      to: new Date(now + (MAX_BOOKING_AHEAD_DAYS + 1) * DAY_MS).toISOString(),
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
      const { lapsed, failed } = outcomes
      return {
        cursor: page.cursor,
        state: { ...state, lapsed: state.lapsed + lapsed, failed: state.failed + failed },
      }
    },
  },
})

/** One that fails does not keep the others waiting: the pass goes on and fails at its end. */
async function tryToLapse(
  found: StoredConsultation,
  services: ConsultationChangeServices,
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

export const handler = createLambdaHandler(createLambdaServices)
