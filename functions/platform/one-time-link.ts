import { createHash, randomBytes } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { OneTimeLinkPurpose } from '#data/one-time-link'
import { toEpochSeconds } from '#data/table'
import type { TransactionEntities } from '#data/transact'
import { throwRefusal } from './refusal-error.ts'

export type OneTimeLink = EntityItem<TableEntities['oneTimeLinks']>

export const ONE_TIME_LINK_DAYS = 30

/** A buyer may open the verification mail after a month, or after a reminder. */
export const EMAIL_VERIFICATION_LINK_DAYS = 60

/**
 * As long as the daily limit of mails, so that the last mail of the day still works after strangers have used up the
 * limit.
 */
export const SIGN_IN_UNLOCK_LINK_HOURS = 24

/** As long as Cognito's code in the same mail. */
const RESET_LINK_MINUTES = 60

/** A reminder is mailed at most a day before the start, and a freed hour is kept for two hours. */
const SHORT_LINK_DAYS = 2

/** As long as Cognito's temporary password. */
export const INVITATION_DAYS = 7

const DAY_MS = 86_400_000

function lifeMs(purpose: OneTimeLinkPurpose): number {
  if (purpose === 'sign-in') return SIGN_IN_UNLOCK_LINK_HOURS * 3_600_000
  if (purpose === 'reset') return RESET_LINK_MINUTES * 60_000
  if (purpose === 'invitation') return INVITATION_DAYS * DAY_MS
  if (purpose === 'attendance' || purpose === 'freed-hour') return SHORT_LINK_DAYS * DAY_MS
  return (purpose === 'address' ? EMAIL_VERIFICATION_LINK_DAYS : ONE_TIME_LINK_DAYS) * DAY_MS
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

interface LinkServices {
  readonly data: Database
  readonly now: () => Date
}

interface Wanted {
  readonly purpose: OneTimeLinkPurpose
  readonly userId: string
  readonly cause: string
}

/**
 * 256 random bits, stored only as a hash. Called while the mail is composed, so that the token is stored nowhere; a
 * retried mail has another token, and both work.
 */
export async function createOneTimeLinkToken(wanted: Wanted, { data, now }: LinkServices): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = now()
  const expires = new Date(at.getTime() + lifeMs(wanted.purpose))
  await data.oneTimeLinks
    .create({
      ...wanted,
      tokenHash: hashOf(token),
      createdAt: at.toISOString(),
      expiresAt: expires.toISOString(),
      expiresAtEpoch: toEpochSeconds(expires),
    })
    .go()
  return token
}

/** @throws Refusal `link-invalid` when it is unknown, used or expired */
export async function requireOneTimeLink(
  token: string,
  purpose: OneTimeLinkPurpose,
  { data, now }: LinkServices,
): Promise<OneTimeLink> {
  const { data: link } = await data.oneTimeLinks.get({ tokenHash: hashOf(token) }).go()
  const works = link?.purpose === purpose && link.expiresAt > now().toISOString()
  return works ? link : throwRefusal('link-invalid')
}

/** Part of the transaction of the link's effect: of two concurrent uses one fails. */
export const consumeOneTimeLink = (entities: TransactionEntities, { tokenHash }: OneTimeLink) =>
  entities.oneTimeLinks
    .delete({ tokenHash })
    .where(({ createdAt }, { exists }) => exists(createdAt))
    .commit()
