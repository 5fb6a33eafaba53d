import { setTimeout } from 'node:timers/promises'
import { environment } from '#platform/environment'
import { type Identities, liveIdentities } from '#platform/identities'
import { proveInvitedAddress } from './public/invited-address.ts'
import { liveServices, type Services } from '#platform/services'
import { completeProfileWith } from './complete-profile.ts'
import { livePasswords, type Passwords } from './public/passwords.ts'
import { liveSignUps, type SignUps } from './sign-ups.ts'

export interface AccountServices extends Services {
  readonly identities: Identities
  readonly passwords: Passwords
  readonly signUps: SignUps
  readonly pause: (ms: number) => Promise<unknown>
  /** Without a trailing slash. */
  readonly siteUrl: string
}

export const liveAccountServices = (): AccountServices => {
  const { USER_POOL_ID, USER_POOL_CLIENT_ID, SITE_URL } = environment([
    'USER_POOL_ID',
    'USER_POOL_CLIENT_ID',
    'SITE_URL',
  ])
  const services = liveServices()
  const identities = liveIdentities(USER_POOL_ID)
  const passwords = livePasswords({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID })
  const signUps = liveSignUps({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID })
  return {
    ...services,
    identities,
    passwords,
    signUps,
    pause: (ms) => setTimeout(ms),
    siteUrl: SITE_URL,
    completeProfile: completeProfileWith(identities, services),
    proveAddress: (user, caller) => proveInvitedAddress(user, caller, services),
  }
}
