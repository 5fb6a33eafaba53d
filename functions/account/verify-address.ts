import type { account } from '#contract/account'
import type { Input } from '#contract/endpoint'
import { addressIdOf } from '#platform/address-id'
import {
  advanceSignUp,
  hashOfToken,
  isProven,
  type PendingSignUp,
  pendingSignUpOf,
  requireAddressProof,
} from './public/address-proof.ts'
import type { Caller } from '#platform/http'
import { verifyPassword } from './public/password-proof.ts'
import { userIdOf } from './public/profile.ts'
import { consumeNetworkRateLimit, clearAttempts, type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { requireStrongPassword } from './strong-password.ts'
import { trustOfProof } from './public/trust.ts'
import type { AccountServices } from './services.ts'
import type { AddressAccount } from './sign-ups.ts'

const BY_CALLER: RateLimit = { name: 'address-proofs-by-caller', tries: 60, minutes: 15 }
const PASSWORDS: RateLimit = { name: 'address-proof-passwords', tries: 5, minutes: 15 }

type VerifyAddressBody = Input<typeof account.verifyAddress>['body']

/**
 * Reading the mail is half of the proof; the other half is the account's password or the token of the browser that
 * created it. Otherwise the account may be a stranger's who typed this address.
 */
export const verifyAddress: Action<typeof account.verifyAddress, AccountServices> = async (
  { actor, body },
  services,
) => {
  const { data, signUps, wallClock } = services
  const { email } = body
  await consumeNetworkRateLimit(data, BY_CALLER, actor.address, wallClock())
  await requireAddressProof(email, body.proof, services)
  const present = await signUps.find(email)
  if (!present) return { state: 'choose-password' }

  const pending = await pendingSignUpOf(email, data)
  if (await isProven({ ...present, email }, data)) {
    // The practice has made another account meanwhile, with a mail of its own.
    if (present.status === 'invited') refuse('link-invalid')
    // A confirmation that was cut off between the table and Cognito is finished here.
    if (present.status === 'unconfirmed') await signUps.confirm(present.sub)
    return { state: 'verified' }
  }
  const own = isOwnBrowser(body, present, pending)
  if (!own && body.password === undefined) return { state: 'password-needed' }
  if (!own) await requirePassword(body, present, actor, services)

  const { sub } = present
  const { acceptedFrom } = pending ?? {}
  const proof = { state: 'proven' as const, sub, ownDetails: true, ...(acceptedFrom && { acceptedFrom }) }
  // From here on nobody can replace the account; Cognito is told afterwards, and again by the same link if that fails.
  if (!(await advanceSignUp(email, pending, proof, services))) refuse('changed-meanwhile')
  await signUps.confirm(sub)
  return { state: 'verified' }
}

const isOwnBrowser = (
  { token }: VerifyAddressBody,
  { sub }: AddressAccount,
  pending: PendingSignUp | undefined,
): boolean => token !== undefined && pending?.sub === sub && pending.tokenHash === hashOfToken(token)

async function requirePassword(
  { email, password = '' }: VerifyAddressBody,
  { sub }: AddressAccount,
  actor: Caller,
  services: AccountServices,
): Promise<void> {
  const { data, wallClock } = services
  const addressId = addressIdOf(email)
  await consumeRateLimit(data, PASSWORDS, addressId, wallClock())
  const userId = userIdOf(sub)
  const claim = { userId, password, caller: actor, trust: trustOfProof(userId, addressId) }
  if (!(await verifyPassword(claim, services))) refuse('password-wrong')
  await clearAttempts(data, PASSWORDS, addressId)
}

/**
 * For a mail reader with neither token nor password: the account of the address is deleted with its password, sessions
 * and details, and a new one created.
 */
export const chooseFirstPassword: Action<typeof account.chooseFirstPassword, AccountServices> = async (
  { actor, body: { email, proof, password } },
  services,
) => {
  const { data, signUps, wallClock } = services
  await consumeNetworkRateLimit(data, BY_CALLER, actor.address, wallClock())
  await requireAddressProof(email, proof, services)
  await requireStrongPassword({ email, password, field: 'password' }, services)
  const present = await signUps.find(email)
  if (present && (await isProven({ ...present, email }, data))) refuse('link-invalid')

  // The new version keeps both a replacement and another reader of the mail from going on with what is thrown away here.
  const begun = await advanceSignUp(email, await pendingSignUpOf(email, data), {}, services)
  if (!begun) return refuse('changed-meanwhile')
  if (present) await signUps.remove(present.sub)
  const sub = await signUps.make(email, password)
  if (!(await advanceSignUp(email, begun, { state: 'proven', sub }, services))) {
    await signUps.remove(sub)
    return refuse('changed-meanwhile')
  }
  return { chosen: true }
}
