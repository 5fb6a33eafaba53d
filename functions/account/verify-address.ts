import type { account } from '#contract/account-domain'
import type { ActionInput } from '#contract/endpoint'
import { toEmailAddressId } from '#platform/email-address-id'
import {
  advancePendingSignUp,
  hashToken,
  isEmailProven,
  type PendingSignUp,
  findPendingSignUp,
  requireEmailProof,
} from './public/email-proof.ts'
import type { CallerDetails } from '#platform/http'
import { verifyPassword } from './public/password-proof.ts'
import { consumeNetworkRateLimit, clearRateLimitAttempts, type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireStrongPassword } from './strong-password.ts'
import { toEmailProofPlace } from './public/trusted-places.ts'
import type { AccountServices } from './services.ts'
import type { CognitoAccount } from './user-pool-sign-up-access.ts'

const BY_CALLER: RateLimit = { name: 'address-proofs-by-caller', tries: 60, minutes: 15 }
const PASSWORDS: RateLimit = { name: 'address-proof-passwords', tries: 5, minutes: 15 }

type VerifyAddressBody = ActionInput<typeof account.verifyAddress>['body']

/**
 * Reading the mail is half of the proof; the other half is the account's password or the token of the browser that
 * created it. Otherwise the account may be a stranger's who typed this address.
 */
export const verifyEmailAddress: EndpointAction<typeof account.verifyAddress, AccountServices> = async (
  { actor, body },
  services,
) => {
  const { data, signUps, wallClock } = services
  const { email } = body
  await consumeNetworkRateLimit(data, BY_CALLER, actor.address, wallClock())
  await requireEmailProof(email, body.proof, services)
  const present = await signUps.find(email)
  if (!present) return { state: 'choose-password' }

  const pending = await findPendingSignUp(email, data)
  if (await isEmailProven({ ...present, email }, data)) {
    // The practice has invited the address meanwhile, with a mail of its own.
    if (present.status === 'invited') throwRefusal('link-invalid')
    if (present.status === 'unconfirmed') await signUps.confirm(present.sub)
    return { state: 'verified' }
  }
  const own = isOwnBrowser(body, present, pending)
  if (!own && body.password === undefined) return { state: 'password-needed' }
  if (!own) await requirePassword(body, present, actor, services)

  const { sub } = present
  const { acceptedFrom } = pending ?? {}
  const proof = { state: 'proven' as const, sub, ownDetails: true, ...(acceptedFrom && { acceptedFrom }) }
  // From here on nobody can replace the account; Cognito is called afterwards, and again by the same link after a
  // failure.
  if (!(await advancePendingSignUp(email, pending, proof, services))) throwRefusal('changed-meanwhile')
  await signUps.confirm(sub)
  return { state: 'verified' }
}

const isOwnBrowser = (
  { token }: VerifyAddressBody,
  { sub }: CognitoAccount,
  pending: PendingSignUp | undefined,
): boolean => token !== undefined && pending?.sub === sub && pending.tokenHash === hashToken(token)

async function requirePassword(
  { email, password = '' }: VerifyAddressBody,
  { sub, userId }: CognitoAccount,
  actor: CallerDetails,
  services: AccountServices,
): Promise<void> {
  const { data, wallClock } = services
  const addressId = toEmailAddressId(email)
  await consumeRateLimit(data, PASSWORDS, addressId, wallClock())
  const claim = { sub, userId, password, caller: actor, trust: toEmailProofPlace(userId, addressId) }
  if (!(await verifyPassword(claim, services))) throwRefusal('password-wrong')
  await clearRateLimitAttempts(data, PASSWORDS, addressId)
}

export const chooseFirstPassword: EndpointAction<typeof account.chooseFirstPassword, AccountServices> = async (
  { actor, body: { email, proof, password } },
  services,
) => {
  const { data, signUps, wallClock } = services
  await consumeNetworkRateLimit(data, BY_CALLER, actor.address, wallClock())
  await requireEmailProof(email, proof, services)
  await requireStrongPassword({ email, password, field: 'password' }, services)
  const present = await signUps.find(email)
  if (present && (await isEmailProven({ ...present, email }, data))) throwRefusal('link-invalid')

  // The new version stops a concurrent replacement, or another reader of the mail, from continuing with the discarded
  // account.
  const begun = await advancePendingSignUp(email, await findPendingSignUp(email, data), {}, services)
  if (!begun) return throwRefusal('changed-meanwhile')
  if (present) await signUps.remove(present.sub)
  const sub = await signUps.make(email, password)
  if (!(await advancePendingSignUp(email, begun, { state: 'proven', sub }, services))) {
    await signUps.remove(sub)
    return throwRefusal('changed-meanwhile')
  }
  return { chosen: true }
}
