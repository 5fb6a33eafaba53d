import type { PreAuthenticationTriggerEvent } from 'aws-lambda'
import { clientMetadata } from '#contract/client-metadata'
import { environment } from '#platform/environment'
import { userIdOf } from '#platform/profile'
import { liveBasics } from '#platform/services'
import { type LedgerServices, openAttempt } from './login-ledger.ts'
import { takeTicket } from './visit-ticket.ts'

export const open = (): LedgerServices => liveBasics(environment(['TABLE_NAME']).TABLE_NAME)

/** Opens an attempt before the password is checked, and refuses when too many have failed. */
export const withServices = (openServices: () => LedgerServices) => {
  let services: LedgerServices | undefined
  return async (event: PreAuthenticationTriggerEvent): Promise<PreAuthenticationTriggerEvent> => {
    const { userNotFound, validationData } = event.request
    // For an address without an account Cognito goes through the motions; there is no ledger to write.
    if (userNotFound) return event
    services ??= openServices()
    const caller = await takeTicket(validationData?.[clientMetadata.ticket], services)
    if (!(await openAttempt(userIdOf(event.userName), caller, services))) throw new Error('too-many-attempts')
    return event
  }
}

export const handler = withServices(open)
