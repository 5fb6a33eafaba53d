import { setTimeout } from 'node:timers/promises'
import { readEnvironment } from '#platform/environment'
import { type CognitoIdentities, createCognitoIdentities } from '#platform/cognito-identities'
import { markInvitedAddressProven } from './public/invited-address.ts'
import { createLiveServices, type ActionServices } from '#platform/services'
import { createProfileCompleter } from './complete-profile.ts'
import { createAccountPasswordVerifier, type AccountPasswordVerifier } from './public/passwords.ts'
import { createUserPoolSignUps, type UserPoolSignUps } from './user-pool-sign-ups.ts'

export interface AccountServices extends ActionServices {
  readonly identities: CognitoIdentities
  readonly passwords: AccountPasswordVerifier
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
  const passwords = createAccountPasswordVerifier({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID })
  const signUps = createUserPoolSignUps({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID })
  return {
    ...services,
    identities,
    passwords,
    signUps,
    pause: (ms) => setTimeout(ms),
    siteUrl: SITE_URL,
    completeProfile: createProfileCompleter(identities, services),
    proveAddress: (user, caller) => markInvitedAddressProven(user, caller, services),
  }
}
