import type { PreAuthenticationTriggerEvent } from 'aws-lambda'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { readEnvironment } from '#platform/environment'
import { createLiveNonApiServices } from '#platform/services'
import { serveEvent } from '#platform/serve-event'
import { toEventUserId } from '#platform/user'
import type { SignInLedgerServices } from './public/ledger-writes.ts'
import { computeUnknownUserId, openSignInAttempt } from './public/login-ledger.ts'
import { assignTicketToSignIn } from './public/cognito-call-ticket.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = (): SignInLedgerServices =>
  createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME)

export const createLambdaHandler = (openServices: () => SignInLedgerServices) => {
  let services: SignInLedgerServices | undefined
  return serveEvent(
    tableAccess['pre-authentication'],
    async (event: PreAuthenticationTriggerEvent): Promise<PreAuthenticationTriggerEvent> => {
      const { userNotFound, validationData } = event.request
      services ??= openServices()
      // Cognito continues for unknown addresses, and so does this: the caller must not see a difference.
      const userId = userNotFound ? computeUnknownUserId(event.userName) : toEventUserId(event)
      const visit = await assignTicketToSignIn(validationData?.[cognitoMetadataKeys.ticket], userId, services)
      const viaGoogle = event.request.userAttributes['identities'] !== undefined
      if (!(await openSignInAttempt(userId, visit, services, viaGoogle))) throw new Error('too-many-attempts')
      return event
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)
