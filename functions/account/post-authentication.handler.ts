import type { PostAuthenticationTriggerEvent } from 'aws-lambda'
import { clientMetadata } from '#contract/client-metadata'
import { cleanName } from '#contract/person-name'
import { signUpAttributes } from '#contract/sign-up'
import { conditionFailed } from '#data/data'
import { withAccess } from '#data/table-scope'
import { environment } from '#platform/environment'
import { userIdOf } from './public/profile.ts'
import { liveBasics } from '#platform/services'
import type { LedgerServices } from './public/ledger-writes.ts'
import { closeAttempt } from './public/login-ledger.ts'
import { tableAccess } from './table-access.ts'

export const open = (): LedgerServices => liveBasics(environment(['TABLE_NAME']).TABLE_NAME)

export const withServices = (openServices: () => LedgerServices) => {
  let services: LedgerServices | undefined
  return withAccess(
    tableAccess['post-authentication'],
    async (event: PostAuthenticationTriggerEvent): Promise<PostAuthenticationTriggerEvent> => {
      services ??= openServices()
      const ticket = event.request.clientMetadata?.[clientMetadata.ticket]
      await closeAttempt(ticket, userIdOf(event.userName), services)
      await adoptName(event, services)
      return event
    },
  )
}

export const handler = withServices(open)

async function adoptName(
  { userName, request }: PostAuthenticationTriggerEvent,
  { data }: LedgerServices,
): Promise<void> {
  const [firstName, lastName] = [signUpAttributes.firstName, signUpAttributes.lastName].map((name) =>
    cleanName(request.userAttributes[name]),
  )
  if (!firstName || !lastName) return
  try {
    await data.users
      .patch({ userId: userIdOf(userName) })
      .set({ firstName, lastName })
      .where((stored, { eq }) => eq(stored.firstName, ''))
      .go()
  } catch (error) {
    // There is a name, or no account yet.
    if (!conditionFailed(error)) throw error
  }
}
