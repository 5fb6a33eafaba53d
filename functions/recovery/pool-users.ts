import {
  type CognitoIdentityProviderClient,
  ListUsersCommand,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider'
import type { ExportedUser } from './exported-user.ts'

export type PoolUser = Pick<ExportedUser, 'sub' | 'attributes' | 'enabled' | 'confirmed' | 'googleSubjects'>

/** Pages of sixty, the most that Cognito gives. */
export async function* listPoolUsers(
  userPoolId: string,
  client: Pick<CognitoIdentityProviderClient, 'send'>,
): AsyncIterable<readonly PoolUser[]> {
  let PaginationToken: string | undefined
  do {
    const page = await client.send(
      new ListUsersCommand({ UserPoolId: userPoolId, ...(PaginationToken && { PaginationToken }) }),
    )
    yield (page.Users ?? []).flatMap(toPoolUser)
    ;({ PaginationToken } = page)
  } while (PaginationToken)
}

/** Whoever comes by Google alone is linked to a user of the pool, so those of Google are no people of their own. */
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
