import { setTimeout } from 'node:timers/promises'
import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { readEnvironment } from '#platform/environment'
import { createCognitoUserAccess } from '#platform/cognito-user-access'
import { createLiveNonApiServices } from '#platform/services'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { serveEvent } from '#platform/serve-event'
import { toEventUserId } from '#platform/user'
import { type PasswordChangeServices, finishPasswordReset, type PasswordResetUserAccess } from './password-changed.ts'
import { redeemCognitoCallTicket } from './public/cognito-call-ticket.ts'
import { tableAccess } from './table-access.ts'

interface PostConfirmationServices extends PasswordChangeServices {
  readonly identities: (userPoolId: string) => PasswordResetUserAccess
}

export const createLambdaServices = (): PostConfirmationServices => ({
  ...createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME),
  identities: (userPoolId) => createCognitoUserAccess(userPoolId),
  pause: (ms) => setTimeout(ms),
})

/**
 * Cognito has changed the password already and cannot undo it, so a failure here is logged and alarmed, not shown. A
 * confirmed address has no effect: Cognito accepts its code from anybody, so the profile is made at the first sign-in
 * of the person who proved the address with the password.
 */
export const createLambdaHandler = (openServices: () => PostConfirmationServices) => {
  let services: PostConfirmationServices | undefined
  return serveEvent(
    tableAccess['post-confirmation'],
    async (event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> => {
      try {
        services ??= openServices()
        await follow(event, services)
      } catch (error) {
        log.error('a new password was not followed up', {
          trigger: event.triggerSource,
          sub: event.userName,
          fault: formatErrorForLog(error),
        })
      }
      return event
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)

async function follow(event: PostConfirmationTriggerEvent, services: PostConfirmationServices): Promise<void> {
  const { userName: sub, userPoolId, request, triggerSource } = event
  if (triggerSource !== 'PostConfirmation_ConfirmForgotPassword') return
  const identities = services.identities(userPoolId)
  const ticket = await redeemCognitoCallTicket(request.clientMetadata?.[cognitoMetadataKeys.ticket], sub, services)
  const email = (request.userAttributes['email'] ?? '').toLowerCase()
  await finishPasswordReset({ sub, userId: toEventUserId(event), email }, ticket, { ...services, identities })
}
