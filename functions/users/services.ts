import { readEnvironment } from '#platform/environment'
import { createLiveServices, type ActionServices } from '#platform/services'
import { type UserPoolAccounts, createUserPoolAccounts } from './user-pool-accounts.ts'

export interface UserServices extends ActionServices {
  readonly accounts: UserPoolAccounts
}

export const createUserServices = (): UserServices => {
  const { USER_POOL_ID, USER_POOL_CLIENT_ID } = readEnvironment(['USER_POOL_ID', 'USER_POOL_CLIENT_ID'])
  return {
    ...createLiveServices(),
    accounts: createUserPoolAccounts({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID }),
  }
}
