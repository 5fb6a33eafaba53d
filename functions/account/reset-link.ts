import type { account } from '#contract/account'
import { HIGHEST_KEY } from '#data/page'
import { requireLink, mintToken, type OneTimeLink } from '#platform/one-time-link'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { userIdOf } from '#platform/user'

const CHECKS: RateLimit = { name: 'reset-links', tries: 30, minutes: 15 }

/**
 * Accompanies Cognito's code in a recovery mail: Cognito checks a code only when a password is set with it, this tells
 * the page beforehand.
 */
export const mintResetToken = (sub: string, services: Pick<Services, 'data' | 'now'>): Promise<string> =>
  mintToken({ purpose: 'reset', userId: userIdOf(sub), cause: 'forgotten-password' }, services)

/** Marks the invited owner as trusted, so that strangers who guess at the new account do not lock them out. */
export const mintInvitationToken = (sub: string, services: Pick<Services, 'data' | 'now'>): Promise<string> =>
  mintToken({ purpose: 'invitation', userId: userIdOf(sub), cause: 'invitation' }, services)

export const checkResetLink: Action<typeof account.checkResetLink> = async ({ actor, body }, services) => {
  await consumeNetworkRateLimit(services.data, CHECKS, actor.address, services.wallClock())
  const link = await requireLink(body.token, 'reset', services)
  if ((await wasUsed(link, services)) || (await wasReplaced(link, services))) refuse('link-invalid')
  const { enforceStrongPasswords: strongPasswords } = await services.securitySettings()
  return { works: true, strongPasswords }
}

async function wasUsed({ userId, createdAt }: OneTimeLink, { data }: Pick<Services, 'data'>): Promise<boolean> {
  const { data: user } = await data.users.get({ userId }).go({ consistent: true })
  return user?.passwordByMailAt !== undefined && user.passwordByMailAt >= createdAt
}

/** A new code of Cognito invalidates the previous one. */
async function wasReplaced(
  { userId, createdAt, tokenHash }: OneTimeLink,
  { data }: Pick<Services, 'data'>,
): Promise<boolean> {
  const { data: since } = await data.oneTimeLinks.query
    .byUser({ userId })
    .between({ createdAt }, { createdAt: HIGHEST_KEY })
    .go({ pages: 'all' })
  return since.some(
    (other) => other.purpose === 'reset' && other.tokenHash !== tokenHash && other.createdAt > createdAt,
  )
}
