import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#data/database'
import { toEpochSeconds } from '#data/table'
import { RefusalError } from '#platform/refusal-error'
import { requireOneTimeLink, createOneTimeLinkToken, type OneTimeLink } from '#platform/one-time-link'
import type { TrustedPlace } from './cognito-call-ticket.ts'

/** Over a year, so that a yearly visitor stays known; each sign-in renews it. */
const BROWSER_DAYS = 400

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

const placeNamed = (kind: 'browser' | 'link' | 'session', name: string): string => `${kind}-${name.slice(0, 32)}`

interface PlaceServices {
  readonly data: Database
  readonly now: () => Date
  readonly wallClock: () => Date
}

export const toSessionPlace = (userId: string, sessionId: string): TrustedPlace => ({
  userId,
  place: placeNamed('session', sessionId.replaceAll('-', '')),
})

export const toEmailProofPlace = (userId: string, addressId: string): TrustedPlace => ({
  userId,
  place: placeNamed('link', addressId),
})

export async function findKnownBrowserPlaces(
  tokens: readonly string[],
  { data, wallClock }: Pick<PlaceServices, 'data' | 'wallClock'>,
): Promise<TrustedPlace[]> {
  const at = wallClock().toISOString()
  const found = await Promise.all(tokens.map((token) => data.knownBrowsers.get({ tokenHash: hashOf(token) }).go()))
  return found.flatMap(({ data: browser }) =>
    browser && browser.expiresAt > at
      ? [{ userId: browser.userId, place: placeNamed('browser', browser.tokenHash) }]
      : [],
  )
}

export const createSignInUnlockToken = (
  { userId, askedAt }: { readonly userId: string; readonly askedAt: string },
  { data, wallClock }: Pick<PlaceServices, 'data' | 'wallClock'>,
): Promise<string> => createOneTimeLinkToken({ purpose: 'sign-in', userId, cause: askedAt }, { data, now: wallClock })

/**
 * The account this link was mailed to; none when expired. Recovery and invitation links count too: they also prove
 * access to the mailbox, and an owner who sets a password with one must be allowed to try it.
 */
export async function findMailedLinkPlaces(
  token: string,
  { data, now, wallClock }: PlaceServices,
): Promise<TrustedPlace[]> {
  const link =
    (await mailed(token, 'sign-in', { data, now: wallClock })) ??
    (await mailed(token, 'reset', { data, now })) ??
    (await mailed(token, 'invitation', { data, now }))
  return link ? [{ userId: link.userId, place: placeNamed('link', link.tokenHash) }] : []
}

async function mailed(...asked: Parameters<typeof requireOneTimeLink>): Promise<OneTimeLink | undefined> {
  try {
    return await requireOneTimeLink(...asked)
  } catch (error) {
    if (error instanceof RefusalError) return undefined
    throw error
  }
}

export async function renewKnownBrowser(
  token: string,
  { data, wallClock }: Pick<PlaceServices, 'data' | 'wallClock'>,
): Promise<void> {
  await data.knownBrowsers
    .patch({ tokenHash: hashOf(token) })
    .set(lifeFrom(wallClock()))
    .go()
}

const lifeFrom = (at: Date) => {
  const expires = new Date(at.getTime() + BROWSER_DAYS * 86_400_000)
  return { expiresAt: expires.toISOString(), expiresAtEpoch: toEpochSeconds(expires) }
}

export async function registerKnownBrowser(
  userId: string,
  { data, wallClock }: Pick<PlaceServices, 'data' | 'wallClock'>,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = wallClock()
  await data.knownBrowsers
    .create({ tokenHash: hashOf(token), userId, createdAt: at.toISOString(), ...lifeFrom(at) })
    .go()
  return token
}
