import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import { environment } from '#platform/environment'
import { type Identities, liveIdentities } from '#platform/identities'
import { ensureProfile, signUpOf } from '#platform/profile'
import { liveBasics, type Services } from '#platform/services'

interface PostConfirmationServices extends Pick<Services, 'data' | 'now' | 'newId'> {
  readonly identities: (userPoolId: string) => Pick<Identities, 'addToGroup'>
}

export const open = (): PostConfirmationServices => ({
  ...liveBasics(environment(['TABLE_NAME']).TABLE_NAME),
  identities: (userPoolId) => liveIdentities(userPoolId),
})

/**
 * Writes user, customer and terms acceptance once an address is verified. Cognito has confirmed the account already and
 * cannot take that back, so a failure here is logged and alarmed, not shown: the person goes on, and their first call
 * to the API makes up for it.
 */
export const withServices = (openServices: () => PostConfirmationServices) => {
  let services: PostConfirmationServices | undefined
  return async (event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> => {
    if (event.triggerSource !== 'PostConfirmation_ConfirmSignUp') return event
    try {
      services ??= openServices()
      await services.identities(event.userPoolId).addToGroup(event.userName, 'cliente')
      await ensureProfile(signUpOf(event.userName, event.request.userAttributes, true), services)
    } catch (error) {
      // oxlint-disable-next-line no-console -- stdout is the log stream
      console.error({ trigger: event.triggerSource, sub: event.userName, fault: (error as Error).stack })
    }
    return event
  }
}

export const handler = withServices(open)
