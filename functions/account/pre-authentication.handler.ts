import type { PreAuthenticationTriggerEvent } from 'aws-lambda'
import { clientMetadata } from '#contract/client-metadata'
import { withAccess } from '#data/table-scope'
import { environment } from '#platform/environment'
import { userIdOf } from './public/profile.ts'
import { liveBasics } from '#platform/services'
import type { LedgerServices } from './public/ledger-writes.ts'
import { unknownUserId, openAttempt } from './public/login-ledger.ts'
import { assignTicketToAttempt } from './public/visit-ticket.ts'
import { tableAccess } from './table-access.ts'

export const open = (): LedgerServices => liveBasics(environment(['TABLE_NAME']).TABLE_NAME)

export const withServices = (openServices: () => LedgerServices) => {
  let services: LedgerServices | undefined
  return withAccess(
    tableAccess['pre-authentication'],
    async (event: PreAuthenticationTriggerEvent): Promise<PreAuthenticationTriggerEvent> => {
      const { userNotFound, validationData } = event.request
      services ??= openServices()
      // For an address without an account Cognito goes through the motions, and so do we: who asks learns nothing.
      const userId = userNotFound ? unknownUserId(event.userName) : userIdOf(event.userName)
      const visit = await assignTicketToAttempt(validationData?.[clientMetadata.ticket], userId, services)
      if (!(await openAttempt(userId, visit, services))) throw new Error('too-many-attempts')
      return event
    },
  )
}

export const handler = withServices(open)
