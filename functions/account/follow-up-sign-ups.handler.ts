import { readEnvironment } from '#platform/environment'
import { createLiveNonApiServices } from '#platform/services'
import { serveSchedule } from '#platform/serve-event'
import { type BuyerReminderServices, remindUnverifiedBuyers } from './remind-buyers.ts'
import { createSignUpSweepUserAccess } from './sign-up-sweep.ts'
import { type SignUpSweepServices, removeUnverifiedAccounts } from './sweep-unproven.ts'
import { mailDeletedAccountOwners } from './mail-deleted-account-owners.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = (): SignUpSweepServices & BuyerReminderServices => {
  const { TABLE_NAME, USER_POOL_ID } = readEnvironment(['TABLE_NAME', 'USER_POOL_ID'])
  return { ...createLiveNonApiServices(TABLE_NAME), pool: createSignUpSweepUserAccess(USER_POOL_ID) }
}

export const createLambdaHandler = (openServices: () => SignUpSweepServices & BuyerReminderServices) => {
  let services: (SignUpSweepServices & BuyerReminderServices) | undefined
  return serveSchedule(
    tableAccess['follow-up-sign-ups'],
    'account/follow-up-sign-ups',
    async (): Promise<{ reminded: number; removed: number }> => {
      services ??= openServices()
      await mailDeletedAccountOwners(services)
      return { reminded: await remindUnverifiedBuyers(services), removed: await removeUnverifiedAccounts(services) }
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)
