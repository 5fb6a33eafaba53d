import { withAccess } from '#data/table-scope'
import { environment } from '#platform/environment'
import { liveBasics } from '#platform/services'
import { type FollowUpServices, remindBuyers } from './remind-buyers.ts'
import { liveSignUpSweep } from './sign-up-sweep.ts'
import { type SweepServices, sweepUnproven } from './sweep-unproven.ts'
import { mailDeletedAccounts } from './mail-deleted-accounts.ts'
import { tableAccess } from './table-access.ts'

export const open = (): SweepServices & FollowUpServices => {
  const { TABLE_NAME, USER_POOL_ID } = environment(['TABLE_NAME', 'USER_POOL_ID'])
  return { ...liveBasics(TABLE_NAME), pool: liveSignUpSweep(USER_POOL_ID) }
}

export const withServices = (openServices: () => SweepServices & FollowUpServices) => {
  let services: (SweepServices & FollowUpServices) | undefined
  return withAccess(tableAccess['follow-up-sign-ups'], async (): Promise<{ reminded: number; removed: number }> => {
    services ??= openServices()
    await mailDeletedAccounts(services)
    return { reminded: await remindBuyers(services), removed: await sweepUnproven(services) }
  })
}

export const handler = withServices(open)
