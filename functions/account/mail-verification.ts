import type { account } from '#contract/account-domain'
import { AccountEmail } from '#contract/value-schemas'
import { consumeAddressMailLimit } from './public/address-mails.ts'
import { advancePendingSignUp, findPendingSignUp, isEmailAwaitingProof } from './public/email-proof.ts'
import { hasInvitationExpired } from './reset-link.ts'
import { withFixedResponseTime } from './fixed-response-time.ts'
import { findDeletedAccountCustomer } from '../customers/public/former-customer.ts'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { queueMail } from '#platform/outbox'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import type { AccountServices } from './services.ts'
import type { CognitoAccount } from './user-pool-sign-up-access.ts'

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
  const { email, reset } = body
  const mail = () => (reset ? mailNewPasswordLink(email, services) : queueVerificationMail(email, services))
  await withFixedResponseTime(mail, RESPONSE_STEP_MS, services)
  return { accepted: true }
}

/** Cognito itself mails those whose address is verified and who have chosen a password before. */
async function mailNewPasswordLink(email: string, services: AccountServices): Promise<void> {
  // Cognito refuses a longer user name with an error, which strangers could cause.
  if (!AccountEmail.safeParse(email).success) return
  const present = await services.signUps.find(email)
  if (present?.status === 'invited') return mailInvitationAgain(email, present, services)
  if (!present) await awaitReturn(email, services)
  await queueVerificationMail(email, services, 'reset')
}

/**
 * Only once the mailed link has expired: a new one ends it, and anybody can ask. An invitation that was cut off is the
 * practice's to finish. Without a profile nobody was invited: choosing a first password was cut off.
 */
async function mailInvitationAgain(
  email: string,
  { userId }: CognitoAccount,
  services: AccountServices,
): Promise<void> {
  const { data: user } = await services.data.users.get({ userId }).go()
  if (!user) return queueVerificationMail(email, services, 'reset')
  const isOpen = user.status === 'active' && user.registrationDue && user.unfinished !== 'invitation'
  if (!isOpen || !(await hasInvitationExpired(user, services))) return
  if (!(await consumeAddressMailLimit(email, services))) return
  try {
    await services.signUps.inviteAgain(email)
  } catch (error) {
    // Strangers must not tell from a fault that the address was invited.
    log.error('an invitation was not mailed again', { userId, fault: formatErrorForLog(error) })
  }
}

async function awaitReturn(email: string, services: AccountServices): Promise<void> {
  const { data } = services
  if ((await findPendingSignUp(email, data)) || !(await findDeletedAccountCustomer(email, services))) return
  await advancePendingSignUp(email, undefined, {}, services)
}
