import type { mfa } from '#contract/mfa'
import type { Database } from '#data/database'
import { appendAuditEntry } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { toCognitoSub } from '#platform/user'
import type { MfaServices } from './services.ts'

/**
 * The table changes first, while Cognito still asks for a code: in the other order a bare password would pass for two
 * factors until the table is updated.
 */
export const disableMfa: EndpointAction<typeof mfa.disable, MfaServices> = async ({ actor }, services) => {
  const { userId } = actor
  const outcome = await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .remove(['mfaEnabledAt', 'enrolmentKeyUntil', 'enrolmentKeyHash'])
      .where(({ mfaEnabledAt }, { exists }) => exists(mfaEnabledAt))
      .commit(),
    mail: queueMail(
      entities,
      {
        to: actor.email,
        customerId: actor.customerId,
        content: { kind: 'mfa-changed', name: actor.firstName, change: 'disabled' },
      },
      services,
    ),
    audit: appendAuditEntry(
      entities,
      { action: 'MFA_DISABLED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  if (!outcome.written) throwRefusal('mfa-not-enrolled')
  await finishMfaDisabling(userId, services)
  return { disabled: true }
}

/** After an interruption the next read of the account's factors continues here. Idempotent. */
export async function finishMfaDisabling(userId: string, { data, authenticators }: MfaServices): Promise<void> {
  // The factor before the account: a confirmation writes both at once, so a factor without the account's mark is
  // switched off.
  const { data: factor } = await data.mfaFactors.get({ userId, status: 'verified' }).go()
  if (!factor) return
  const { data: user } = await data.users.get({ userId }).go()
  if (user?.mfaEnabledAt) return
  const sub = toCognitoSub(user ?? { userId })
  await authenticators.demand(sub, false)
  const { data: codes } = await data.recoveryCodes.query.byUser({ userId }).go({ pages: 'all' })
  const outcome = await data.transact((entities) => ({
    user: entities.users
      .check({ userId })
      .where(({ mfaEnabledAt }, { notExists }) => notExists(mfaEnabledAt))
      .commit(),
    factor: entities.mfaFactors.delete({ userId, status: 'verified' }).commit(),
    recoveryCodes: codes.map(({ hash }) => entities.recoveryCodes.delete({ userId, hash }).commit()),
  }))
  // Another factor was put in force meanwhile: the table decides, so Cognito must ask for it.
  if (!outcome.written && (await isEnabled(userId, data))) await authenticators.demand(sub, true)
}

const isEnabled = async (userId: string, data: Database): Promise<boolean> =>
  (await data.users.get({ userId }).go()).data?.mfaEnabledAt !== undefined
