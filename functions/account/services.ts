import { environment } from '#platform/environment'
import { type Identities, liveIdentities } from '#platform/identities'
import { liveServices, type Services } from '#platform/services'
import { completeProfileWith } from './complete-profile.ts'

export interface AccountServices extends Services {
  readonly identities: Identities
}

export const liveAccountServices = (): AccountServices => {
  const { USER_POOL_ID } = environment(['USER_POOL_ID'])
  const services = liveServices()
  const identities = liveIdentities(USER_POOL_ID)
  return { ...services, identities, completeProfile: completeProfileWith(identities, services) }
}
