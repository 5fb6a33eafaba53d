import { createHash, randomBytes } from 'node:crypto'
import type { Data } from '#data/data'
import { epochSeconds } from '#data/table'
import { Refusal } from '#platform/refusal'
import { requireLink, mintToken, type OneTimeLink } from '#platform/one-time-link'
import type { Trust } from './visit-ticket.ts'

/** Longer than a year, so that whoever comes once a year is known; each sign-in begins it anew. */
const BROWSER_DAYS = 400

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Short enough for a key's part, long enough that two never meet. */
const placeNamed = (kind: 'browser' | 'link' | 'session', name: string): string => `${kind}-${name.slice(0, 32)}`

interface TrustServices {
  readonly data: Data
  readonly now: () => Date
  readonly wallClock: () => Date
}

/** A session of the account itself, which proves its password once more. */
export const trustOfSession = (userId: string, sessionId: string): Trust => ({
  userId,
  place: placeNamed('session', sessionId.replaceAll('-', '')),
})

/** Whoever has opened the mail that proves the account's address. */
export const trustOfProof = (userId: string, addressId: string): Trust => ({
  userId,
  place: placeNamed('link', addressId),
})

/** The accounts that have signed in with these tokens of a browser before. */
export async function trustOfBrowsers(
  tokens: readonly string[],
  { data, wallClock }: Pick<TrustServices, 'data' | 'wallClock'>,
): Promise<Trust[]> {
  const at = wallClock().toISOString()
  const found = await Promise.all(
    tokens.map((token) => data.knownBrowsers.get({ tokenHash: hashOf(token) }).go({ consistent: true })),
  )
  return found.flatMap(({ data: browser }) =>
    browser && browser.expiresAt > at
      ? [{ userId: browser.userId, place: placeNamed('browser', browser.tokenHash) }]
      : [],
  )
}

/** The token of a link for signing in. It lives by the clock of the limits, which let the next one be mailed. */
export const mintSignInToken = (
  { userId, askedAt }: { readonly userId: string; readonly askedAt: string },
  { data, wallClock }: Pick<TrustServices, 'data' | 'wallClock'>,
): Promise<string> => mintToken({ purpose: 'sign-in', userId, cause: askedAt }, { data, now: wallClock })

/**
 * The account to whose address this link was mailed; none when it is too old. That of a recovery mail or of an invitation
 * shows as well as any other who reads the mail: whoever chooses a password with it is let try, also where they are.
 */
export async function trustOfLink(token: string, { data, now, wallClock }: TrustServices): Promise<Trust[]> {
  const link =
    (await mailed(token, 'sign-in', { data, now: wallClock })) ??
    (await mailed(token, 'reset', { data, now })) ??
    (await mailed(token, 'invitation', { data, now }))
  return link ? [{ userId: link.userId, place: placeNamed('link', link.tokenHash) }] : []
}

async function mailed(...asked: Parameters<typeof requireLink>): Promise<OneTimeLink | undefined> {
  try {
    return await requireLink(...asked)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Lets a browser be known for as long again. */
export async function renewBrowser(
  token: string,
  { data, wallClock }: Pick<TrustServices, 'data' | 'wallClock'>,
): Promise<void> {
  await data.knownBrowsers
    .patch({ tokenHash: hashOf(token) })
    .set(lifeFrom(wallClock()))
    .go()
}

const lifeFrom = (at: Date) => {
  const expires = new Date(at.getTime() + BROWSER_DAYS * 86_400_000)
  return { expiresAt: expires.toISOString(), expiresAtEpoch: epochSeconds(expires) }
}

/** Makes the token of a browser in which this account is signed in: 256 random bits, of which the table keeps the hash. */
export async function rememberBrowser(
  userId: string,
  { data, wallClock }: Pick<TrustServices, 'data' | 'wallClock'>,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = wallClock()
  await data.knownBrowsers
    .create({ tokenHash: hashOf(token), userId, createdAt: at.toISOString(), ...lifeFrom(at) })
    .go()
  return token
}
