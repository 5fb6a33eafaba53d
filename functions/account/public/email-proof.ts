import { createHash } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import { isConditionFailure, type Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { toEmailAddressId } from '#platform/email-address-id'
import { requireOneTimeLink, createOneTimeLinkToken } from '#platform/one-time-link'
import { throwRefusal } from '#platform/refusal-error'
import type { ActionServices } from '#platform/services'

export type PendingSignUp = EntityItem<TableEntities['pendingSignUps']>

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

interface ProofServices {
  readonly data: Database
  readonly now: () => Date
}

export async function findPendingSignUp(email: string, data: Database): Promise<PendingSignUp | undefined> {
  const { data: pending } = await data.pendingSignUps.get({ addressId: toEmailAddressId(email) }).go()
  return pending ?? undefined
}

export const isEmailAwaitingProof = async (email: string, data: Database): Promise<boolean> =>
  (await findPendingSignUp(email, data))?.state === 'unproven'

export const createEmailProofToken = (email: string, services: ProofServices): Promise<string> => {
  const addressId = toEmailAddressId(email)
  return createOneTimeLinkToken({ purpose: 'address', userId: addressId, cause: addressId }, services)
}

/** @throws Refusal `link-invalid` when the token does not prove this address; the same for unknown addresses */
export async function requireEmailProof(email: string, token: string, services: ProofServices): Promise<void> {
  const { userId } = await requireOneTimeLink(token, 'address', services)
  if (userId !== toEmailAddressId(email)) throwRefusal('link-invalid')
}

interface Account {
  readonly sub: string
  readonly userId: string
  readonly email: string
  readonly byGoogle: boolean
}

/**
 * The person who chose the password proves the address: with a mailed link and the password, the token of the browser
 * that signed up, or a new password set through the link. Cognito's confirmation is no proof, because it takes the code
 * from anybody.
 */
export async function isEmailProven({ sub, userId, email, byGoogle }: Account, data: Database): Promise<boolean> {
  if (byGoogle) return true
  const pending = await findPendingSignUp(email, data)
  if (pending?.state === 'proven' && pending.sub === sub) return true
  // Not at once: the profile is written as the item goes, and between the two neither would be there.
  const { data: user } = await data.users.get({ userId }).go()
  return user !== null && user.status !== 'unconfirmed'
}

type Change = Partial<
  Pick<PendingSignUp, 'state' | 'sub' | 'tokenHash' | 'ownDetails' | 'acceptedFrom' | 'formerOrderId' | 'revokedAt'>
>

/** @returns the new item, or undefined when another step, or an order of this attempt, was written first */
export async function advancePendingSignUp(
  email: string,
  before: PendingSignUp | undefined,
  change: Change,
  { data, now }: ProofServices,
): Promise<PendingSignUp | undefined> {
  const addressId = toEmailAddressId(email)
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
      .where((stored, operations) =>
        [
          createUnchangedCondition(stored.version, before?.version, operations),
          createUnchangedCondition(stored.orderId, before?.orderId, operations),
        ].join(' AND '),
      )
      .go()
    return next
  } catch (error) {
    if (isConditionFailure(error)) return undefined
    throw error
  }
}

type RevocationServices = ProofServices & Pick<ActionServices, 'wallClock'>

/**
 * Once the password was set through a mail to the address, the details of the sign-up may be somebody else's, and so may
 * the sessions until now. Details that the owner had proven before stay.
 * @returns the instant until which sessions are refused
 */
export const recordPasswordSetByMail = (sub: string, email: string, services: RevocationServices): Promise<string> =>
  revokeSessions({ sub, email, state: 'proven' }, services)

/** @returns the instant until which sessions of an account that nobody had proven are refused */
export const recordAccountClaim = (sub: string, email: string, services: RevocationServices): Promise<string> =>
  revokeSessions({ sub, email, state: 'unproven' }, services)

async function revokeSessions(
  { sub, email, state }: Pick<PendingSignUp, 'email' | 'state'> & { readonly sub: string },
  services: RevocationServices,
): Promise<string> {
  const before = await findPendingSignUp(email, services.data)
  const known = state === 'proven' && before?.state === 'proven' && before.sub === sub ? before : {}
  const revokedAt = services.wallClock().toISOString()
  const written = await advancePendingSignUp(email, before, { ...known, state, sub, revokedAt }, services)
  return written ? revokedAt : revokeSessions({ sub, email, state }, services)
}
