import { findConsultationsToRemindPage, type StoredConsultation } from '#data/consultation-queries'
import { readEnvironment } from '#platform/environment'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { type JobRun, type PagedJob, runPagedJob } from '#platform/paged-job'
import { serveSchedule } from '#platform/serve-event'
import { createLiveNonApiServices } from '#platform/services'
import type { ConsultationChangeServices } from './change.ts'
import { DAY_REMINDER_HOURS, findDueReminder, remindIfDue } from './remind.ts'
import { tableAccess } from './table-access.ts'

const PAGE_ITEMS = 100

interface ReminderState {
  readonly from: string
  readonly to: string
  readonly reminded: number
  readonly failed: number
}

export const createLambdaServices = (): ConsultationChangeServices =>
  createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME)

export const createLambdaHandler = (openServices: () => ConsultationChangeServices) => {
  let services: ConsultationChangeServices | undefined
  return serveSchedule(
    tableAccess['send-reminders'],
    'consultations/send-reminders',
    async (_event?: unknown, run?: JobRun): Promise<{ reminded: number }> => {
      services ??= openServices()
      const state = await runPagedJob(createReminderJob(services), services, run)
      if (state && state.failed > 0) throw new Error(`${state.failed} reminders could not be queued`)
      return { reminded: state?.reminded ?? 0 }
    },
  )
}

const createReminderJob = (services: ConsultationChangeServices): PagedJob<ReminderState> => ({
  name: 'consultations/send-reminders',
  begin: async () => ({
    from: services.now().toISOString(),
    to: new Date(services.now().getTime() + DAY_REMINDER_HOURS * 3_600_000).toISOString(),
    reminded: 0,
    failed: 0,
  }),
  steps: {
    consultations: async (cursor, state) => {
      const { from, to } = state
      const page = await findConsultationsToRemindPage(services.data, { from, to, cursor, limit: PAGE_ITEMS })
      const outcomes = { reminded: 0, failed: 0, 'not-due': 0 }
      for (const found of page.data) outcomes[await tryToRemind(found, services)] += 1
      const { reminded, failed } = outcomes
      return {
        cursor: page.cursor,
        state: { ...state, reminded: state.reminded + reminded, failed: state.failed + failed },
      }
    },
  },
})

async function tryToRemind(
  found: StoredConsultation,
  services: ConsultationChangeServices,
): Promise<'reminded' | 'not-due' | 'failed'> {
  if (!findDueReminder(found, services.now())) return 'not-due'
  try {
    return (await remindIfDue(found, services)) ? 'reminded' : 'not-due'
  } catch (error) {
    log.warn('a reminder was not queued', {
      consultationId: found.consultationId,
      notQueued: formatErrorForLog(error),
    })
    return 'failed'
  }
}

export const handler = createLambdaHandler(createLambdaServices)
