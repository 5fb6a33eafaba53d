import { environment } from '#platform/environment'
import { type Identities, liveIdentities } from '#platform/identities'
import { liveServices, type Services } from '#platform/services'
import { completeProfileWith } from './complete-profile.ts'
import { livePasswords, type Passwords } from './passwords.ts'

export interface AccountServices extends Services {
  readonly identities: Identities
  readonly passwords: Passwords
}

export const liveAccountServices = (): AccountServices => {
  const { USER_POOL_ID, USER_POOL_CLIENT_ID } = environment(['USER_POOL_ID', 'USER_POOL_CLIENT_ID'])
  const services = liveServices()
  const identities = liveIdentities(USER_POOL_ID)
  const passwords = livePasswords({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID })
  return { ...services, identities, passwords, completeProfile: completeProfileWith(identities, services) }
}
