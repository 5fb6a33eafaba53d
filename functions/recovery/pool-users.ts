import {
  type CognitoIdentityProviderClient,
  ListUsersCommand,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider'
import type { ExportedUser } from './exported-user.ts'

export type PoolUser = Pick<ExportedUser, 'sub' | 'attributes' | 'enabled' | 'confirmed' | 'googleSubjects'>

export interface PoolPage {
  readonly users: readonly PoolUser[]
  readonly next: string | null
}

/**
 * Sixty at most, Cognito's limit.
 * @throws {InvalidParameterException} for an invalid or expired token
 */
export async function listPoolUsers(
  userPoolId: string,
  token: string | null,
  client: Pick<CognitoIdentityProviderClient, 'send'>,
): Promise<PoolPage> {
  const { Users = [], PaginationToken = null } = await client.send(
    new ListUsersCommand({ UserPoolId: userPoolId, ...(token !== null && { PaginationToken: token }) }),
  )
  return { users: Users.flatMap(toPoolUser), next: PaginationToken }
}

/** Google identities are linked to a user of the pool, so they are no users themselves. */
function toPoolUser({ Username: sub, UserStatus, Enabled, Attributes = [] }: UserType): readonly PoolUser[] {
  if (!sub || UserStatus === 'EXTERNAL_PROVIDER') return []
  const {
    sub: _,
    identities,
    ...attributes
  } = Object.fromEntries(Attributes.map(({ Name = '', Value = '' }) => [Name, Value]))
  return [
    {
      sub,
      attributes,
      enabled: Enabled ?? false,
      confirmed: UserStatus !== 'UNCONFIRMED',
      googleSubjects: readGoogleSubjects(identities),
    },
  ]
}

const readGoogleSubjects = (identities = '[]'): string[] =>
  (JSON.parse(identities) as readonly { readonly providerName: string; readonly userId: string }[])
    .filter(({ providerName }) => providerName === 'Google')
    .map(({ userId }) => userId)
