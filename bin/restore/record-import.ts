import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type { Database } from '#data/database'
import { appendAuditEntry } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import type { StoredUser } from '#platform/user'
import { OPERATOR_ID } from '../../functions/users/change-role.ts'

export interface ImportPlaces {
  readonly data: Database
  readonly cognito: CognitoIdentityProviderClient
  readonly userPoolId: string
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

export interface PoolAccount {
  readonly sub: string
  readonly attributes: Readonly<Record<string, string>>
  readonly hasPassword: boolean
  readonly hasTotp: boolean
}

/**
 * Records the new subject, and invalidates what the new pool does not have: sessions, second factor, recovery codes.
 * The person is mailed once. Repeated after a restoration of the table.
 * @returns whether there was anything to do
 */
export async function recordImport(
  user: StoredUser,
  { sub, hasTotp }: PoolAccount,
  places: ImportPlaces,
): Promise<boolean> {
  const { data, now } = places
  const { userId, email, customerId, firstName, mfaEnabledAt } = user
  const [{ data: factors }, { data: codes }] = await Promise.all([
    data.mfaFactors.query.byUser({ userId }).go({ pages: 'all' }),
    data.recoveryCodes.query.byUser({ userId }).go({ pages: 'all' }),
  ])
  const guarded = !hasTotp && (mfaEnabledAt !== undefined || factors.length > 0 || codes.length > 0)
  if (user.sub === sub && !guarded) return false
  const by = { by: OPERATOR_ID, subjectId: userId }
  const { written } = await data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ sub, revokedAt: now().toISOString() })
      .remove([
        'keptSessionId',
        'passwordChangeBegunAt',
        ...(guarded ? (['mfaEnabledAt'] as const) : []),
        ...(['enrolmentKeyUntil', 'enrolmentKeyHash', 'enrolmentSessionId'] as const),
        ...(['selfServiceUntil', 'selfServiceShared'] as const),
      ])
      .where(({ status }, { eq }) => eq(status, user.status))
      .commit(),
    factors: guarded && factors.map(({ status }) => entities.mfaFactors.delete({ userId, status }).commit()),
    recoveryCodes: guarded && codes.map(({ hash }) => entities.recoveryCodes.delete({ userId, hash }).commit()),
    mail: queueMail(
      entities,
      { to: email, customerId, content: { kind: 'account-imported', name: firstName, guarded } },
      places,
    ),
    audit: appendAuditEntry(entities, { ...by, action: 'ACCOUNT_IMPORTED' }, places),
    factorAudit: guarded && appendAuditEntry(entities, { ...by, action: 'MFA_DISABLED' }, places),
  }))
  if (!written) throw new Error(`${userId} changed meanwhile: repeat the command`)
  return true
}
