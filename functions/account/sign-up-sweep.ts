import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  UserNotFoundException,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider'
import { openServiceClient } from '#data/service-clients'
import { toUserId } from '#platform/user'
import { undefinedOnError } from './undefined-on-error.ts'

export interface UnconfirmedAccount {
  readonly sub: string
  readonly userId: string
  readonly email: string
  readonly byGoogle: boolean
  readonly createdAt: Date
}

export interface SignUpSweepUserAccess {
  readonly unconfirmed: () => AsyncIterable<UnconfirmedAccount>
  readonly find: (email: string) => Promise<UnconfirmedAccount | undefined>
  readonly remove: (sub: string) => Promise<void>
}

export function createSignUpSweepUserAccess(
  userPoolId: string,
  client = openServiceClient(CognitoIdentityProviderClient, 'userPool'),
): SignUpSweepUserAccess {
  const account = (Username: string) => ({ UserPoolId: userPoolId, Username })
  return {
    unconfirmed: async function* unconfirmed() {
      let PaginationToken: string | undefined
      do {
        const page = await client.send(
          new ListUsersCommand({
            UserPoolId: userPoolId,
            Filter: 'cognito:user_status = "UNCONFIRMED"',
            ...(PaginationToken && { PaginationToken }),
          }),
        )
        yield* (page.Users ?? []).map(({ Attributes = [], ...user }) => accountOf({ ...user, Attributes }))
        ;({ PaginationToken } = page)
      } while (PaginationToken)
    },
    find: async (email) => {
      const user = await undefinedOnError(UserNotFoundException, () =>
        client.send(new AdminGetUserCommand(account(email))),
      )
      return user && accountOf({ ...user, Attributes: user.UserAttributes ?? [] })
    },
    remove: async (sub) => {
      await undefinedOnError(UserNotFoundException, () => client.send(new AdminDeleteUserCommand(account(sub))))
    },
  }
}

function accountOf({ Username: sub = '', Attributes = [], UserCreateDate: createdAt = new Date(0) }: UserType) {
  const attributes = Object.fromEntries(Attributes.map(({ Name = '', Value = '' }) => [Name, Value]))
  return {
    sub,
    userId: toUserId({ sub, attributes }),
    email: attributes['email']?.toLowerCase() ?? '',
    byGoogle: 'identities' in attributes,
    createdAt,
  }
}
