import { setTimeout } from 'node:timers/promises'
import { readEnvironment } from '#platform/environment'
import { type CognitoUserAccess, createCognitoUserAccess } from '#platform/cognito-user-access'
import { markInvitedEmailProven } from './public/invited-email.ts'
import { createLiveServices, type ActionServices } from '#platform/services'
import { createMissingProfileCreator } from './create-missing-profile.ts'
import { createCognitoPasswordAccess, type CognitoPasswordAccess } from './public/cognito-password-access.ts'
import { createUserPoolSignUpAccess, type UserPoolSignUpAccess } from './user-pool-sign-up-access.ts'

export interface AccountServices extends ActionServices {
  readonly identities: CognitoUserAccess
  readonly passwords: CognitoPasswordAccess
  readonly signUps: UserPoolSignUpAccess
  readonly pause: (ms: number) => Promise<unknown>
  readonly siteUrl: string
}

export const createAccountServices = (): AccountServices => {
  const { USER_POOL_ID, USER_POOL_CLIENT_ID, SITE_URL } = readEnvironment([
    'USER_POOL_ID',
    'USER_POOL_CLIENT_ID',
    'SITE_URL',
  ])
  const services = createLiveServices()
  const identities = createCognitoUserAccess(USER_POOL_ID)
  const passwords = createCognitoPasswordAccess({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID })
  const signUps = createUserPoolSignUpAccess({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID })
  return {
    ...services,
    identities,
    passwords,
    signUps,
    pause: (ms) => setTimeout(ms),
    siteUrl: SITE_URL,
    completeProfile: createMissingProfileCreator(identities, services),
    proveAddress: (user, caller) => markInvitedEmailProven(user, caller, services),
  }
}
