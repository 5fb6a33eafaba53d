import {
  AdminAddUserToGroupCommand,
  AdminDeleteUserCommand,
  AdminDisableProviderForUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  ResendConfirmationCodeCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import * as z from 'zod/mini'
import { type Role, roles } from '#contract/endpoint'
import { openServiceClient } from '#data/service-clients'
import { createCognitoUser, mailInvitation } from '#platform/create-cognito-user'
import { toUserId } from '#platform/user'

/** All may be repeated, except `make`, which throws when the address has an account. */
export interface UserPoolAccountAccess {
  /**
   * Without a usable password.
   * @returns Cognito's subject
   */
  readonly make: (email: string) => Promise<string>
  readonly invite: (email: string) => Promise<void>
  readonly verifyAgain: (email: string) => Promise<void>
  readonly progress: (
    email: string,
  ) => Promise<{ sub: string; userId: string; state: 'invited' | 'unverified' | 'confirmed' } | undefined>
  readonly setRole: (sub: string, role: Role) => Promise<void>
  readonly googleSubjects: (sub: string) => Promise<readonly string[]>
  readonly unlinkGoogle: (subject: string) => Promise<void>
  readonly signOutEverywhere: (sub: string) => Promise<void>
  readonly remove: (sub: string) => Promise<void>
}

const STATES = { FORCE_CHANGE_PASSWORD: 'invited', UNCONFIRMED: 'unverified' } as const

export function createUserPoolAccountAccess(
  { userPoolId, clientId }: { userPoolId: string; clientId: string },
  client = openServiceClient(CognitoIdentityProviderClient, 'userPool'),
): UserPoolAccountAccess {
  const account = (name: string) => ({ UserPoolId: userPoolId, Username: name })
  return {
    make: (email) => {
      // Without this the owner could never reset a password; the holder of the mailed one has read the mail.
      const UserAttributes = [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ]
      return createCognitoUser({ ...account(email), UserAttributes }, client)
    },
    invite: (email) => mailInvitation(account(email), client),
    verifyAgain: async (email) => {
      await client.send(new ResendConfirmationCodeCommand({ ClientId: clientId, Username: email }))
    },
    progress: (email) => progressOf(email, account, client),
    setRole: async (sub, role) => {
      await client.send(new AdminAddUserToGroupCommand({ ...account(sub), GroupName: role }))
      for (const other of roles.filter((each) => each !== role)) {
        await client.send(new AdminRemoveUserFromGroupCommand({ ...account(sub), GroupName: other }))
      }
    },
    ...googleWays(userPoolId, client),
    signOutEverywhere: async (sub) => {
      await client.send(new AdminUserGlobalSignOutCommand(account(sub)))
    },
    remove: async (sub) => {
      await ignoreMissingUser(() => client.send(new AdminDeleteUserCommand(account(sub))))
    },
  }
}

const googleWays = (
  userPoolId: string,
  client: CognitoIdentityProviderClient,
): Pick<UserPoolAccountAccess, 'googleSubjects' | 'unlinkGoogle'> => ({
  googleSubjects: async (sub) => {
    const { UserAttributes = [] } = await client.send(
      new AdminGetUserCommand({ UserPoolId: userPoolId, Username: sub }),
    )
    return googleSubjectsIn(UserAttributes.find(({ Name }) => Name === 'identities')?.Value)
  },
  unlinkGoogle: async (subject) => {
    const User = { ProviderName: 'Google', ProviderAttributeName: 'Cognito_Subject', ProviderAttributeValue: subject }
    await ignoreMissingUser(() => client.send(new AdminDisableProviderForUserCommand({ UserPoolId: userPoolId, User })))
  },
})

const Identities = z.array(z.object({ providerName: z.string(), userId: z.string() }))

const googleSubjectsIn = (identities = '[]'): readonly string[] =>
  Identities.parse(JSON.parse(identities))
    .filter(({ providerName }) => providerName === 'Google')
    .map(({ userId }) => userId)

async function progressOf(
  email: string,
  account: (name: string) => { UserPoolId: string; Username: string },
  client: CognitoIdentityProviderClient,
) {
  const user = await ignoreMissingUser(() => client.send(new AdminGetUserCommand(account(email))))
  if (!user) return undefined
  const { UserStatus: status } = user
  const state = status === 'FORCE_CHANGE_PASSWORD' || status === 'UNCONFIRMED' ? STATES[status] : ('confirmed' as const)
  const sub = user.Username ?? missingUsername()
  const attributes = Object.fromEntries((user.UserAttributes ?? []).map(({ Name = '', Value = '' }) => [Name, Value]))
  return { sub, userId: toUserId({ sub, attributes }), state }
}

async function ignoreMissingUser<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined
    throw error
  }
}

const missingUsername = (): never => {
  throw new Error('Cognito told of a user without a name')
}
