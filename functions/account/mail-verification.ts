import type { account } from '#contract/account-domain'
import type { ActionInput } from '#contract/endpoint'
import { consumeAddressMailLimit } from './public/address-mails.ts'
import { advancePendingSignUp, findPendingSignUp, isEmailAwaitingProof } from './public/email-proof.ts'
import { withFixedResponseTime } from './fixed-response-time.ts'
import { findDeletedAccountCustomer } from '../customers/public/former-customer.ts'
import { queueMail } from '#platform/outbox'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import type { AccountServices } from './services.ts'

const BY_CALLER: RateLimit = { name: 'verification-mails-by-caller', tries: 20, minutes: 60 }

const RESPONSE_STEP_MS = 1000

/**
 * Counts only mails that are sent: strangers could otherwise use up the day's mails of an address without one arriving.
 */
export async function queueVerificationMail(
  email: string,
  services: ActionServices,
  wish: 'verify' | 'reset' = 'verify',
): Promise<void> {
  if (!(await isEmailAwaitingProof(email, services.data))) return
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
  await withFixedResponseTime(() => mailIfAwaited(body, services), RESPONSE_STEP_MS, services)
  return { accepted: true }
}

async function mailIfAwaited(
  { email, reset }: ActionInput<typeof account.mailVerification>['body'],
  services: AccountServices,
): Promise<void> {
  if (reset) await awaitReturn(email, services)
  await queueVerificationMail(email, services, reset ? 'reset' : 'verify')
}

async function awaitReturn(email: string, services: AccountServices): Promise<void> {
  const { data, signUps } = services
  if (await signUps.find(email)) return
  if ((await findPendingSignUp(email, data)) || !(await findDeletedAccountCustomer(email, services))) return
  await advancePendingSignUp(email, undefined, {}, services)
}
