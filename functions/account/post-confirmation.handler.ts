import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import { clientMetadata } from '#contract/client-metadata'
import { withAccess } from '#data/table-scope'
import { environment } from '#platform/environment'
import { liveIdentities } from '#platform/identities'
import { liveBasics } from '#platform/services'
import { stackOf } from '#platform/stack-of'
import { type PasswordServices, passwordChanged, type ResetIdentities } from './password-changed.ts'
import { redeemTicket } from './public/visit-ticket.ts'
import { tableAccess } from './table-access.ts'

interface PostConfirmationServices extends PasswordServices {
  readonly identities: (userPoolId: string) => ResetIdentities
}

export const open = (): PostConfirmationServices => ({
  ...liveBasics(environment(['TABLE_NAME']).TABLE_NAME),
  identities: (userPoolId) => liveIdentities(userPoolId),
})

/**
 * Cognito has changed the password already and cannot undo it, so a failure here is logged and alarmed, not shown. A
 * confirmed address has no effect: Cognito accepts its code from anybody, so the profile is made at the first sign-in
 * of the person who proved the address with the password.
 */
export const withServices = (openServices: () => PostConfirmationServices) => {
  let services: PostConfirmationServices | undefined
  return withAccess(
    tableAccess['post-confirmation'],
    async (event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> => {
      try {
        services ??= openServices()
        await follow(event, services)
      } catch (error) {
        // oxlint-disable-next-line no-console -- stdout is the log stream
        console.error({ trigger: event.triggerSource, sub: event.userName, fault: stackOf(error) })
      }
      return event
    },
  )
}

export const handler = withServices(open)

async function follow(event: PostConfirmationTriggerEvent, services: PostConfirmationServices): Promise<void> {
  const { userName: sub, userPoolId, request, triggerSource } = event
  if (triggerSource !== 'PostConfirmation_ConfirmForgotPassword') return
  const identities = services.identities(userPoolId)
  const caller = await redeemTicket(request.clientMetadata?.[clientMetadata.ticket], services)
  const email = (request.userAttributes['email'] ?? '').toLowerCase()
  await passwordChanged({ sub, email }, caller, { ...services, identities })
}
