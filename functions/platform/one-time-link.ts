import { createHash, randomBytes } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import type { LinkPurpose } from '#data/one-time-link'
import { epochSeconds } from '#data/table'
import type { TransactionEntities } from '#data/transact'
import { refuse } from './refusal.ts'

export type OneTimeLink = EntityItem<Entities['oneTimeLinks']>

/** How long a mailed link works. */
export const LINK_DAYS = 30

/** A buyer who comes back to the verification mail after a month, or after a reminder, still gets in with it. */
export const ADDRESS_LINK_DAYS = 60

/**
 * Of a link that lets its reader try to sign in: as long as the mails of a day are counted, so that whoever is mailed no
 * other, because strangers have asked for all of them, has one that works.
 */
export const SIGN_IN_LINK_HOURS = 24

/** Of a link for a new password: as long as Cognito's code that it goes with. */
const RESET_LINK_MINUTES = 60

/** Of the link of an invitation: as long as the password that Cognito makes for it. */
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
  /** What it is mailed for; whoever opens it compares. */
  readonly cause: string
}

/**
 * Makes the token of a link: 256 random bits, of which the table keeps the hash alone. Called while a mail is put
 * together, so that the token is never written down; a mail that is sent again carries another one, and both work.
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

/** The link of a token. @throws Refusal `link-invalid` when there is none, it was used or it is too old */
export async function requireLink(
  token: string,
  purpose: LinkPurpose,
  { data, now }: LinkServices,
): Promise<OneTimeLink> {
  const { data: link } = await data.oneTimeLinks.get({ tokenHash: hashOf(token) }).go({ consistent: true })
  const works = link?.purpose === purpose && link.expiresAt > now().toISOString()
  return works ? link : refuse('link-invalid')
}

/** Uses a link up, in the transaction of what it does: of two that race, one finds it gone. */
export const consumeLink = (entities: TransactionEntities, { tokenHash }: OneTimeLink) =>
  entities.oneTimeLinks
    .delete({ tokenHash })
    .where(({ createdAt }, { exists }) => exists(createdAt))
    .commit()
