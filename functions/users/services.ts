import { readEnvironment } from '#platform/environment'
import { createLiveServices, type ActionServices } from '#platform/services'
import { type UserPoolAccountAccess, createUserPoolAccountAccess } from './user-pool-account-access.ts'

export interface UserServices extends ActionServices {
  readonly accounts: UserPoolAccountAccess
}

export const createUserServices = (): UserServices => {
  const { USER_POOL_ID, USER_POOL_CLIENT_ID } = readEnvironment(['USER_POOL_ID', 'USER_POOL_CLIENT_ID'])
  return {
    ...createLiveServices(),
    accounts: createUserPoolAccountAccess({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID }),
  }
}
