import type { account } from '#contract/account-domain'
import { findUserByEmail } from '#data/user-queries'
import { appendAuditEntry } from '#platform/audit'
import { SIGN_IN_UNLOCK_LINK_HOURS } from '#platform/one-time-link'
import { queueMail } from '#platform/outbox'
import { consumeNetworkRateLimit, tryConsumeRateLimit, type RateLimit } from '#platform/rate-limit'
import type { EndpointAction } from '#platform/serve'
import type { AccountServices } from './services.ts'

const BY_CALLER: RateLimit = { name: 'sign-in-links-by-caller', tries: 10, minutes: 60 }
/**
 * Anybody can use these up. A link lives as long as it counts here and allows as many tries as a place has, so an owner
 * who gets no further mail still has a working one.
 */
const BY_OWNER: RateLimit = { name: 'sign-in-links', tries: 3, minutes: SIGN_IN_UNLOCK_LINK_HOURS * 60 }

/**
 * Lets the owner try the password after strangers have used up the attempts; the link alone gives no access. The reply
 * does not reveal whether the account exists.
 */
export const mailSignInUnlockLink: EndpointAction<typeof account.mailSignInLink, AccountServices> = async (
  { actor, body },
  services,
) => {
  const { data, now, wallClock } = services
  await consumeNetworkRateLimit(data, BY_CALLER, actor.address, wallClock())
  const found = await findUserByEmail(data, body.email)
  const owner = found && (await data.users.get({ userId: found.userId }).go()).data
  const proven = owner?.emailVerifiedAt !== undefined && owner.status === 'active'
  if (!owner || !proven || !(await tryConsumeRateLimit(data, BY_OWNER, owner.userId, wallClock())))
    return { accepted: true }
  const { userId, email, customerId } = owner
  await data.transact((entities) => ({
    mail: queueMail(
      entities,
      { to: email, customerId, content: { kind: 'sign-in-link', userId, askedAt: now().toISOString() } },
      services,
    ),
    audit: appendAuditEntry(
      entities,
      { action: 'SIGN_IN_LINK_MAILED', by: 'visitor', subjectId: userId, caller: actor },
      services,
    ),
  }))
  return { accepted: true }
}
