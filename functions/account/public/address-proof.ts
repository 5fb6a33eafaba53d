import { createHash } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import { conditionFailed, type Data } from '#data/data'
import type { Entities } from '#data/entities'
import { addressIdOf } from '#platform/address-id'
import { requireLink, mintToken } from '#platform/one-time-link'
import { refuse } from '#platform/refusal'
import { userIdOf } from '#platform/user'

/**
 * An address is proven by the person who chose the password. Cognito's confirmation is no proof, because it takes the
 * code from anybody: the proof is a mailed link together with the password, with the token of the browser that signed
 * up, or with a new password chosen through the link.
 */
export type PendingSignUp = EntityItem<Entities['pendingSignUps']>

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

interface ProofServices {
  readonly data: Data
  readonly now: () => Date
}

export async function pendingSignUpOf(email: string, data: Data): Promise<PendingSignUp | undefined> {
  const { data: pending } = await data.pendingSignUps.get({ addressId: addressIdOf(email) }).go({ consistent: true })
  return pending ?? undefined
}

export const mintAddressProof = (email: string, services: ProofServices): Promise<string> => {
  const addressId = addressIdOf(email)
  return mintToken({ purpose: 'address', userId: addressId, cause: addressId }, services)
}

/** @throws Refusal `link-invalid` when the token does not prove this address; the same for unknown addresses */
export async function requireAddressProof(email: string, token: string, services: ProofServices): Promise<void> {
  const { userId } = await requireLink(token, 'address', services)
  if (userId !== addressIdOf(email)) refuse('link-invalid')
}

interface Account {
  readonly sub: string
  readonly email: string
  readonly byGoogle: boolean
}

export async function isProven({ sub, email, byGoogle }: Account, data: Data): Promise<boolean> {
  if (byGoogle) return true
  const [{ data: user }, pending] = await Promise.all([
    data.users.get({ userId: userIdOf(sub) }).go({ consistent: true }),
    pendingSignUpOf(email, data),
  ])
  if (user && user.status !== 'unconfirmed') return true
  return pending?.state === 'proven' && pending.sub === sub
}

type Change = Partial<Pick<PendingSignUp, 'state' | 'sub' | 'tokenHash' | 'ownDetails' | 'acceptedFrom'>>

/** @returns the new item, or undefined when another step was written first */
export async function advanceSignUp(
  email: string,
  before: PendingSignUp | undefined,
  change: Change,
  { data, now }: ProofServices,
): Promise<PendingSignUp | undefined> {
  const addressId = addressIdOf(email)
  const next = {
    addressId,
    email,
    state: 'unproven' as const,
    createdAt: before?.createdAt ?? now().toISOString(),
    ...change,
    version: (before?.version ?? 0) + 1,
  }
  try {
    await data.pendingSignUps
      .put(next)
      .where(({ version }, { eq, notExists }) => (before ? eq(version, before.version) : notExists(version)))
      .go()
    return next
  } catch (error) {
    if (conditionFailed(error)) return undefined
    throw error
  }
}

/** Details given at sign-up may be somebody else's once the password was chosen through a mail to the address. */
export async function notePasswordByMail(sub: string, email: string, services: ProofServices): Promise<void> {
  const before = await pendingSignUpOf(email, services.data)
  if (before?.state === 'proven' && before.sub === sub) return
  const written = await advanceSignUp(email, before, { state: 'proven', sub }, services)
  if (!written) await notePasswordByMail(sub, email, services)
}
