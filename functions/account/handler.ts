import { account } from '#contract/account'
import { environment } from '#platform/environment'
import { liveIdentities } from '#platform/identities'
import { serve } from '#platform/serve'
import { liveServices, type Services } from '#platform/services'
import { completeProfileWith } from './complete-profile.ts'
import { mailExistingOwner } from './mail-existing-owner.ts'
import { readSession } from './session.ts'

export const open = (): Services => {
  const { USER_POOL_ID } = environment(['USER_POOL_ID'])
  const services = liveServices()
  return { ...services, completeProfile: completeProfileWith(liveIdentities(USER_POOL_ID), services) }
}

export const withServices = serve(account, { session: readSession, mailExistingOwner })

export const handler = withServices(open)
