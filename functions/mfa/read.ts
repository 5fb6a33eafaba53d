import type { mfa, MfaFactor } from '#contract/mfa'
import type { Action } from '#platform/serve'
import { codesLeft } from './recovery-codes.ts'
import type { MfaServices } from './services.ts'
import { finishFactorChanges } from './finish-factor-changes.ts'

export const readMfa: Action<typeof mfa.read, MfaServices> = async ({ actor: { userId } }, services) => {
  await finishFactorChanges(userId, services)
  const { data } = services
  const { data: found } = await data.mfaFactors.query.byUser({ userId }).go({ consistent: true })
  const factors = found.map(({ factorId, friendlyName, status, createdAt }): MfaFactor => ({
    id: factorId,
    friendlyName,
    factorType: 'totp',
    status,
    createdAt,
  }))
  return {
    factors: factors.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
    recoveryCodesLeft: await codesLeft(data, userId),
  }
}
