import type { PostAuthenticationTriggerEvent } from 'aws-lambda'
import { environment } from '#platform/environment'
import { userIdOf } from '#platform/profile'
import { liveBasics } from '#platform/services'
import { closeAttempt, type LedgerServices } from './login-ledger.ts'

export const open = (): LedgerServices => liveBasics(environment(['TABLE_NAME']).TABLE_NAME)

/** Closes the attempt once the person is in, second factor included. */
export const withServices = (openServices: () => LedgerServices) => {
  let services: LedgerServices | undefined
  return async (event: PostAuthenticationTriggerEvent): Promise<PostAuthenticationTriggerEvent> => {
    services ??= openServices()
    await closeAttempt(userIdOf(event.userName), services)
    return event
  }
}

export const handler = withServices(open)
