import type { account } from '#contract/account-domain'
import { HIGHEST_SORT_KEY } from '#data/pagination'
import { INVITATION_DAYS, requireOneTimeLink, createOneTimeLinkToken, type OneTimeLink } from '#platform/one-time-link'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import type { StoredUser } from '#platform/user'

const CHECKS: RateLimit = { name: 'reset-links', tries: 30, minutes: 15 }

/**
 * Mailed with Cognito's recovery code: Cognito checks a code only when a password is set with it, this tells the page
 * beforehand.
 */
export const createPasswordResetToken = (
  userId: string,
  services: Pick<ActionServices, 'data' | 'now'>,
): Promise<string> => createOneTimeLinkToken({ purpose: 'reset', userId, cause: 'forgotten-password' }, services)

/** Makes the invited owner trusted, so that strangers who guess at the new account do not lock them out. */
export const createInvitationToken = (
  userId: string,
  services: Pick<ActionServices, 'data' | 'now'>,
): Promise<string> => createOneTimeLinkToken({ purpose: 'invitation', userId, cause: 'invitation' }, services)

/** Where Cognito words the mails there is no token, and the account tells when it was invited. */
export async function hasInvitationExpired(
  { userId, createdAt: invitedAt }: Pick<StoredUser, 'userId' | 'createdAt'>,
  { data, wallClock }: Pick<ActionServices, 'data' | 'wallClock'>,
): Promise<boolean> {
  const since = new Date(wallClock().getTime() - INVITATION_DAYS * 86_400_000).toISOString()
  if (invitedAt > since) return false
  const { data: recent } = await data.oneTimeLinks.query
    .byUser({ userId })
    .between({ createdAt: since }, { createdAt: HIGHEST_SORT_KEY })
    .go({ pages: 'all' })
  return recent.every(({ purpose }) => purpose !== 'invitation')
}

export const checkPasswordResetLink: EndpointAction<typeof account.checkResetLink> = async (
  { actor, body },
  services,
) => {
  await consumeNetworkRateLimit(services.data, CHECKS, actor.address, services.wallClock())
  const link = await requireOneTimeLink(body.token, 'reset', services)
  if ((await wasUsed(link, services)) || (await wasReplaced(link, services))) throwRefusal('link-invalid')
  const { enforceStrongPasswords: strongPasswords } = await services.securitySettings()
  return { works: true, strongPasswords }
}

async function wasUsed({ userId, createdAt }: OneTimeLink, { data }: Pick<ActionServices, 'data'>): Promise<boolean> {
  const { data: user } = await data.users.get({ userId }).go()
  return user?.passwordByMailAt !== undefined && user.passwordByMailAt >= createdAt
}

/** Cognito's newer code invalidates the previous one. */
async function wasReplaced(
  { userId, createdAt, tokenHash }: OneTimeLink,
  { data }: Pick<ActionServices, 'data'>,
): Promise<boolean> {
  const { data: since } = await data.oneTimeLinks.query
    .byUser({ userId })
    .between({ createdAt }, { createdAt: HIGHEST_SORT_KEY })
    .go({ pages: 'all' })
  return since.some(
    (other) => other.purpose === 'reset' && other.tokenHash !== tokenHash && other.createdAt > createdAt,
  )
}
