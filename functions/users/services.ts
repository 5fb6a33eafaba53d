import { environment } from '#platform/environment'
import { liveServices, type Services } from '#platform/services'
import { type Accounts, liveAccounts } from './accounts.ts'

export interface UserServices extends Services {
  readonly accounts: Accounts
}

export const liveUserServices = (): UserServices => {
  const { USER_POOL_ID, USER_POOL_CLIENT_ID } = environment(['USER_POOL_ID', 'USER_POOL_CLIENT_ID'])
  return {
    ...liveServices(),
    accounts: liveAccounts({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID }),
  }
}
