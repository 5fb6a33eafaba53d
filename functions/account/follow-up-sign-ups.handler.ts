import { readEnvironment } from '#platform/environment'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { type JobRun, type PagedJob, runPagedJob } from '#platform/paged-job'
import { createLiveNonApiServices } from '#platform/services'
import { serveSchedule } from '#platform/serve-event'
import { announceLegalChanges, type LegalAnnouncementServices } from './announce-legal-changes.ts'
import { type BuyerReminderServices, remindUnverifiedBuyers } from './remind-buyers.ts'
import { createSignUpSweepUserAccess } from './sign-up-sweep.ts'
import { removeAccountsWithoutAttempt, type SignUpSweepServices, sweepUnprovenAttempts } from './sweep-unproven.ts'
import { mailDeletedAccountOwners } from './mail-deleted-account-owners.ts'
import { tableAccess } from './table-access.ts'

type FollowUpServices = SignUpSweepServices & BuyerReminderServices & LegalAnnouncementServices

interface FollowUpState {
  readonly reminded: number
  readonly removed: number
  readonly failed: number
}

export const createLambdaServices = (): FollowUpServices => {
  const { TABLE_NAME, USER_POOL_ID } = readEnvironment(['TABLE_NAME', 'USER_POOL_ID'])
  return { ...createLiveNonApiServices(TABLE_NAME), pool: createSignUpSweepUserAccess(USER_POOL_ID) }
}

export const createLambdaHandler = (openServices: () => FollowUpServices) => {
  let services: FollowUpServices | undefined
  return serveSchedule(
    tableAccess['follow-up-sign-ups'],
    'account/follow-up-sign-ups',
    async (_event?: unknown, run?: JobRun): Promise<{ reminded: number; removed: number; announced?: number }> => {
      services ??= openServices()
      // Neither keeps the other waiting.
      const [followed, announced] = await Promise.allSettled([
        followUpSignUps(services, run),
        announceLegalChanges(services, run),
      ])
      if (announced.status === 'rejected') {
        log.error('announcements were not queued', { fault: formatErrorForLog(announced.reason) })
        throw followed.status === 'rejected' ? followed.reason : announced.reason
      }
      if (followed.status === 'rejected') throw followed.reason
      return { ...followed.value, ...(announced.value > 0 && { announced: announced.value }) }
    },
  )
}

async function followUpSignUps(services: FollowUpServices, run?: JobRun) {
  await mailDeletedAccountOwners(services)
  const state = await runPagedJob(createFollowUpJob(services), services, run)
  // The pass goes on in the next run.
  if (!state) return { reminded: 0, removed: 0 }
  const { reminded, failed } = state
  const removed = state.removed + (await removeAccountsWithoutAttempt(services))
  if (failed > 0) throw new Error(`${failed} attempts to sign up could not be swept`)
  return { reminded, removed }
}

const createFollowUpJob = (services: FollowUpServices): PagedJob<FollowUpState> => ({
  name: 'account/follow-up-sign-ups',
  begin: async () => ({ reminded: 0, removed: 0, failed: 0 }),
  steps: {
    attempts: async (cursor, state) => {
      const page = await sweepUnprovenAttempts(cursor, services)
      const removed = state.removed + page.removed
      return { cursor: page.cursor, state: { ...state, removed, failed: state.failed + page.failed } }
    },
    buyers: async (cursor, state) => {
      const page = await remindUnverifiedBuyers(cursor, services)
      return { cursor: page.cursor, state: { ...state, reminded: state.reminded + page.reminded } }
    },
  },
})

export const handler = createLambdaHandler(createLambdaServices)
