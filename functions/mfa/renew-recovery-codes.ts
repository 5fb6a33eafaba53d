import type { mfa } from '#contract/mfa'
import { appendAudit } from '#platform/audit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { newCodeSet, replaceCodesWrites } from './recovery-codes.ts'
import type { MfaServices } from './services.ts'

export const renewRecoveryCodes: Action<typeof mfa.renewRecoveryCodes, MfaServices> = async ({ actor }, services) => {
  const { data, now } = services
  const { userId } = actor
  const { data: factor } = await data.mfaFactors.get({ userId, status: 'verified' }).go({ consistent: true })
  if (!factor) refuse('mfa-not-enrolled')
  const codes = await newCodeSet()
  const codeWrites = await replaceCodesWrites(data, userId, codes, now().toISOString())
  const outcome = await data.transact((entities) => ({
    recoveryCodes: codeWrites(entities),
    audit: appendAudit(
      entities,
      { action: 'RECOVERY_CODES_RENEWED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  // Two renewals at once would leave two sets, of which each page shows one; the second of them is told to wait.
  if (!outcome.written) refuse('too-many-attempts')
  return { recoveryCodes: [...codes.codes] }
}
