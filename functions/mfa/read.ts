import type { mfa, MfaFactor } from '#contract/mfa'
import type { EndpointAction } from '#platform/serve'
import { toCognitoSub } from '#platform/user'
import { finishMfaDisabling } from './disable.ts'
import { revokeTokensOfSharedMfaEnrolment } from './enrol.ts'
import { countUnusedRecoveryCodes } from './recovery-codes.ts'
import type { MfaServices } from './services.ts'

export const readMfaStatus: EndpointAction<typeof mfa.read, MfaServices> = async ({ actor: { userId } }, services) => {
  await finishFactorChanges(userId, services)
  const { data } = services
  const { data: found } = await data.mfaFactors.query.byUser({ userId }).go()
  const factors = found.map(({ factorId, friendlyName, status, createdAt }): MfaFactor => ({
    id: factorId,
    friendlyName,
    factorType: 'totp',
    status,
    createdAt,
  }))
  return {
    factors: factors.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
    recoveryCodesLeft: await countUnusedRecoveryCodes(data, userId),
  }
}

/**
 * Aligns Cognito with the table, which decides, whenever the owner reads their factors. A factor that Cognito no longer
 * asks for is restored at the next sign-in.
 */
async function finishFactorChanges(userId: string, services: MfaServices): Promise<void> {
  await finishMfaDisabling(userId, services)
  await revokeTokensOfSharedMfaEnrolment(userId, services)
  await removeUnknownFactors(userId, services)
}

/** A factor enrolled at Cognito alone would lock the owner out at their next sign-in. */
async function removeUnknownFactors(userId: string, { data, authenticators }: MfaServices): Promise<void> {
  const readUser = async () => (await data.users.get({ userId }).go()).data ?? { userId, mfaEnabledAt: undefined }
  const { data: factors } = await data.mfaFactors.query.byUser({ userId }).go()
  // A factor being confirmed, or interrupted in it, is finished by its confirmation.
  const known = factors.some(({ status, confirmingSince }) => status === 'verified' || confirmingSince !== undefined)
  if (known) return
  const user = await readUser()
  const sub = toCognitoSub(user)
  if (user.mfaEnabledAt || !(await authenticators.isInForce(sub))) return
  await authenticators.demand(sub, false)
  // Confirmed meanwhile: the table decides, so Cognito must ask for it.
  if ((await readUser()).mfaEnabledAt) await authenticators.demand(sub, true)
}
