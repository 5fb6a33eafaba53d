import { createHash, randomBytes } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import type { LinkPurpose } from '#data/one-time-link'
import { epochSeconds } from '#data/table'
import type { TransactionEntities } from '#data/transact'
import { refuse } from './refusal.ts'

export type OneTimeLink = EntityItem<Entities['oneTimeLinks']>

export const LINK_DAYS = 30

/** Lets a buyer in who opens the verification mail after a month, or after a reminder. */
export const ADDRESS_LINK_DAYS = 60

/** As long as the daily limit of mails, so that a reader whose limit strangers have used up still has a valid link. */
export const SIGN_IN_LINK_HOURS = 24

/** As long as Cognito's code that comes with it. */
const RESET_LINK_MINUTES = 60

/** As long as the temporary password that Cognito creates. */
const INVITATION_DAYS = 7

const DAY_MS = 86_400_000

function lifeMs(purpose: LinkPurpose): number {
  if (purpose === 'sign-in') return SIGN_IN_LINK_HOURS * 3_600_000
  if (purpose === 'reset') return RESET_LINK_MINUTES * 60_000
  if (purpose === 'invitation') return INVITATION_DAYS * DAY_MS
  return (purpose === 'address' ? ADDRESS_LINK_DAYS : LINK_DAYS) * DAY_MS
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

interface LinkServices {
  readonly data: Data
  readonly now: () => Date
}

interface Wanted {
  readonly purpose: LinkPurpose
  readonly userId: string
  readonly cause: string
}

/**
 * 256 random bits, stored only as a hash. Called while the mail is composed, so that the token is stored nowhere; a
 * retried mail has another token, and both work.
 */
export async function mintToken(wanted: Wanted, { data, now }: LinkServices): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = now()
  const expires = new Date(at.getTime() + lifeMs(wanted.purpose))
  await data.oneTimeLinks
    .create({
      ...wanted,
      tokenHash: hashOf(token),
      createdAt: at.toISOString(),
      expiresAt: expires.toISOString(),
      expiresAtEpoch: epochSeconds(expires),
    })
    .go()
  return token
}

/** @throws Refusal `link-invalid` when it is unknown, used or expired */
export async function requireLink(
  token: string,
  purpose: LinkPurpose,
  { data, now }: LinkServices,
): Promise<OneTimeLink> {
  const { data: link } = await data.oneTimeLinks.get({ tokenHash: hashOf(token) }).go({ consistent: true })
  const works = link?.purpose === purpose && link.expiresAt > now().toISOString()
  return works ? link : refuse('link-invalid')
}

/** Has to be in the transaction of the link's effect: of two concurrent uses one fails. */
export const consumeLink = (entities: TransactionEntities, { tokenHash }: OneTimeLink) =>
  entities.oneTimeLinks
    .delete({ tokenHash })
    .where(({ createdAt }, { exists }) => exists(createdAt))
    .commit()
