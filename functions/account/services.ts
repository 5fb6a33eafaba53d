import { setTimeout } from 'node:timers/promises'
import { readEnvironment } from '#platform/environment'
import { type CognitoIdentities, createCognitoIdentities } from '#platform/cognito-identities'
import { markInvitedEmailProven } from './public/invited-email.ts'
import { createLiveServices, type ActionServices } from '#platform/services'
import { createMissingProfileCreator } from './create-missing-profile.ts'
import { createCognitoPasswords, type CognitoPasswords } from './public/cognito-passwords.ts'
import { createUserPoolSignUps, type UserPoolSignUps } from './user-pool-sign-ups.ts'

export interface AccountServices extends ActionServices {
  readonly identities: CognitoIdentities
  readonly passwords: CognitoPasswords
  readonly signUps: UserPoolSignUps
  readonly pause: (ms: number) => Promise<unknown>
  /** Without a trailing slash. */
  readonly siteUrl: string
}

export const createAccountServices = (): AccountServices => {
  const { USER_POOL_ID, USER_POOL_CLIENT_ID, SITE_URL } = readEnvironment([
    'USER_POOL_ID',
    'USER_POOL_CLIENT_ID',
    'SITE_URL',
  ])
  const services = createLiveServices()
  const identities = createCognitoIdentities(USER_POOL_ID)
  const passwords = createCognitoPasswords({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID })
  const signUps = createUserPoolSignUps({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID })
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
