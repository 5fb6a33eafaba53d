import type { PostAuthenticationTriggerEvent } from 'aws-lambda'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { cleanPersonName } from '#contract/person-name'
import { cognitoSignUpAttributes } from '#contract/sign-up'
import { isConditionFailure } from '#data/database'
import { readEnvironment } from '#platform/environment'
import { createLiveNonApiServices } from '#platform/services'
import { serveEvent } from '#platform/serve-event'
import { toEventUserId } from '#platform/user'
import type { SignInLedgerServices } from './public/ledger-writes.ts'
import { closeSignInAttempt } from './public/login-ledger.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = (): SignInLedgerServices =>
  createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME)

export const createLambdaHandler = (openServices: () => SignInLedgerServices) => {
  let services: SignInLedgerServices | undefined
  return serveEvent(
    tableAccess['post-authentication'],
    async (event: PostAuthenticationTriggerEvent): Promise<PostAuthenticationTriggerEvent> => {
      services ??= openServices()
      const ticket = event.request.clientMetadata?.[cognitoMetadataKeys.ticket]
      await closeSignInAttempt(ticket, toEventUserId(event), services)
      await fillMissingName(event, services)
      return event
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)

async function fillMissingName(event: PostAuthenticationTriggerEvent, { data }: SignInLedgerServices): Promise<void> {
  const [firstName, lastName] = [cognitoSignUpAttributes.firstName, cognitoSignUpAttributes.lastName].map((name) =>
    cleanPersonName(event.request.userAttributes[name]),
  )
  if (!firstName || !lastName) return
  try {
    await data.users
      .patch({ userId: toEventUserId(event) })
      .set({ firstName, lastName })
      .where((stored, { eq }) => eq(stored.firstName, ''))
      .go()
  } catch (error) {
    if (!isConditionFailure(error)) throw error
  }
}
