import type { account } from '#contract/account'
import { consumeAddressMailLimit } from './public/address-mails.ts'
import { advancePendingSignUp, findPendingSignUp } from './public/email-proof.ts'
import { findDeletedAccountCustomer } from '../customers/public/former-customer.ts'
import { queueMail } from '#platform/outbox'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import type { AccountServices } from './services.ts'

const BY_CALLER: RateLimit = { name: 'verification-mails-by-caller', tries: 20, minutes: 60 }

/**
 * Whether the address waits to be verified is looked up when the mail is sent, so that the response time is the same
 * for every address.
 */
export async function queueVerificationMail(
  email: string,
  services: ActionServices,
  wish: 'verify' | 'reset' = 'verify',
): Promise<void> {
  if (!(await consumeAddressMailLimit(email, services))) return
  await services.data.transact((entities) => ({
    mail: queueMail(entities, { to: email, content: { kind: 'verification', wish } }, services),
  }))
}

export const requestVerificationMail: EndpointAction<typeof account.mailVerification, AccountServices> = async (
  { actor, body },
  services,
) => {
  await consumeNetworkRateLimit(services.data, BY_CALLER, actor.address, services.wallClock())
  if (body.reset) await awaitReturn(body.email, services)
  await queueVerificationMail(body.email, services, body.reset ? 'reset' : 'verify')
  return { accepted: true }
}

async function awaitReturn(email: string, services: AccountServices): Promise<void> {
  const { data, signUps } = services
  // Asked for every address alike.
  if (await signUps.find(email)) return
  if ((await findPendingSignUp(email, data)) || !(await findDeletedAccountCustomer(email, services))) return
  await advancePendingSignUp(email, undefined, {}, services)
}
