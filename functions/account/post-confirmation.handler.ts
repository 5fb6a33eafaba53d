import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import { clientMetadata } from '#contract/client-metadata'
import { environment } from '#platform/environment'
import { type Identities, liveIdentities } from '#platform/identities'
import { ensureProfile, signUpOf } from '#platform/profile'
import { liveBasics } from '#platform/services'
import { type PasswordServices, passwordChanged, type ResetIdentities } from './password-changed.ts'
import { takeTicket } from './visit-ticket.ts'

interface PostConfirmationServices extends PasswordServices {
  readonly identities: (userPoolId: string) => Pick<Identities, 'addToGroup'> & ResetIdentities
}

export const open = (): PostConfirmationServices => ({
  ...liveBasics(environment(['TABLE_NAME']).TABLE_NAME),
  identities: (userPoolId) => liveIdentities(userPoolId),
})

/**
 * Writes what follows from a verified address, or from a new password. Cognito has done its part already and cannot take
 * it back, so a failure here is logged and alarmed, not shown: the person goes on, and for a missing profile their first
 * call to the API makes up.
 */
export const withServices = (openServices: () => PostConfirmationServices) => {
  let services: PostConfirmationServices | undefined
  return async (event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> => {
    try {
      services ??= openServices()
      await follow(event, services)
    } catch (error) {
      // oxlint-disable-next-line no-console -- stdout is the log stream
      console.error({ trigger: event.triggerSource, sub: event.userName, fault: (error as Error).stack })
    }
    return event
  }
}

export const handler = withServices(open)

async function follow(event: PostConfirmationTriggerEvent, services: PostConfirmationServices): Promise<void> {
  const { userName: sub, userPoolId, request, triggerSource } = event
  const identities = services.identities(userPoolId)
  const caller = await takeTicket(request.clientMetadata?.[clientMetadata.ticket], services)
  if (triggerSource === 'PostConfirmation_ConfirmForgotPassword') {
    return passwordChanged(sub, caller, { ...services, identities })
  }
  const signUp = signUpOf(sub, request.userAttributes, true)
  // Whoever comes by Google has accepted nothing yet: the profile is made when they complete their registration.
  if (!signUp.termsAcceptedAt) return
  await identities.addToGroup(sub, 'cliente')
  await ensureProfile(signUp, services, caller)
}
